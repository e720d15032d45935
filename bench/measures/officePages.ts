import { paragraph, wordFile } from '../../testing/officeFiles.ts'
import { type Figure, inSeconds, type Measure } from '../support/measure.ts'
import { firstPage, opened, openPagesRoom } from '../support/pagesRoom.ts'
import { median } from '../support/statistics.ts'

const PAGES = 100
const LINES = 40
const NEXT_PAGE = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'

/** A Word file of a hundred pages, unlike others by its name. */
const contract = (name: string): Buffer =>
  wordFile(
    Array.from({ length: PAGES }, (_, page) =>
      Array.from({ length: LINES }, (_line, line) =>
        paragraph(
          `${page + 1}.${line + 1} ${name}: Seller delivers ${page * line} MWh at the delivery point.`,
        ),
      ).join(''),
    ).join(NEXT_PAGE),
  )

/** From the click on a Word file of a hundred pages to its first page: laid out by LibreOffice, and simplified without it. */
export const officePages: Measure = {
  name: 'officePages',
  run: async (_stage, { quick }) => {
    const rounds = quick ? 1 : 3
    return [
      ...(await measured('laid out by LibreOffice', rounds, 15)),
      ...(await measured('simplified', rounds, 3, { LIBREOFFICE: 'off' })),
    ]
  },
}

/** @param atMost seconds */
async function measured(
  how: string,
  rounds: number,
  atMost: number,
  settings: Record<string, string> = {},
): Promise<Figure[]> {
  const room = await openPagesRoom(1, 'VIEW', { settings })
  try {
    const [reader] = room.readers
    if (!reader) throw new Error('There is no reader.')
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const id = await room.put(`Contract ${round}.docx`, contract(`Contract ${round}`))
      times.push((await firstPage(reader, id)) / 1000)
      const { pages, remarks } = await opened(reader, id)
      const isSimplified = remarks.some((remark) => remark.startsWith('Simplified layout'))
      if (isSimplified && settings.LIBREOFFICE !== 'off') {
        console.log(`officePages: not measured ${how}, which is not installed here`)
        return []
      }
      if (pages.length < PAGES) throw new Error(`There are only ${pages.length} pages.`)
    }
    return [inSeconds(`first page of a Word file of ${PAGES} pages, ${how}`, median(times), atMost)]
  } finally {
    await room.close()
  }
}
