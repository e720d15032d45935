import { sql } from 'kysely'
import { normaliseName } from '../../../../shared/documentNames.ts'
import { type RenameRule, renamed } from '../../../../shared/renaming.ts'
import { MAX_RENAMED } from '../../../../shared/selections.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, notFound } from '../../../access/errors.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import {
  childrenByName,
  type DocumentNode,
  documentsInOrder,
  nameKey,
  placeKey,
  storedId,
} from '../core/nodes.ts'
import { pathsInNames } from '../core/paths.ts'
import { recordChanges } from '../core/record.ts'
import { requirePermitted } from '../core/selection.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import { awaitTexts } from '../texts/texts.ts'
import { awaitThumbnails } from '../thumbnails/thumbnails.ts'
import { extensionOf } from '../uploads/uploads.ts'

/** What an entry is called, what it is to be called, and why it can't. */
export interface RenamedRow {
  id: string
  former: string
  name: string
  problem: string | null
}

export interface ManyRenamed {
  rows: RenamedRow[]
  isDone: boolean
}

/** A name as an entry had it before a rename, and as it has it since. */
export interface FormerName {
  id: string
  former: string
  name: string
}

/** A selection that is to be renamed. */
export interface RenameInput {
  treeId: string
  documentIds: readonly string[]
  rule: RenameRule
  dryRun: boolean
}

/** Renames of many entries in one step (INDEX-09). */
export interface Renamings {
  /** @throws as renameDocuments */
  renameMany(actor: Actor, input: RenameInput): Promise<ManyRenamed>
  /** @throws as undoRenameDocuments */
  undoRenames(actor: Actor, input: { treeId: string; names: readonly FormerName[] }): Promise<ManyRenamed>
}

const TAKEN = 'An entry with this name already exists.'
const TWICE = 'Two of these would have this name.'

/** The entries of a selection that are still there. @throws BAD_USER_INPUT for more than 500, FORBIDDEN as requirePermitted */
async function chosen(tx: Tx, tree: OpenTree, documentIds: readonly string[]): Promise<DocumentNode[]> {
  const ids = [...new Set(documentIds)]
  if (ids.length > MAX_RENAMED) {
    throw badInput(`Please rename at most ${MAX_RENAMED} entries at a time, not ${ids.length}.`)
  }
  const stored = ids.flatMap((id) => storedId(tree, id) ?? [])
  if (stored.includes(tree.id)) throw notFound('Document')
  const nodes = await documentsInOrder(tx, tree, stored)
  await requirePermitted(tx, tree, nodes)
  return nodes
}

/** What would come of these names; a name that another of them gives up is free. */
async function planned(
  tx: Tx,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
  names: readonly string[],
): Promise<RenamedRow[]> {
  const rows = nodes.map((node, index) => {
    const checked = normaliseName(names[index] ?? '')
    const name = checked.ok ? checked.name : (names[index] ?? '')
    const place = placeKey(node.parentId ?? '', nameKey(name))
    return { id: node.id, former: node.name, name, place, problem: checked.ok ? null : checked.reason }
  })
  const mine = new Set(rows.map(({ id }) => id))
  const wanted = Map.groupBy(rows, ({ place }) => place)
  const taken = await takenBy(tx, tree, nodes, rows, mine)
  return rows.map(({ place, ...row }): RenamedRow => {
    if (row.problem !== null) return row
    if (taken.has(place)) return { ...row, problem: TAKEN }
    return (wanted.get(place)?.length ?? 0) > 1 ? { ...row, problem: TWICE } : row
  })
}

/** Of the wanted places those that an entry beside the chosen ones has, as far as the actor sees it (decision 3). */
async function takenBy(
  tx: Tx,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
  rows: readonly { name: string }[],
  mine: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const places = nodes.map(({ parentId }, index) => ({
    parentId: parentId ?? '',
    key: nameKey(rows[index]?.name ?? ''),
  }))
  const found = await childrenByName(tx, tree, places)
  return new Set([...found].flatMap(([place, { id }]) => (mine.has(id) ? [] : place)))
}

async function write(tx: Tx, tree: OpenTree, nodes: readonly DocumentNode[], rows: readonly RenamedRow[]) {
  const changed = nodes.flatMap((node, index) => {
    const name = rows[index]?.name ?? node.name
    if (name === node.name) return []
    return { former: node, node: { ...node, name, extension: node.isFolder ? '' : extensionOf(name) } }
  })
  const formerPaths = await pathsInNames(
    tx,
    changed.map(({ former }) => former.path),
  )
  await sql`
    update document set name = renamed.name, name_key = renamed.key, extension = renamed.extension
    from unnest(${changed.map(({ node }) => node.id)}::uuid[], ${changed.map(({ node }) => node.name)}::text[],
      ${changed.map(({ node }) => nameKey(node.name))}::text[], ${changed.map(({ node }) => node.extension)}::text[])
      as renamed(id, name, key, extension)
    where document.id = renamed.id`.execute(tx)
  await recordChanges(
    tx,
    changed.map(({ node }, index) => ({
      kind: 'RENAME',
      node,
      versionId: node.versionId,
      detail: { formerPath: formerPaths[index] ?? '', formerIds: node.path },
    })),
  )
  const others = changed.flatMap(({ former, node }) => (former.extension === node.extension ? [] : node))
  if (others.length > 0) {
    await awaitThumbnails(tx, tree, others)
    await awaitTexts(tx, tree, others)
  }
}

/**
 * Renames chosen entries by a rule (INDEX-09): all, or none where one of them can't be called so.
 * @throws FORBIDDEN without the tree's edit right and as requirePermitted, BAD_USER_INPUT for more than 500 or a number below 0
 */
export const renameDocuments = (db: Database, actor: Actor, input: RenameInput): Promise<ManyRenamed> =>
  changeTree(db, actor, input.treeId, 'edit', async (tx, tree) => {
    const { startNumber } = input.rule
    if (startNumber != null && startNumber < 0) throw badInput('Please begin with a number from 0 on.')
    const nodes = await chosen(tx, tree, input.documentIds)
    const rows = await planned(tx, tree, nodes, renamed(nodes, input.rule))
    const isDone = !input.dryRun && rows.every(({ problem }) => problem === null)
    if (isDone) await write(tx, tree, nodes, rows)
    return { rows, isDone }
  })

/**
 * Gives entries the names back that they had before a bulk rename.
 * @throws as renameDocuments; CONFLICT where one is gone, is no longer called as expected, or its name is taken
 */
export const undoRenameDocuments = (
  db: Database,
  actor: Actor,
  input: { treeId: string; names: readonly FormerName[] },
): Promise<ManyRenamed> =>
  changeTree(db, actor, input.treeId, 'edit', async (tx, tree) => {
    const expected = new Map(input.names.map((each) => [each.id, each]))
    const nodes = await chosen(tx, tree, [...expected.keys()])
    const other = nodes.find(({ id, name }) => expected.get(id)?.name !== name)
    if (nodes.length < expected.size || other) {
      throw conflict(
        'These entries have been changed since. Their names can no longer be taken back together.',
      )
    }
    const rows = await planned(
      tx,
      tree,
      nodes,
      nodes.map(({ id }) => expected.get(id)?.former ?? ''),
    )
    const clash = rows.find(({ problem }) => problem !== null)
    if (clash) throw conflict(`"${clash.name}" can’t be given back: ${clash.problem}`)
    await write(tx, tree, nodes, rows)
    return { rows, isDone: true }
  })
