import { createOpener, type Opener } from '../confined/index.ts'
import type { AskedFindings, Findings, FoundArea, PageBox } from './asked.ts'
import { headed, type PagedFile } from './drawer.ts'
import { FINDING_PROCESS } from './limits.ts'
import { REASONS } from './reasons.ts'

/** Places of words and patterns in a file; or none, and why in one sentence. */
export type FoundMarks = Findings | { areas: null; reason: string }

export interface MarkFinder extends Pick<Opener, 'close'> {
  /**
   * Where words and patterns stand in a file's pages (REDACT-07).
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  find(file: PagedFile, asked: AskedFindings): Promise<FoundMarks>
}

const TOO_LONG: ReadonlySet<string> = new Set(['TIME', 'MEMORY', 'CRASH'])

/** Looks into files where they can do no harm, one after the other, in a process of its own. */
export function createMarkFinder(limits = FINDING_PROCESS): MarkFinder {
  const opener = createOpener(limits)
  return {
    find: async ({ kind, ...content }, asked) => {
      if (kind === 'picture') return { areas: [], pages: 1, silent: 1 }
      const opened = await opener.open({ task: 'pageFindings', ...headed({ kind, ...asked }, content) })
      if (opened.answer === null) {
        const { reason } = opened
        return {
          areas: null,
          reason: TOO_LONG.has(reason) ? 'It takes too long to search.' : REASONS[reason],
        }
      }
      return readFindings(opened.answer, asked.most)
    },
    close: opener.close,
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isBox = (box: Partial<Record<keyof PageBox, unknown>> | null): box is PageBox =>
  isNumber(box?.x) && isNumber(box.y) && isNumber(box.width) && isNumber(box.height)

const isArea = (area: Partial<Record<keyof FoundArea, unknown>> | null): area is FoundArea =>
  isNumber(area?.page) &&
  (area.kind === 'WORDS' || area.kind === 'PATTERN') &&
  typeof area.words === 'string' &&
  Array.isArray(area.boxes) &&
  area.boxes.every(isBox)

/** The answer of a process that is trusted no more than its file. */
function readFindings(answer: Buffer, most: number): FoundMarks {
  try {
    const found = JSON.parse(answer.toString('utf8')) as Partial<Record<keyof Findings, unknown>>
    const { areas, pages, silent } = found
    if (isNumber(pages) && isNumber(silent) && Array.isArray(areas) && areas.every(isArea)) {
      return { areas: areas.slice(0, most), pages, silent }
    }
  } catch {
    // Said below.
  }
  return { areas: null, reason: REASONS.UNREADABLE }
}
