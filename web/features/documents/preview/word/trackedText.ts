import { formatCount } from '../../../../../shared/format/number.ts'
import type { Tracked } from './redline.ts'

/** "a, b and c" */
const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Sentences about what is still open in a document: changes that are tracked, and comments. */
export function trackedText({ insertions, deletions, moves, comments }: Tracked): string[] {
  const changes = [
    insertions > 0 ? formatCount(insertions, 'insertion') : '',
    deletions > 0 ? formatCount(deletions, 'deletion') : '',
    moves > 0 ? formatCount(moves, 'move') : '',
  ].filter((part) => part !== '')
  return [
    changes.length > 0 ? `Tracked changes are marked: ${joined(changes)}.` : '',
    comments > 0
      ? formatCount(
          comments,
          'comment stands below the text that it is about.',
          'comments stand below the texts that they are about.',
        )
      : '',
  ].filter((sentence) => sentence !== '')
}
