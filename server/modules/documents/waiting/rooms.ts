import { type RawBuilder, sql } from 'kysely'
import { formatCount } from '../../../../shared/format/number.ts'
import type { Actor } from '../../../access/actor.ts'
import type { EntityPlace } from '../../../access/reach.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { byPerson, type Waiting, type WaitingAsked, type WaitingByPerson } from '../../waiting/index.ts'
import { pageOf, type TreeSlugs } from '../core/addresses.ts'
import { rootName } from '../core/nodes.ts'
import { type OpenTree, openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { newInRooms, type RoomNews } from '../news/roomsStore.ts'
import { publishesIn } from '../policy.ts'
import { type StagedCount, stagedIn } from '../staging/stagedWaiting.ts'

/** Hours after which an upload that was not confirmed has failed, in terms of what waits; a day later it is swept. */
const UNFINISHED_HOURS = 1

/**
 * A tree that somebody has visited, or uploads to, and may open. What is staged waits for whoever may publish it, also before
 * their first visit, as questions do for whoever answers them.
 */
interface Room {
  tree: OpenTree
  slugs: TreeSlugs
  uploads: number
  uploadedAt: Date | null
}

type RoomRow = TreeRow & TreeSlugs & Pick<Room, 'uploads' | 'uploadedAt'> & { personId: string }

async function roomsOf(
  db: Connection,
  readers: readonly Actor[],
  where: RawBuilder<boolean>,
): Promise<Room[]> {
  const actors = new Map(readers.map((actor) => [actor.personId, actor]))
  const ids = [...actors.keys()]
  const publishers = readers.flatMap((actor) =>
    publishesIn(actor).map((organisationId) => ({ person: actor.personId, organisation: organisationId })),
  )
  const { rows } = await sql<RoomRow>`
    with unfinished as materialized (
      select person_id, tree_id, count(*)::int as uploads, max(created_at) as at from upload
      where person_id = any(${ids}::uuid[]) and created_at < now() - ${UNFINISHED_HOURS} * interval '1 hour'
      group by person_id, tree_id
    ), used as (
      select person_id, tree_id from tree_visit where person_id = any(${ids}::uuid[])
      union select person_id, tree_id from unfinished
      union select asked.person, staged.id
      from jsonb_to_recordset(${JSON.stringify(publishers)}::jsonb) as asked(person uuid, organisation uuid)
        join document_tree staged on staged.organisation_id = asked.organisation
      where exists (select from acl where acl.tree_id = staged.id and acl.is_staged)
        or exists (select from staged_change change where change.tree_id = staged.id))
    select ${TREE_COLUMNS}, o.slug as organisation, coalesce(p.slug, h.slug, o.slug) as entity,
      used.person_id as "personId", coalesce(unfinished.uploads, 0) as uploads, unfinished.at as "uploadedAt"
    from ${TREES} join used on used.tree_id = t.id
      left join unfinished on unfinished.tree_id = t.id and unfinished.person_id = used.person_id
    where ${where}`.execute(db)
  return rows.flatMap((row) => {
    const actor = actors.get(row.personId)
    const tree = actor ? openOrNull(actor, row) : null
    const { organisation, entity, uploads, uploadedAt } = row
    return tree ? [{ tree, slugs: { organisation, entity }, uploads, uploadedAt }] : []
  })
}

async function linesOf(
  db: Connection,
  rooms: readonly Room[],
): Promise<{ personId: string; waiting: Waiting[] }[]> {
  const trees = rooms.map(({ tree }) => tree)
  const [news, staged] = await Promise.all([newInRooms(db, trees), stagedIn(db, trees)])
  return rooms.map((room, at) => ({
    personId: room.tree.actor.personId,
    waiting: [...ofNews(room, news[at] ?? null), ...ofUploads(room), ...ofStaged(room, staged[at] ?? null)],
  }))
}

/** New documents, uploads that did not finish, and what is staged, by room (NEW-04): of all rooms in three statements. */
export async function waitingDocuments(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
): Promise<Waiting[]> {
  // What a token asks is no visit.
  if (actor.token) return []
  const where = sql<boolean>`(${organisationId}::uuid is null or t.organisation_id = ${organisationId}::uuid)`
  const lines = await linesOf(db, await roomsOf(db, [actor], where))
  return lines.flatMap(({ waiting }) => waiting)
}

/** SQL: whether the tree `t` is of that room. */
const isOfPlace = (place: EntityPlace): RawBuilder<boolean> =>
  place.kind === 'portfolio'
    ? sql<boolean>`t.portfolio_id = ${place.portfolioId}`
    : sql<boolean>`t.holding_company_id = ${place.holdingCompanyId}`

/** The same of one room for each of the readers. */
export async function waitingDocumentsIn(
  db: Connection,
  { readers, place }: { readers: readonly Actor[]; place: EntityPlace },
): Promise<WaitingByPerson> {
  return byPerson(await linesOf(db, await roomsOf(db, readers, isOfPlace(place))))
}

/** Documents of an entity are what its room is known for; its other trees say what they are. */
const placeIn = (tree: OpenTree): string =>
  tree.type === 'DOCUMENTS' ? tree.name : `${tree.name}, ${rootName(tree)}`

const ofNews = ({ tree, slugs }: Room, news: RoomNews | null): Waiting[] =>
  news
    ? [
        {
          kind: 'NEW_DOCUMENTS',
          title: formatCount(news.count, 'new document'),
          place: placeIn(tree),
          path: `${pageOf(tree, slugs)}?view=new`,
          count: news.count,
          at: news.at,
        },
      ]
    : []

const ofUploads = ({ tree, slugs, uploads, uploadedAt }: Room): Waiting[] =>
  uploadedAt
    ? [
        {
          kind: 'FAILED_UPLOAD',
          title: `${formatCount(uploads, 'upload')} did not finish`,
          place: placeIn(tree),
          path: pageOf(tree, slugs),
          count: uploads,
          at: uploadedAt,
        },
      ]
    : []

const ofStaged = ({ tree, slugs }: Room, staged: StagedCount | null): Waiting[] =>
  staged?.at
    ? [
        {
          kind: 'STAGED',
          title: `${formatCount(staged.count, 'entry', 'entries')} staged`,
          place: placeIn(tree),
          path: `${pageOf(tree, slugs)}/staged`,
          count: staged.count,
          at: staged.at,
        },
      ]
    : []
