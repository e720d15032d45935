import { sql } from 'kysely'
import type { Term } from '../../../../shared/finding/search.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { OpenTree } from '../core/trees.ts'
import { inTexts, rank } from './foundTexts.ts'
import { nameTest } from './nameWords.ts'

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
    const { matches, inRenditions } = await inTexts(db, trees, asked, {
      among: kept,
      limit: kept.length,
    })
    const ids = matches.map(({ id }) => id)
    // Whether words stand in this order their texts tell.
    const saying = new Set((await rank(db, ids, { terms: asked, inRenditions }, ids.length)).ids)
    kept = kept.filter((id) => !saying.has(id))
  }
  return kept
}
