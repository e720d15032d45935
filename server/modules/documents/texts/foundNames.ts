import { sql } from 'kysely'
import { matcherOf } from '../../../../shared/finding/matches.ts'
import type { Term } from '../../../../shared/finding/search.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { OpenTree } from '../core/trees.ts'
import { inTexts, rank } from './foundTexts.ts'

/** What names have to hold. */
export const wantedWords = (terms: readonly Term[]): string =>
  terms.flatMap(({ words, excluded }) => (excluded ? [] : words)).join(' ')

/** Whether a name that holds the words has those in quotes in their order, and nothing that must not be there (FIND-07). */
export function nameTest(terms: readonly Term[]): (name: string) => boolean {
  const matchesOf = matcherOf(terms)
  return (name) => {
    const held = new Set(matchesOf(name).map(({ term }) => term))
    return terms.every(({ kind, excluded }, at) =>
      excluded ? !held.has(at) : kind !== 'phrase' || held.has(at),
    )
  }
}

/** Those of the documents in whose names nothing stands that must not: a minus counts for names and texts together. */
export async function withoutNamed(
  db: Connection,
  ids: readonly string[],
  terms: readonly Term[],
): Promise<readonly string[]> {
  const unwanted = terms.filter(({ excluded }) => excluded)
  if (unwanted.length === 0 || ids.length === 0) return ids
  const passes = nameTest(unwanted)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from document where id = any(${ids}::uuid[])`.execute(db)
  const kept = new Set(rows.flatMap(({ id, name }) => (passes(name) ? [id] : [])))
  return ids.filter((id) => kept.has(id))
}

/** Those of the documents, which the trees' actor sees, in whose texts nothing stands that must not. */
export async function withoutSaying(
  db: Connection,
  trees: readonly OpenTree[],
  ids: readonly string[],
  terms: readonly Term[],
): Promise<readonly string[]> {
  let kept = ids
  for (const term of terms.filter(({ excluded }) => excluded)) {
    if (kept.length === 0) break
    const asked = [{ ...term, excluded: false }]
    const { ids: held, inRenditions } = await inTexts(db, trees, asked, {
      condition: sql`document.id = any(${kept}::uuid[])`,
      limit: kept.length,
    })
    // Whether words stand in this order their texts tell.
    const saying = new Set((await rank(db, held, { terms: asked, inRenditions }, held.length)).ids)
    kept = kept.filter((id) => !saying.has(id))
  }
  return kept
}
