import { keysOf, MAX_WORD, wordsOf } from '../../../../shared/finding/words.ts'
import type { IndexedRange, TextPart } from '../answer.ts'
import { MAX_KEY_BYTES, MAX_KEYS, MAX_RANGE } from '../limits.ts'

/** What the parts are found by, in ranges of them that are small enough for a row of the index. */
export function indexed(parts: readonly TextPart[]): IndexedRange[] {
  const ranges: IndexedRange[] = []
  let keys = new Set<string>()
  let bytes = 0
  let first = 1
  const close = (last: number): void => {
    if (keys.size > 0) ranges.push({ first, last, keys: [...keys] })
    keys = new Set()
    bytes = 0
  }
  for (const [at, { text }] of parts.entries()) {
    const place = at + 1
    if (place - first >= MAX_RANGE) {
      close(at)
      first = place
    }
    for (const { word, parts: divided = [] } of wordsOf(text)) {
      for (const each of [word, ...divided]) {
        if (each.length < 2) continue
        for (const key of keysOf(each.slice(0, MAX_WORD))) {
          if (keys.has(key)) continue
          keys.add(key)
          bytes += key.length * 3
        }
      }
      if (keys.size < MAX_KEYS && bytes < MAX_KEY_BYTES) continue
      // A page of very many words goes on in the next range.
      close(place)
      first = place
    }
  }
  close(parts.length)
  return ranges
}
