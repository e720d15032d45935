import { sql } from 'kysely'
import type { Numbering } from '../../../../shared/enumerations.ts'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, notFound } from '../../../access/errors.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { recordBy } from '../../activity/index.ts'
import { childrenOf, documentsBelow } from '../core/children.ts'
import { folderToChange } from '../core/destinations.ts'
import { type DocumentNode, documentsInOrder, storedId } from '../core/nodes.ts'
import { keepFormerNumbers, numberEntries, numbersOf } from '../core/numbers.ts'
import { pathsInNames } from '../core/paths.ts'
import { recordChanges } from '../core/record.ts'
import { checkCount, requirePermitted } from '../core/selection.ts'
import { foldersWithin } from '../core/subtree.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'

/** Entries of a tree that can be numbered, the deleted ones too. */
const MAX_NUMBERED = 100_000
/** Entries that are numbered anew, or put in order, in one step. */
const MAX_RENUMBERED = 10_000

export interface Renumbered {
  node: DocumentNode
  former: string | null
  number: string
}

export interface Renumbering {
  /** The folder's own entries in their new order, then those below it of which the number changes. */
  rows: Renumbered[]
  isDone: boolean
}

/** Index numbers of trees: core/numbers.ts says what they are. */
export interface DocumentNumbering {
  /** For a loader, in the order of the nodes. */
  numbers(nodes: readonly DocumentNode[]): Promise<(string | null)[]>
  /** @throws FORBIDDEN without the tree's admin right, CONFLICT for a tree of too many entries */
  set(actor: Actor, treeId: string, numbering: Numbering): Promise<OpenTree>
  /** @throws FORBIDDEN without the tree's admin right, NOT_FOUND for the folder, CONFLICT for too many entries or no numbering */
  renumber(
    actor: Actor,
    input: { treeId: string; folderId: string | null; dryRun: boolean },
  ): Promise<Renumbering>
  /** @throws FORBIDDEN without the tree's edit right, CONFLICT where they no longer lie in one folder */
  order(
    actor: Actor,
    input: { treeId: string; documentIds: readonly string[]; beforeId: string | null },
  ): Promise<DocumentNode[]>
}

/**
 * Numbers what has none yet; what had a number before the tree's numbering was switched off has it again.
 * @throws CONFLICT for a tree of too many entries
 */
export async function numberTree(tx: Tx, tree: OpenTree): Promise<void> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    select document.id, named.number is null as "isNew"
    from document join document_name_search named on named.document_id = document.id
    where document.tree_id = ${tree.id} and document.parent_id is not null limit ${MAX_NUMBERED + 1}`.execute(
    tx,
  )
  if (rows.length > MAX_NUMBERED) {
    throw conflict('Only a room of at most 100,000 entries can be numbered.')
  }
  await numberEntries(
    tx,
    tree,
    rows.flatMap(({ id, isNew }) => (isNew ? id : [])),
  )
}

/** Numbers all in the folders from 1 on, in the order that they have been put in; deleted entries come after the others. */
async function numberAnew(tx: Tx, folderIds: readonly string[]): Promise<void> {
  await sql`
    with placed as materialized (
      select d.id, d.parent_id, row_number() over (
        partition by d.parent_id
        order by d.deleted_at is not null, coalesce(named.number_place, named.number), named.number, d.id)::integer as number
      from document d join document_name_search named on named.document_id = d.id
      where d.parent_id = any(${folderIds}::uuid[])
    ), counted as (
      update folder_place folder set last_number = of_folder.last
      from (select parent_id, max(number) as last from placed group by parent_id) as of_folder
      where folder.folder_id = of_folder.parent_id)
    update document_name_search named set number = placed.number, number_place = null
    from placed where named.document_id = placed.id
      and (named.number is distinct from placed.number or named.number_place is not null)`.execute(tx)
}

/** Each entry that got another number of its own folder: 'Renumbered from 2.4 to 2.3' in its history. */
async function recordNumbers(tx: Tx, tree: OpenTree, changed: readonly Renumbered[]): Promise<void> {
  const ownOf = (number: string | null) => number?.split('.').at(-1)
  const own = changed.filter(({ former, number }) => ownOf(former) !== ownOf(number))
  const paths = await pathsInNames(
    tx,
    own.map(({ node }) => node.path),
  )
  await recordChanges(
    tx,
    own.map(({ node, former, number }, index) => ({
      kind: 'RENAME',
      node,
      versionId: node.versionId,
      detail: { formerPath: paths[index] ?? '', formerIds: node.path, formerNumber: former, number },
    })),
  )
  await keepFormerNumbers(
    tx,
    tree,
    changed.map(({ node }) => node),
    changed.map(({ former }) => former),
  )
}

/** Ends a transaction that was only to show what would come of it. */
class DryRun extends Error {
  readonly rows: Renumbered[]
  constructor(rows: Renumbered[]) {
    super('Nothing is kept of a dry run.')
    this.rows = rows
  }
}

const requireNumbering = ({ numbering }: OpenTree): void => {
  if (numbering === 'OFF') throw conflict('This room is not numbered. Please switch numbering on first.')
}

async function renumberFolder(tx: Tx, tree: OpenTree, folder: DocumentNode): Promise<Renumbered[]> {
  const all = await documentsBelow(tx, tree, [folder], { limit: MAX_RENUMBERED + 1, offset: 0 })
  if (all.length > MAX_RENUMBERED) {
    throw conflict('At most 10,000 entries can be renumbered at a time. Please choose a folder below.')
  }
  const former = await numbersOf(tx, all)
  await numberAnew(tx, await foldersWithin(tx, [folder.path]))
  const numbers = await numbersOf(tx, all)
  const rows = all.map(
    (node, index): Renumbered => ({
      node,
      former: former[index] ?? null,
      number: numbers[index] ?? '',
    }),
  )
  const direct = (await childrenOf(tx, tree, [folder], { limit: MAX_RENUMBERED, offset: 0 })).get(folder.id)
  const byId = new Map(rows.map((row) => [row.node.id, row]))
  return [
    ...(direct ?? []).flatMap(({ id }) => byId.get(id) ?? []),
    ...rows.filter(({ node, former: before, number }) => node.parentId !== folder.id && before !== number),
  ]
}

/** The entries of a folder in the order in which they would be numbered, whoever sees them. */
async function idsInOrder(tx: Tx, folderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document d join document_name_search named on named.document_id = d.id
    where d.parent_id = ${folderId}
    order by coalesce(named.number_place, named.number), named.number, d.id
    limit ${MAX_RENUMBERED + 1}`.execute(tx)
  if (rows.length > MAX_RENUMBERED) {
    throw conflict('Folders of more than 10,000 entries can’t be put in another order.')
  }
  return rows.map(({ id }) => id)
}

export const createNumbering = (db: Database): DocumentNumbering => ({
  numbers: (nodes) => numbersOf(db, nodes),

  set: (actor, treeId, numbering) =>
    changeTree(db, actor, treeId, 'admin', async (tx, tree) => {
      if (tree.numbering === numbering) return tree
      const changed = { ...tree, numbering }
      await tx.updateTable('document_tree').set({ numbering }).where('id', '=', tree.id).execute()
      if (numbering !== 'OFF') await numberTree(tx, changed)
      await recordBy(tx, tree.actor, [
        {
          kind: 'SET_NUMBERING',
          organisationId: tree.organisationId,
          treeId: tree.id,
          detail: { numbering, former: tree.numbering },
        },
      ])
      return changed
    }),

  renumber: async (actor, { treeId, folderId, dryRun }) => {
    try {
      const rows = await changeTree(db, actor, treeId, 'admin', async (tx, tree) => {
        requireNumbering(tree)
        const folder = await folderToChange(tx, tree, folderId)
        const all = await renumberFolder(tx, tree, folder)
        if (dryRun) throw new DryRun(all)
        const changed = all.filter(({ former, number }) => former !== number)
        if (tree.numbering === 'ONE') await recordNumbers(tx, tree, changed)
        await recordBy(tx, tree.actor, [
          {
            kind: 'RENUMBER',
            organisationId: tree.organisationId,
            treeId: tree.id,
            documentId: folder.id,
            detail: { count: changed.length },
          },
        ])
        return all
      })
      return { rows, isDone: true }
    } catch (error) {
      if (error instanceof DryRun) return { rows: error.rows, isDone: false }
      throw error
    }
  },

  order: (actor, { treeId, documentIds, beforeId }) =>
    changeTree(db, actor, treeId, 'edit', async (tx, tree) => {
      requireNumbering(tree)
      const ids = [...new Set(documentIds)]
      checkCount(ids, 'choose')
      if (ids.length === 0) throw badInput(`Please choose 1 to ${MAX_SELECTED} documents.`)
      const nodes = await documentsInOrder(
        tx,
        tree,
        ids.flatMap((id) => storedId(tree, id) ?? []),
      )
      const [first] = nodes
      if (!first || first.parentId === null || nodes.length < ids.length) throw notFound('Document')
      const { parentId } = first
      await requirePermitted(tx, tree, nodes)
      const [before = null] = beforeId === null ? [] : await documentsInOrder(tx, tree, [beforeId])
      const isApart = nodes.some((node) => node.parentId !== parentId)
      if (isApart || (beforeId !== null && before?.parentId !== parentId) || ids.includes(beforeId ?? '')) {
        throw conflict('These entries no longer lie in one folder. Please choose again.')
      }
      const others = (await idsInOrder(tx, parentId)).filter((id) => !ids.includes(id))
      const at = before ? others.indexOf(before.id) : others.length
      const order = others.toSpliced(at, 0, ...ids)
      await sql`
        update document_name_search named set number_place = placed.place
        from unnest(${order}::uuid[]) with ordinality as placed(id, place)
        where named.document_id = placed.id`.execute(tx)
      return nodes
    }),
})
