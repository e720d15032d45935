import { createOpener, type Opener, type UntrustedFile } from '../confined/index.ts'
import { askedHead } from '../pages/asked.ts'
import type { ComparisonAnswer, ComparisonRefusal, Difference } from './answer.ts'
import { COMPARING_PROCESS, MAX_VERSION_BYTES } from './limits.ts'

export type { Difference, DifferenceRow, Side } from './answer.ts'
export { isCompared } from './kinds.ts'

/** What stands before the bytes of both versions. */
export interface AskedComparison {
  /** In lower case without the dot. */
  extension: string
  /** Bytes of the older version; the newer one follows. */
  olderSize: number
}

type Content = Omit<UntrustedFile, 'task'>

/** What differs; or nothing, and why not: LONG for what takes more than it may. */
export type Comparison = Difference | ComparisonRefusal | { refused: 'LONG' }

export interface Comparer extends Pick<Opener, 'close'> {
  /**
   * Compares two versions of a file in a process of its own; one comparison at a time, others wait. Nothing in them
   * runs and nothing is fetched.
   * @param extension of a kind that is compared
   * @throws OpenerClosed, OpenerBroken, and the error of a source
   */
  compare(extension: string, versions: { older: Content; newer: Content }): Promise<Comparison>
}

/** Compares versions of files by their words, or by their cells (NEW-08). */
export function createComparer(limits = COMPARING_PROCESS): Comparer {
  const opener = createOpener(limits)
  return {
    async compare(extension, { older, newer }) {
      for (const side of ['older', 'newer'] as const) {
        const { size } = side === 'older' ? older : newer
        if (size > MAX_VERSION_BYTES) return { side, refused: 'LARGE' }
        if (size === 0) return { side, refused: 'NO_TEXT' }
      }
      const head = askedHead({ extension, olderSize: older.size } satisfies AskedComparison)
      const opened = await opener.open({
        task: 'comparison',
        size: head.length + older.size + newer.size,
        source: async (write) => {
          await write(head)
          await older.source(write)
          await newer.source(write)
        },
      })
      if (opened.answer === null) return { refused: 'LONG' }
      return JSON.parse(opened.answer.toString('utf8')) as ComparisonAnswer
    },
    close: opener.close,
  }
}
