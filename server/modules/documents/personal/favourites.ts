import { sql } from 'kysely'
import { MAX_FAVOURITES } from '../../../../shared/personalDocuments.ts'
import type { Actor } from '../../../access/actor.ts'
import { conflict } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../../platform/database/withLock.ts'
import { type DocumentNode, nodes, type Query, visible } from '../core/nodes.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { openById } from './openById.ts'

/** Documents that somebody has marked for themselves alone (INDEX-08); in the view of others there are none. */
export interface DocumentFavourites {
  /** For a loader, in the order of the nodes. */
  among(nodes: readonly DocumentNode[]): Promise<boolean[]>
  /** By name; what is no longer visible is left out, and not counted. @throws as openTree */
  list(
    actor: Actor,
    treeId: string,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; items: DocumentNode[] }>
  /** @throws NOT_FOUND for what the actor doesn't see, CONFLICT for more than 500 in a tree */
  set(actor: Actor, documentId: string, isFavourite: boolean): Promise<DocumentNode>
}

const marked = (db: Connection, tree: OpenTree): Query =>
  visible(db, tree).where(
    sql<boolean>`document.id in (
      select document_id from document_favourite
      where person_id = ${tree.actor.personId} and tree_id = ${tree.id})`,
  )

const countOf = async (db: Connection, tree: OpenTree): Promise<number> =>
  (
    await marked(db, tree)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** @throws CONFLICT where there are as many as a person may have; what they no longer see makes room, unsaid */
async function mark(tx: Tx, { tree, id }: DocumentNode): Promise<void> {
  const { personId } = tree.actor
  const { rows } = await sql<{ kept: number }>`
    select count(*)::integer as kept from document_favourite
    where person_id = ${personId} and tree_id = ${tree.id} and document_id <> ${id}`.execute(tx)
  if ((rows[0]?.kept ?? 0) >= MAX_FAVOURITES) {
    const seen = visible(tx, tree).select('document.id')
    await tx
      .deleteFrom('document_favourite')
      .where('person_id', '=', personId)
      .where('tree_id', '=', tree.id)
      .where('document_id', 'not in', seen)
      .execute()
    if ((await countOf(tx, tree)) >= MAX_FAVOURITES) {
      throw conflict(`You have ${MAX_FAVOURITES} favourites in this room. Please remove one of them first.`)
    }
  }
  await sql`
    insert into document_favourite (organisation_id, person_id, tree_id, document_id)
    values (${tree.organisationId}, ${personId}, ${tree.id}, ${id}) on conflict do nothing`.execute(tx)
}

export const createFavourites = (db: Database): DocumentFavourites => ({
  among: async (asked) => {
    const [first] = asked
    if (!first || first.tree.actor.viewing) return asked.map(() => false)
    const trees = [...new Set(asked.map(({ tree }) => tree))]
    const known = trees.flatMap(({ reader }) => reader ?? [])
    if (known.length === trees.length) {
      const found = new Set(known.flatMap(({ favourites }) => favourites ?? []))
      return asked.map(({ id }) => found.has(id))
    }
    // All of a room, of which nobody has more than MAX_FAVOURITES: the ids of a page would be longer.
    const { rows } = await sql<{ id: string }>`
      select document_id as id from document_favourite
      where person_id = ${first.tree.actor.personId}
        and tree_id = any(${[...new Set(trees.map(({ id }) => id))]}::uuid[])`.execute(db)
    const found = new Set(rows.map(({ id }) => id))
    return asked.map(({ id }) => found.has(id))
  },
  list: async (actor, treeId, { limit, offset }) => {
    const tree = await openTree(db, actor, treeId)
    if (actor.viewing) return { count: 0, items: [] }
    const items = await nodes(
      marked(db, tree)
        .orderBy(sql`document.name collate name_order`)
        .orderBy('document.id')
        .limit(limit)
        .offset(offset),
      tree,
    )
    return { count: await countOf(db, tree), items }
  },
  set: async (actor, documentId, isFavourite) => {
    await openById(db, actor, documentId)
    return withLock(db, advisoryLock(`favourites:${actor.personId}`), async (tx) => {
      const node = await reauthorise(tx, actor, (now) => openById(tx, now, documentId))
      if (isFavourite) await mark(tx, node)
      else {
        await tx
          .deleteFrom('document_favourite')
          .where('person_id', '=', actor.personId)
          .where('tree_id', '=', node.tree.id)
          .where('document_id', '=', node.id)
          .execute()
      }
      return node
    })
  },
})
