import { formatBytes } from '../../shared/format/bytes.ts'
import { el, fileGlyph, fileLink, problem } from './elements.ts'
import type { Lists } from './lists.ts'
import type { FileRow } from './rows.ts'

const GROUPS: readonly { kinds: readonly string[]; name: string }[] = [
  { kinds: ['PAGE'], name: 'Pages' },
  { kinds: ['TABLE'], name: 'Spreadsheets' },
  { kinds: ['CERTIFICATE'], name: 'Certificates of access' },
  { kinds: ['RECORD', 'PROGRAM'], name: 'Record and programs' },
]

/** What is in the archive besides documents: pages, spreadsheets, certificates, the record. */
export function filesPanel(lists: Lists): HTMLElement {
  const panel = el('div', {}, el('p', { role: 'status', class: 'waiting' }, 'Reading the list of files…'))
  const open = async () => {
    const files = await lists.all('files')
    const boxes = GROUPS.flatMap(({ kinds, name }) => {
      const mine = files.filter(({ kind }) => kinds.includes(kind))
      return mine.length > 0
        ? [
            el(
              'div',
              { class: 'panel' },
              el('h2', {}, name),
              el('ul', { class: 'entries' }, ...mine.map(fileRow)),
            ),
          ]
        : []
    })
    panel.replaceChildren(
      ...(boxes.length > 0 ? boxes : [el('p', { class: 'empty' }, 'There are no other files.')]),
    )
  }
  open().catch((error) => panel.replaceChildren(problem(error)))
  return panel
}

const fileRow = ({ path, size }: FileRow): HTMLElement =>
  el(
    'li',
    {},
    el(
      'div',
      { class: 'row' },
      el('span', { class: 'lead' }, fileGlyph(path), fileLink(path, path, { class: 'name' })),
      el('span', { class: 'size' }, formatBytes(size)),
    ),
  )
