import { sql } from 'kysely'
import { wordsOf } from '../../../../shared/finding/words.ts'
import type { Actor } from '../../../access/actor.ts'
import { forbidden } from '../../../access/errors.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { type OpenTree, treeInView } from '../core/trees.ts'
import { mayAnalyse } from '../policy.ts'

export interface EmptySearch {
  text: string
  people: number
  lastAt: Date
}

/** People who have searched for the same words before they are listed: what one alone has searched tells who (FIND-16). */
const MIN_PEOPLE = 2
/** Searches of a person in a tree that are kept. */
const MAX_KEPT = 200

/** Keeps that a search in a whole tree has found nothing. */
export async function recordEmptySearch(db: Database, tree: OpenTree, text: string): Promise<void> {
  const { actor, id, organisationId } = tree
  const words = [...wordsOf(text)].map(({ word }) => word).join(' ')
  if (words === '') return
  await sql`
    insert into empty_search (organisation_id, tree_id, text, person_id, at)
    values (${organisationId}, ${id}, ${words}, ${actor.personId}, now())
    on conflict (tree_id, text, person_id) do update set at = now()`.execute(db)
  await sql`
    delete from empty_search where tree_id = ${id} and person_id = ${actor.personId} and text in (
      select text from empty_search where tree_id = ${id} and person_id = ${actor.personId}
      order by at desc, text offset ${MAX_KEPT})`.execute(db)
}

/** By how many people searched. @throws FORBIDDEN without the right of analytics; as treeInView */
export async function emptySearches(
  db: Connection,
  actor: Actor,
  treeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; items: EmptySearch[] }> {
  const tree = await treeInView(db, actor, treeId)
  if (!mayAnalyse(actor, tree.place)) throw forbidden()
  const grouped = sql`
    select text, count(*)::integer as people, max(at) as "lastAt" from empty_search
    where tree_id = ${tree.id} group by text having count(*) >= ${MIN_PEOPLE}`
  const { rows } = await sql<EmptySearch>`
    ${grouped} order by people desc, "lastAt" desc, text limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{
    count: number
  }>`select count(*)::integer as count from (${grouped}) listed`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, items: rows }
}
