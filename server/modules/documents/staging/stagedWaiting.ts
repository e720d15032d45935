import { type RawBuilder, sql } from 'kysely'
import { formatCount } from '../../../../shared/format/number.ts'
import type { Actor } from '../../../access/actor.ts'
import type { EntityPlace } from '../../../access/reach.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { byPerson, type Waiting, type WaitingAsked, type WaitingByPerson } from '../../waiting/index.ts'
import { pageOf } from '../core/addresses.ts'
import { isShown } from '../core/nodes.ts'
import { type OpenTree, ofTrees } from '../core/trees.ts'
import { isOfPlace, placeIn, roomsOf } from '../news/rooms.ts'
import { isKnownChange } from './changeStore.ts'
import { isStagedGroup } from './stagedStore.ts'

interface StagedCount {
  count: number
  /** When the newest of it was staged; null for nothing. */
  at: Date | null
}

/** SQL: a row for each entry that the tree's page of what is staged lists, with the moment. */
const stagedIn = (tree: OpenTree): RawBuilder<unknown> => sql`
  select count(*)::int as count, max(at) as at from (
    select document.modified_at as at
    from name_group g join document_name_search named on named.group_id = g.id
    join document on document.id = named.document_id
    where ${isStagedGroup(tree)}
    union all
    select max(c.created_at) from staged_change c join document on document.id = c.document_id
    where ${isKnownChange(tree)} and ${isShown(tree)} group by document.id) as staged`

/** What is staged in rooms for those of the readers who may publish it. */
async function linesOf(
  db: Connection,
  readers: readonly Actor[],
  where: RawBuilder<boolean>,
): Promise<{ personId: string; waiting: Waiting[] }[]> {
  const isStaged = sql<boolean>`
    (exists (select from acl where acl.tree_id = t.id and acl.is_staged)
      or exists (select from staged_change c where c.tree_id = t.id))`
  const rooms = (await roomsOf(db, readers, sql<boolean>`${where} and ${isStaged}`)).filter(
    ({ tree }) => tree.rights.edit,
  )
  const found = await ofTrees<StagedCount>(
    db,
    rooms.map(({ tree }) => tree),
    stagedIn,
  )
  return rooms.flatMap(({ tree, slugs }, index) => {
    const [staged] = found[index] ?? []
    if (!staged?.at) return []
    const title = `${formatCount(staged.count, 'entry', 'entries')} staged`
    const path = `${pageOf(tree, slugs)}/staged`
    const { count, at } = staged
    return [
      {
        personId: tree.actor.personId,
        waiting: [{ kind: 'STAGED', title, place: placeIn(tree), path, count, at }],
      },
    ]
  })
}

/** What is staged by room, for who may publish it (NEW-04). */
export async function waitingStaged(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
): Promise<Waiting[]> {
  if (actor.token) return []
  const where = sql<boolean>`(${organisationId}::uuid is null or t.organisation_id = ${organisationId}::uuid)`
  return (await linesOf(db, [actor], where)).flatMap(({ waiting }) => waiting)
}

/** The same of one room for each of the readers. */
export const waitingStagedIn = async (
  db: Connection,
  { readers, place }: { readers: readonly Actor[]; place: EntityPlace },
): Promise<WaitingByPerson> => byPerson(await linesOf(db, readers, isOfPlace(place)))
