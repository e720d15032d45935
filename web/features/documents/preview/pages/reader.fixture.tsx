import { screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { reaches } from '../../../../../shared/documentLevels.ts'
import { type Answer, type Answers, by, refused, setWindowWidth } from '../../../../testing/renderAt.tsx'
import { openRoom } from '../../testing/openRoom.tsx'
import type { Entry } from '../../testing/room.ts'

export const COUNT = 12

/** The pictures of pages, of the test that runs. */
export const pictures: {
  /** Addresses that were asked for. */
  asked: string[]
  /** What is answered in their place to addresses with a part. */
  refusedAt: Record<string, { status: number; code: string; message?: string; retryAfter?: string }>
} = { asked: [], refusedAt: {} }

/** Each test of a file has a wide window that shows some pages, and pictures of its own. */
export function freshReader(): void {
  beforeEach(() => {
    setWindowWidth(1440)
    pictures.asked = []
    pictures.refusedAt = {}
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  })
}

/** Answers with pictures beneath what the page asks for besides. */
function givePictures(): void {
  const beneath = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input)
    if (!url.startsWith('/files/page/')) return beneath(input, init)
    pictures.asked.push(url)
    const problem = Object.entries(pictures.refusedAt).find(([part]) => url.includes(part))?.[1]
    return problem
      ? Response.json(
          { error: { code: problem.code, message: problem.message ?? '' } },
          { status: problem.status, headers: { 'Retry-After': problem.retryAfter ?? '' } },
        )
      : new Response(new Blob(['page'], { type: 'image/webp' }))
  })
}

export const file = (level: Entry['level'], name = 'PPA.pdf'): Entry => ({
  id: 'd1',
  name,
  ...(level && { level }),
})

export const NOT_FOUND = refused('NOT_FOUND', 'Document not found.')
export const REMARKS = ['Comments are left out.', 'Hidden sheets are left out.']

/** Some of the pages of a file. */
const pagesAt = (offset: unknown, limit: unknown, of: (number: number) => object) =>
  Array.from({ length: Math.min(Number(limit), COUNT - Number(offset)) }, (_, at) => ({
    __typename: 'DocumentPage',
    ...of(Number(offset) + at + 1),
  }))

/** The answer with pages of a file, by the question for them. */
export const pagesAnswer = (
  { offset, limit, width }: Record<string, unknown>,
  given: { openingId: string; level: string; remarks: readonly string[]; words?: boolean },
): Answer => ({
  data: {
    documentPages: {
      __typename: 'DocumentPages',
      state: 'READY',
      reason: null,
      count: COUNT,
      remarks: given.remarks,
      openingId: given.openingId,
      level: given.level,
      pages: pagesAt(offset, limit, (number) => ({
        number,
        width: 612,
        height: 792,
        url: `/files/page/${given.openingId}/${number}?width=${width}`,
        text: given.words ? `Words of page ${number}` : null,
      })),
    },
  },
})

/** Opens a file's pages, of which there are `COUNT`. */
export function openPages(
  entry: Entry,
  { words = false, answers = {} }: { words?: boolean; answers?: Answers } = {},
) {
  let closed = ''
  const unless = (field: string, answer: Answer) => (closed === field ? NOT_FOUND : answer)
  const opened = openRoom('/d1', {}, [entry], {
    DocumentPages: by((variables) =>
      unless(
        'DocumentPages',
        pagesAnswer(variables, {
          openingId: 'o1',
          level: entry.level ?? 'ORIGINAL',
          remarks: REMARKS,
          words,
        }),
      ),
    ),
    PrintPages: by(({ openingId, offset, limit }) =>
      unless('PrintPages', {
        data: {
          documentPages: {
            __typename: 'DocumentPages',
            state: 'READY',
            openingId,
            level: entry.level ?? 'ORIGINAL',
            pages: pagesAt(offset, limit, (number) => ({
              printUrl: !reaches(entry.level ?? 'ORIGINAL', 'PRINT')
                ? null
                : `/files/page/print-of-${openingId}/${number}?width=2400&print=1`,
            })),
          },
        },
      }),
    ),
    ...answers,
  })
  givePictures()
  return {
    ...opened,
    /** From now on the document is not found by that operation. */
    close: (field: string) => {
      closed = field
    },
  }
}

/** The picture of a page. */
export const page = (number: number, more = ' It is shown as a picture without its words.') =>
  screen.findByRole('img', { name: `Page ${number} of ${COUNT} of PPA.pdf.${more}` })

/** With a clock of the test's own for what is asked from time to time. */
export async function withClock(run: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'performance'] })
  try {
    await run()
  } finally {
    vi.useRealTimers()
  }
}
