import { sql } from 'kysely'
import { conflict } from '../../../access/errors.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type DocumentNode, isShown } from '../core/nodes.ts'
import { type DocumentChange, recordChanges } from '../core/record.ts'
import type { OpenTree } from '../core/trees.ts'
import type { AskedPermission } from '../permissions/askedPermission.ts'
import type { Content } from '../uploads/appear.ts'

export const STAGED_KINDS = ['VERSION', 'MOVE', 'PERMISSION'] as const
export type StagedKind = (typeof STAGED_KINDS)[number]

/** What is to be done to a published entry: the file of its next version, the folder that it moves to, or other permissions. */
export type ToStage =
  | { kind: 'VERSION'; content: Content }
  | { kind: 'MOVE'; destinationId: string }
  | { kind: 'PERMISSION'; asked: AskedPermission }

/** A change of something published that waits for its publication (STAGE-03). */
export interface ChangeRow {
  id: string
  documentId: string
  kind: StagedKind
  /** What one request staged is done together. */
  batchId: string
  personId: string
  at: Date
  /** Null but for a version. */
  content: Content | null
  /** Null but for a move. */
  destinationId: string | null
  /** Null but for permissions. */
  asked: AskedPermission | null
}

/** SQL: a ChangeRow of `staged_change c`. */
export const CHANGE_COLUMNS = sql`
  c.id, c.document_id as "documentId", c.kind, c.batch_id as "batchId", c.created_by as "personId", c.created_at as at,
  c.destination_id as "destinationId", c.change as asked, c.version_id as "versionId", c.size, c.sha256,
  c.is_unchecked as "isUnchecked"`

export type StoredChange = Omit<ChangeRow, 'content'> & {
  [Key in keyof Content]: Content[Key] | null
}

export function toChange({ versionId, size, sha256, isUnchecked, ...row }: StoredChange): ChangeRow {
  const content =
    versionId !== null && size !== null && sha256 !== null
      ? { versionId, size, sha256, isUnchecked: isUnchecked ?? false }
      : null
  return { ...row, content }
}

/**
 * SQL: those of `staged_change c` that the actor may know: who may not change permissions is told of none (PERM-13). Whoever sees
 * a room as others do sees all of its documents as themselves, and is told which of these will be permitted otherwise.
 */
export const isKnownChange = (tree: OpenTree) => sql<boolean>`
  c.tree_id = ${tree.id} ${tree.rights.admin || tree.actor.viewing ? sql`` : sql`and c.kind <> 'PERMISSION'`}`

/** Changes by their documents, as far as both are known to the actor, those that were staged first first. */
export async function changesAmong(
  db: Connection,
  tree: OpenTree,
  which: { ids: readonly string[] } | { documentIds: readonly string[]; kind: StagedKind },
): Promise<ChangeRow[]> {
  if (!tree.hasStagedChanges) return []
  const isAsked =
    'ids' in which
      ? sql`c.id = any(${which.ids}::uuid[])`
      : sql`c.document_id = any(${which.documentIds}::uuid[]) and c.kind = ${which.kind}`
  const { rows } = await sql<StoredChange>`
    select ${CHANGE_COLUMNS} from staged_change c join document on document.id = c.document_id
    where ${isAsked} and ${isKnownChange(tree)} and ${isShown(tree)}
    order by c.created_at, c.id`.execute(db)
  return rows.map(toChange)
}

/**
 * Changes of the documents and of what lies in the folders among them, without what is left out and what lies in it.
 * @param most rows
 */
export async function changesWithin(
  db: Connection,
  tree: OpenTree,
  { chosen, leaveOut }: { chosen: readonly string[]; leaveOut: readonly string[] },
  most: number,
): Promise<ChangeRow[]> {
  if (!tree.hasStagedChanges || chosen.length === 0) return []
  const { rows } = await sql<StoredChange>`
    select ${CHANGE_COLUMNS} from staged_change c join document on document.id = c.document_id
    where ${isKnownChange(tree)} and ${isShown(tree)}
      and exists (select from unnest(document.path) as above(id) where above.id = any(${chosen}::uuid[]))
      and not exists (select from unnest(document.path) as above(id) where above.id = any(${leaveOut}::uuid[]))
    order by c.created_at, c.id limit ${most}`.execute(db)
  return rows.map(toChange)
}

/** What is done, as the record calls it. */
const RECORDED = { VERSION: 'UPLOAD', MOVE: 'MOVE', PERMISSION: 'PERMISSION' } as const

/** Writes into the record, which no history shows (core/record.ts), what becomes of changes. */
export const recordStaged = (
  tx: Tx,
  changes: readonly { node: DocumentNode; kind: StagedKind }[],
  detail: DocumentChange['detail'] = {},
): Promise<void> =>
  recordChanges(
    tx,
    changes.map(({ node, kind }) => ({ kind: 'STAGE', node, detail: { change: RECORDED[kind], ...detail } })),
  )

const OTHERS = {
  VERSION: 'a new version of',
  MOVE: 'a move of',
  PERMISSION: 'other permissions of',
} as const

/** @throws CONFLICT where somebody else has staged such a change: it is theirs, or to be dropped first */
async function refuseOthers(
  tx: Tx,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
  kind: StagedKind,
): Promise<void> {
  const { rows } = await sql<{ documentId: string; by: string }>`
    select c.document_id as "documentId", author.first_name || ' ' || author.last_name as by
    from staged_change c join person author on author.id = c.created_by
    where c.document_id = any(${nodes.map(({ id }) => id)}::uuid[]) and c.kind = ${kind}
      and c.created_by <> ${tree.actor.personId}
    order by c.created_at limit 1`.execute(tx)
  const [other] = rows
  const node = nodes.find(({ id }) => id === other?.documentId)
  if (!other || !node) return
  throw conflict(`${other.by} has staged ${OTHERS[kind]} "${node.name}" already. Please drop that first.`)
}

/**
 * Stages the same for published entries, in the place of what the actor has staged of that kind before: a publication that is
 * due then does what stands by then. The caller holds the tree's lock and has asked who may.
 * @throws CONFLICT where somebody else has staged a move or permissions of one of them
 */
export async function stageChanges(
  tx: Tx,
  tree: OpenTree,
  changes: readonly { node: DocumentNode; change: ToStage }[],
): Promise<void> {
  const [first] = changes
  if (!first) return
  const { kind } = first.change
  const nodes = changes.map(({ node }) => node)
  if (kind !== 'VERSION') await refuseOthers(tx, tree, nodes, kind)
  const rows = changes.map(({ node, change }) => ({
    id: newId(),
    document_id: node.id,
    destination_id: change.kind === 'MOVE' ? change.destinationId : null,
    change: change.kind === 'PERMISSION' ? change.asked : null,
    version_id: change.kind === 'VERSION' ? change.content.versionId : null,
    size: change.kind === 'VERSION' ? change.content.size : null,
    sha256: change.kind === 'VERSION' ? change.content.sha256.toString('hex') : null,
    is_unchecked: change.kind === 'VERSION' ? change.content.isUnchecked : null,
  }))
  await sql`
    insert into staged_change (id, organisation_id, tree_id, document_id, kind, batch_id, created_by, created_at,
      version_id, size, sha256, is_unchecked, destination_id, change)
    select id, ${tree.organisationId}, ${tree.id}, document_id, ${kind}, ${newId()}, ${tree.actor.personId}, now(),
      version_id, size, decode(sha256, 'hex'), is_unchecked, destination_id, change
    from json_to_recordset(${JSON.stringify(rows)}) as staged (id uuid, document_id uuid, version_id uuid, size bigint,
      sha256 text, is_unchecked boolean, destination_id uuid, change jsonb)
    on conflict (document_id, kind) do update set batch_id = excluded.batch_id, created_by = excluded.created_by,
      created_at = excluded.created_at, version_id = excluded.version_id, size = excluded.size,
      sha256 = excluded.sha256, is_unchecked = excluded.is_unchecked, destination_id = excluded.destination_id,
      change = excluded.change`.execute(tx)
  tree.hasStagedChanges = true
  await recordStaged(
    tx,
    nodes.map((node) => ({ node, kind })),
  )
}

export async function deleteChanges(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('staged_change')
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute()
}
