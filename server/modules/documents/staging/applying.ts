import { sql } from 'kysely'
import { conflict, DomainError, notFound } from '../../../access/errors.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { moveNow } from '../changes/move.ts'
import { isReadable } from '../core/acls.ts'
import { foldersToFill } from '../core/destinations.ts'
import { type DocumentNode, documentsByIds, isStaged, nodesById, rootName } from '../core/nodes.ts'
import { principalsOf } from '../core/principals.ts'
import { requirePermitted, topmostOf } from '../core/selection.ts'
import type { OpenTree } from '../core/trees.ts'
import { permitNow } from '../permissions/askedPermission.ts'
import { appear } from '../uploads/appear.ts'
import type { ChangeRow } from './changeStore.ts'

/** Why some of a publication is not to be done by its author any more. */
export const CLOSED = 'Some of it is no longer open to you.'

/** Reasons against a publication, in sentences: it is made without any, or not at all. */
export class Reasons extends Set<string> {
  /** Runs a step, and leaves nothing of it where it is refused: by default all is undone then. */
  apart: <T>(step: () => Promise<T>) => Promise<T> = (step) => step()
}

/** @returns what the step gives; undefined where it is refused, with the reason among the others */
export async function attempt<T>(
  reasons: Reasons,
  step: () => Promise<T>,
  told: (refusal: DomainError) => string = ({ message }) => message,
): Promise<T | undefined> {
  try {
    return await reasons.apart(step)
  } catch (error) {
    // After anything else the transaction is lost.
    if (!(error instanceof DomainError)) throw error
    reasons.add(told(error))
    return undefined
  }
}

/** The entries of changes as they are by now, each once. @throws CONFLICT where one of them is closed to the actor */
async function entriesOf(
  tx: Tx,
  tree: OpenTree,
  changes: readonly ChangeRow[],
): Promise<Map<string, DocumentNode>> {
  const ids = new Set(changes.map(({ documentId }) => documentId))
  const nodes = await nodesById(tx, tree, [...ids])
  if (nodes.size < ids.size) throw conflict(CLOSED)
  return nodes
}

/** Changes of each request together, in the order in which they were staged. */
const batchesOf = (changes: readonly ChangeRow[]): ChangeRow[][] => [
  ...Map.groupBy(changes, ({ batchId }) => batchId).values(),
]

/** Moves into folders that are staged themselves, and come after these, apart from the others. */
export async function movesInOrder(
  tx: Tx,
  tree: OpenTree,
  changes: readonly ChangeRow[],
): Promise<{ before: ChangeRow[]; after: ChangeRow[] }> {
  const moves = changes.filter(({ kind }) => kind === 'MOVE')
  const folders = await documentsByIds(
    tx,
    tree,
    moves.flatMap(({ destinationId }) => destinationId ?? []),
  )
  const staged = new Set(folders.filter(isStaged).map(({ id }) => id))
  const { before = [], after = [] } = Object.groupBy(moves, ({ destinationId }) =>
    staged.has(destinationId ?? '') ? 'after' : 'before',
  )
  return { before, after }
}

/** Makes staged moves, as the actor of the tree would at that moment; what lies in its folder by then stays there. */
export async function makeMoves(
  tx: Tx,
  tree: OpenTree,
  moves: readonly ChangeRow[],
  { at, reasons }: { at: Date; reasons: Reasons },
): Promise<void> {
  for (const batch of batchesOf(moves)) {
    const id = batch[0]?.destinationId ?? ''
    const destination = (await foldersToFill(tx, tree, [id])).get(id)
    const name = destination && (destination.parentId === null ? rootName(tree) : destination.name)
    await attempt(
      reasons,
      async () => {
        if (!destination) throw conflict(await whyNoFolder(tx, tree, id))
        const nodes = [...(await entriesOf(tx, tree, batch)).values()]
        await requirePermitted(tx, tree, nodes)
        const sources = topmostOf(nodes).filter((node) => node.parentId !== destination.id)
        if (sources.length > 0) await moveNow(tx, tree, sources, destination, at)
      },
      ({ code, message }) => {
        if (code === 'FORBIDDEN') return CLOSED
        return name === undefined || message === CLOSED ? message : `Move to "${name}": ${message}`
      },
    )
  }
}

/** Of a folder that was deleted its name, to whoever could see it. */
async function whyNoFolder(tx: Tx, tree: OpenTree, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from document
    where id = ${id} and path[1] = ${tree.id} and deleted_at is not null and ${isReadable(tree, 'document.acl_id')}`.execute(
    tx,
  )
  const [row] = rows
  return row ? `The folder "${row.name}" was deleted.` : CLOSED
}

/** Makes staged files the next versions of their documents. @returns whether there were any */
export async function makeVersions(
  tx: Tx,
  tree: OpenTree,
  changes: readonly ChangeRow[],
  { at, reasons }: { at: Date; reasons: Reasons },
): Promise<boolean> {
  const versions = changes.flatMap(({ documentId, content }) => (content ? [{ documentId, content }] : []))
  if (versions.length === 0) return false
  await attempt(reasons, async () => {
    const files = await entriesOf(
      tx,
      tree,
      changes.filter(({ kind }) => kind === 'VERSION'),
    )
    const above = new Set([...files.values()].flatMap(({ parentId }) => parentId ?? []))
    // Whoever may put nothing into a folder uploads no version there, either.
    if ((await foldersToFill(tx, tree, [...above])).size < above.size) throw conflict(CLOSED)
    const published = new Map<string, DocumentNode>()
    for (const { documentId, content } of versions) {
      const file = files.get(documentId)
      if (!file) throw notFound('Document')
      const { versionId, size } = content
      published.set(versionId, { ...file, versionId, size, modifiedAt: at })
    }
    const uploads = versions.map(({ content }) => content)
    await appear(tx, tree, { uploads, published, isNew: () => false }, at)
  })
  return true
}

/** Makes staged changes of permissions, in the order in which they were staged. */
export async function makePermissions(
  tx: Tx,
  tree: OpenTree,
  changes: readonly ChangeRow[],
  { at, reasons }: { at: Date; reasons: Reasons },
): Promise<void> {
  const batches = batchesOf(changes.filter(({ kind }) => kind === 'PERMISSION'))
  if (batches.length === 0) return
  if (!tree.rights.admin) return void reasons.add(CLOSED)
  const principals = await principalsOf(tx, tree)
  const kind = tree.permissionsType === 'GROUP' ? 'group' : 'role'
  for (const batch of batches) {
    const permission = batch[0]?.asked
    if (!permission) continue
    await attempt(
      reasons,
      async () => {
        const nodes = [...(await entriesOf(tx, tree, batch)).values()]
        await permitNow(tx, tree, nodes, { permission, principals }, at)
      },
      ({ code, message }) =>
        code === 'NOT_FOUND'
          ? `A ${kind} whose permissions were to be changed is no longer in this room.`
          : message,
    )
  }
}
