import { createOpener, type Opened, type Opener, type UntrustedFile } from '../confined/index.ts'
import type { IndexedRange, ReadText, Refusal, SearchTextAnswer } from './answer.ts'
import { isPicture, searchTaskOf } from './kinds.ts'
import { SEARCH_TEXT_PROCESS } from './limits.ts'

export type { IndexedRange, ReadText, TextPart } from './answer.ts'
export { isPicture, isSearched, SEARCHED_EXTENSIONS } from './kinds.ts'
export { textOfPage } from './textOfPage.ts'

/** A file with its extension in lower case, without the dot. */
export interface SearchFile extends Omit<UntrustedFile, 'task'> {
  extension: string
}

/** The texts of a file; or none, and why in words for a person, and whether a later attempt may do better. */
export type SearchText = ReadText | { parts: null; reason: string; mayPass: boolean }

export interface SearchTextReader extends Pick<Opener, 'close'> {
  /**
   * Reads all that a file says; of a picture and a scanned page there is a part without text.
   * It is done in a process of its own, one file at a time, others wait. Nothing in it runs and nothing is
   * fetched.
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  read(file: SearchFile): Promise<SearchText>
  /**
   * What parts with these texts are found by.
   * @throws OpenerClosed, OpenerBroken, and for texts that take too long
   */
  keysOf(texts: readonly string[]): Promise<IndexedRange[]>
}

export const UNKNOWN_KIND = 'Files of this kind can’t be searched.'
const TOO_MUCH = 'It takes too long to read.'
const REASONS: Readonly<Record<Refusal | Extract<Opened, { answer: null }>['reason'], string>> = {
  PROTECTED: 'It is protected by a password.',
  OLD: 'It is of an old Office format.',
  DAMAGED: 'It is damaged.',
  UNREADABLE: 'It is damaged or empty.',
  LARGE: 'It is too large to be read.',
  TIME: TOO_MUCH,
  MEMORY: TOO_MUCH,
  CRASH: TOO_MUCH,
}
/** A machine under load may only have been too slow. */
const MAY_PASS: ReadonlySet<string> = new Set(['TIME', 'MEMORY', 'CRASH'])

/** Reads texts of files for the search, page by page where they have pages. */
export function createSearchTextReader(limits = SEARCH_TEXT_PROCESS): SearchTextReader {
  const opener = createOpener(limits)
  return {
    async read({ extension, ...file }) {
      if (isPicture(extension)) return { parts: [{ page: 1, text: '' }], ranges: [], isCut: false }
      const task = searchTaskOf(extension)
      if (!task) return { parts: null, reason: UNKNOWN_KIND, mayPass: false }
      const opened = await opener.open({ task, ...file })
      if (opened.answer === null) {
        return { parts: null, reason: REASONS[opened.reason], mayPass: MAY_PASS.has(opened.reason) }
      }
      const answer = JSON.parse(opened.answer.toString('utf8')) as SearchTextAnswer
      return 'refused' in answer ? { parts: null, reason: REASONS[answer.refused], mayPass: false } : answer
    },
    async keysOf(texts) {
      const bytes = Buffer.from(JSON.stringify(texts))
      const opened = await opener.open({
        task: 'searchKeys',
        size: bytes.length,
        source: (write) => write(bytes),
      })
      if (opened.answer === null) throw new Error(`The words could not be taken apart: ${opened.reason}.`)
      return JSON.parse(opened.answer.toString('utf8')) as IndexedRange[]
    },
    close: opener.close,
  }
}
