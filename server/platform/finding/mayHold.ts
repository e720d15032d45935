import { type RawBuilder, sql } from 'kysely'
import type { Term } from '../../../shared/finding/search.ts'
import { stemOf } from '../../../shared/finding/stems.ts'

/** Characters that a number may have between its digits, as `wordsOf` leaves them out. */
const SEPARATORS = ",'’\u00a0\u202f"

/** What stands in every word that the search means, so that SQL finds no fewer than `matchesIn`: a stem without its end. */
function rootOf(word: string, kind: Term['kind']): string {
  if (kind === 'phrase') return word
  const stem = stemOf(word)
  let length = 0
  while (length < stem.length && stem[length] === word[length]) length += 1
  return word.slice(0, length > 5 ? length - 2 : Math.min(length, 3))
}

/**
 * SQL: whether a text may hold what is searched for, regardless of case and diacritics. Which of those that may do hold
 * it `foundAmong` says.
 */
export function mayHold(text: RawBuilder<string>, terms: readonly Term[]): RawBuilder<boolean> {
  const roots = terms.flatMap(({ words, kind, excluded }) =>
    excluded ? [] : words.map((word) => rootOf(word, kind)),
  )
  return sql<boolean>`(
    select bool_and(strpos(searched.words, root) > 0)
    from (select translate(fold_name(lower(${text})), ${SEPARATORS}, '') as words offset 0) searched,
      unnest(${[...new Set(roots)]}::text[]) as root)`
}
