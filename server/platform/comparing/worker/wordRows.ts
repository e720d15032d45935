import type { TextPart } from '../../searchText/answer.ts'
import type { DifferenceRow } from '../answer.ts'
import { MANY_WORDS, MAX_AROUND, MAX_ROW_TEXT, MAX_STEPS, MIN_SHARE } from '../limits.ts'
import type { Change } from './change.ts'
import { changesOf } from './changes.ts'
import { type Running, runningLines, withoutRunning } from './running.ts'
import { type Words, wordsOf } from './words.ts'

/**
 * Words that were removed and added, in the order of the newer version. The whole text is compared, so that what only
 * moves to another page is the same; each row has the page or the sheet of its words.
 * @returns null where too little is the same
 */
export function wordRows(older: readonly TextPart[], newer: readonly TextPart[]): DifferenceRow[] | null {
  const running = [runningLines(older), runningLines(newer)] as const
  const passed = new Set(running.flatMap(({ lines }) => [...lines.keys()]))
  const plain = (parts: readonly TextPart[]): TextPart[] =>
    parts.map((part) => ({ ...part, text: withoutRunning(part, passed) }))
  const words = wordsOf(plain(older), plain(newer))
  const changes = changesOf(words.older.ids, words.newer.ids, MAX_STEPS)
  if (!changes || isTooDifferent(words, changes)) return null
  const texts = { older: { parts: older, words: words.older }, newer: { parts: newer, words: words.newer } }
  return [...runningRows(...running), ...readable(changes).flatMap((change) => rowsOf(change, texts))]
}

/** Headers and footers that one version has alone. */
function runningRows(older: Running, newer: Running): DifferenceRow[] {
  const only = (mine: Running, theirs: Running) =>
    [...mine.lines].filter(([form]) => !theirs.seen.has(form)).map(([, line]) => line)
  const [removed, added] = [only(older, newer), only(newer, older)]
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({
    page: added[at]?.page ?? removed[at]?.page ?? null,
    sheet: null,
    cell: null,
    removed: removed[at]?.text ?? null,
    added: added[at]?.text ?? null,
    before: '',
    after: '',
  }))
}

function isTooDifferent(
  { older, newer }: { older: Words; newer: Words },
  changes: readonly Change[],
): boolean {
  const most = Math.max(older.ids.length, newer.ids.length)
  const removed = changes.reduce((sum, { from, to }) => sum + to - from, 0)
  return most > MANY_WORDS && older.ids.length - removed < most * MIN_SHARE
}

/** Words between two changes that are of both only by chance, such as "the" in a sentence that is another one. */
function readable(changes: readonly Change[]): Change[] {
  const size = ({ from, to, at, until }: Change): number => to - from + until - at
  const merged: Change[] = []
  for (const change of changes) {
    const last = merged.at(-1)
    const between = last ? change.from - last.to : 0
    if (last && between <= 3 && between * 3 <= Math.min(size(last), size(change))) {
      last.to = change.to
      last.until = change.until
    } else merged.push({ ...change })
  }
  return merged
}

interface Text {
  parts: readonly TextPart[]
  words: Words
}

/** The rows of a change: one for each page that it goes over, and of very many words several. */
function rowsOf(change: Change, { older, newer }: { older: Text; newer: Text }): DifferenceRow[] {
  const removed = pieces(older, change.from, change.to)
  const added = pieces(newer, change.at, change.until)
  // What was only removed has the place at which it would stand.
  const near = newer.words.parts[Math.min(change.at, newer.words.ids.length - 1)]
  const count = Math.max(removed.length, added.length)
  return Array.from({ length: count }, (_, at): DifferenceRow => {
    const part = newer.parts[added[at]?.part ?? added.at(-1)?.part ?? near ?? 0] ?? older.parts[0]
    return {
      page: part?.page ?? null,
      sheet: part?.sheet ?? null,
      cell: null,
      removed: removed[at]?.text ?? null,
      added: added[at]?.text ?? null,
      before: at === 0 ? around(newer.words, change.at, -1) : '',
      after: at === count - 1 ? around(newer.words, change.until, 1) : '',
    }
  })
}

/** Words from one place to another, by the part that they are in, and of no more than a row may have. */
function pieces({ words }: Text, from: number, to: number): { part: number; text: string }[] {
  const found: { part: number; text: string }[] = []
  for (let at = from; at < to; at += 1) {
    const part = words.parts[at] ?? 0
    const word = words.word(at).slice(0, MAX_ROW_TEXT)
    const last = found.at(-1)
    if (last && last.part === part && last.text.length + word.length < MAX_ROW_TEXT) last.text += ` ${word}`
    else found.push({ part, text: word })
  }
  return found
}

/** Words before a place, or from it on, that stand in the newer version. */
function around(words: Words, place: number, step: 1 | -1): string {
  let text = ''
  for (let at = step === 1 ? place : place - 1; at >= 0 && at < words.ids.length; at += step) {
    const word = words.word(at)
    if (text.length + word.length >= MAX_AROUND) break
    text = step === 1 ? `${text} ${word}` : `${word} ${text}`
  }
  return text.trim()
}
