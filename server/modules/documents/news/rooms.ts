import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Waiting, WaitingAsked } from '../../waiting/index.ts'
import { pageOf, type TreeSlugs } from '../core/addresses.ts'
import { rootName } from '../core/nodes.ts'
import { type OpenTree, openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { newInRooms, type RoomNews } from './roomsStore.ts'

/** Hours after which an upload that was not confirmed has failed, in terms of what waits; a day later it is swept. */
const UNFINISHED_HOURS = 1

interface Room {
  tree: OpenTree
  slugs: TreeSlugs
  uploads: number
  uploadedAt: Date | null
}

/** The trees that the actor has visited, or uploads to, and may open. */
async function roomsOf(db: Connection, { actor, organisationId }: WaitingAsked): Promise<Room[]> {
  const { personId } = actor
  const { rows } = await sql<TreeRow & TreeSlugs & Pick<Room, 'uploads' | 'uploadedAt'>>`
    with unfinished as materialized (
      select tree_id, count(*)::int as uploads, max(created_at) as at from upload
      where person_id = ${personId} and created_at < now() - ${UNFINISHED_HOURS} * interval '1 hour'
      group by tree_id)
    select ${TREE_COLUMNS}, o.slug as organisation, coalesce(p.slug, h.slug, o.slug) as entity,
      coalesce(unfinished.uploads, 0) as uploads, unfinished.at as "uploadedAt"
    from ${TREES} left join unfinished on unfinished.tree_id = t.id
    where t.id in (select tree_id from tree_visit where person_id = ${personId} union select tree_id from unfinished)
      and (${organisationId}::uuid is null or t.organisation_id = ${organisationId}::uuid)`.execute(db)
  return rows.flatMap((row) => {
    const tree = openOrNull(actor, row)
    const { organisation, entity, uploads, uploadedAt } = row
    return tree ? [{ tree, slugs: { organisation, entity }, uploads, uploadedAt }] : []
  })
}

/** New documents, and uploads that did not finish, by room (NEW-04): of all rooms in two statements. */
export async function waitingDocuments(db: Connection, asked: WaitingAsked): Promise<Waiting[]> {
  // What a token asks is no visit.
  if (asked.actor.token) return []
  const rooms = await roomsOf(db, asked)
  const news = await newInRooms(
    db,
    rooms.map(({ tree }) => tree),
  )
  return rooms.flatMap((room) => [...ofNews(room, news.get(room.tree.id)), ...ofUploads(room)])
}

/** Documents of an entity are what its room is known for; its other trees say what they are. */
const placeIn = (tree: OpenTree): string =>
  tree.type === 'DOCUMENTS' ? tree.name : `${tree.name}, ${rootName(tree)}`

const ofNews = ({ tree, slugs }: Room, news: RoomNews | undefined): Waiting[] =>
  news
    ? [
        {
          kind: 'NEW_DOCUMENTS',
          title: news.count === 1 ? '1 new document' : `${news.count} new documents`,
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
          title: uploads === 1 ? '1 upload did not finish' : `${uploads} uploads did not finish`,
          place: placeIn(tree),
          path: pageOf(tree, slugs),
          count: uploads,
          at: uploadedAt,
        },
      ]
    : []
