import { createOpener, type Opened, type Opener, type UntrustedFile } from '../confined/index.ts'
import type { TextAnswer, TextPage, TextRefusal } from './answer.ts'
import { TEXT_PROCESS } from './limits.ts'

export type { TextPage } from './answer.ts'

export interface TextFile extends Omit<UntrustedFile, 'task'> {
  kind: 'pdf' | 'docx'
}

/** The pages of a file with their texts; or none, and why in words for a person. */
export type TextResult = { pages: TextPage[] } | { pages: null; reason: string }

export interface TextReader extends Pick<Opener, 'close'> {
  /**
   * Reads the text of a file in a process of its own; one at a time, others wait. Nothing in it runs and nothing is
   * fetched.
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  read(file: TextFile): Promise<TextResult>
}

const TOO_MUCH = 'It takes too long to read'
const REASONS: Readonly<Record<TextRefusal | Extract<Opened, { answer: null }>['reason'], string>> = {
  PROTECTED: 'It is protected by a password',
  OLD: 'It is of an old Word format',
  DAMAGED: 'It is damaged',
  UNREADABLE: 'It is damaged or empty',
  PAGES: 'It has more than 3,000 pages',
  LONG: 'It holds too much text',
  LARGE: 'It has more than 100 MB',
  TIME: TOO_MUCH,
  MEMORY: TOO_MUCH,
  CRASH: TOO_MUCH,
}

/** Reads texts of PDF and Word files, page by page. */
export function createTextReader(limits = TEXT_PROCESS): TextReader {
  const opener = createOpener(limits)
  return {
    async read({ kind, ...file }) {
      const opened = await opener.open({ task: `${kind}Text`, ...file })
      if (opened.answer === null) return { pages: null, reason: REASONS[opened.reason] }
      const answer = JSON.parse(opened.answer.toString('utf8')) as TextAnswer
      return 'refused' in answer ? { pages: null, reason: REASONS[answer.refused] } : answer
    },
    close: opener.close,
  }
}
