import { type RawBuilder, sql } from 'kysely'
import { rootOf, type Term } from '../../../shared/finding/search.ts'

/** Characters that a number may have between its digits, as `wordsOf` leaves them out. */
const SEPARATORS = ",'’\u00a0\u202f"

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
