import { sql } from 'kysely'
import { badInput, notFound } from '../../access/errors.ts'
import type { Connection } from '../../platform/database/database.ts'
import { canonicalText } from './canonical.ts'
import { type Checkpoint, checkpointAt } from './checkpoints/checkpoints.ts'
import { type RecordKey, recordKeys } from './checkpoints/keys.ts'
import { SOURCE_FACTS, type Source } from './sources.ts'
import { leafHashes, rowsByIds } from './store.ts'
import { consistencyPath, inclusionPath, type Part, positionsOf, rootOfPart } from './tree/proofs.ts'

/** An entry as the API names it. */
export interface NamedEntry {
  source: Source
  rowId: string
}

const checkpointJson = ({ treeSize, root, at, keyId, signature, timeStamp }: Checkpoint) => ({
  treeSize,
  root: root.toString('hex'),
  at: at.toISOString(),
  keyId,
  signature: signature.toString('base64'),
  timestamp: timeStamp?.toString('base64') ?? null,
})

const keyJson = ({ id, publicKey, createdAt, retiredAt }: RecordKey) => ({
  id,
  publicKey: publicKey.toString('base64'),
  createdAt: createdAt.toISOString(),
  retiredAt: retiredAt?.toISOString() ?? null,
})

/** @throws BAD_USER_INPUT */
async function requireCheckpoint(
  db: Connection,
  organisation: string,
  treeSize: number,
  field: string,
): Promise<Checkpoint> {
  const checkpoint = await checkpointAt(db, organisation, treeSize)
  if (checkpoint) return checkpoint
  const sentence = 'Please choose the size of a checkpoint.'
  throw badInput(sentence, { [field]: sentence })
}

async function rootsOf(db: Connection, organisation: string, parts: readonly Part[]): Promise<string[]> {
  const hashes = await leafHashes(db, organisation, positionsOf(parts))
  return parts.map((part) =>
    rootOfPart(part, (position) => {
      const leaf = hashes.get(position)
      if (!leaf) throw new Error(`The record of ${organisation} has no leaf at ${position}.`)
      return leaf
    }).toString('hex'),
  )
}

/** The tree that an entry is about; null for none. */
async function treeOf(db: Connection, { source, rowId }: NamedEntry): Promise<string | null> {
  const { rows } = await (source === 'version'
    ? sql<{ id: string | null }>`
        select document.tree_id as id from document_version version
        join document on document.id = version.document_id where version.id = ${rowId}::uuid`
    : sql<{ id: string | null }>`select tree_id as id from activity where id = ${rowId}::bigint`
  ).execute(db)
  return rows[0]?.id ?? null
}

/**
 * @param isKnown whether whoever asks knows a tree whole
 * @throws NOT_FOUND for an entry that is not in the record up to the size, or of a tree that is not known; BAD_USER_INPUT for
 * no checkpoint's size
 */
export async function proveInclusion(
  db: Connection,
  organisation: string,
  {
    entry,
    treeSize,
    isKnown,
  }: { entry: NamedEntry | null; treeSize: number; isKnown: (treeId: string) => Promise<boolean> },
): Promise<string> {
  const checkpoint = await requireCheckpoint(db, organisation, treeSize, 'treeSize')
  const { rows } = await sql<{ position: number; hash: Buffer; isRemoved: boolean }>`
    select leaf.position, leaf.hash, exists (select from record_removal removal
      where removal.organisation_id = leaf.organisation_id and removal.position = leaf.position) as "isRemoved"
    from record_leaf leaf where leaf.source = ${entry?.source ?? ''} and leaf.row_id = ${entry?.rowId ?? ''}
      and leaf.organisation_id = ${organisation} and leaf.position < ${treeSize}`.execute(db)
  const [leaf] = rows
  if (!entry || !leaf) throw notFound('Entry')
  const treeId = await treeOf(db, entry)
  if (treeId !== null && !(await isKnown(treeId))) throw notFound('Entry')
  const row = leaf.isRemoved ? undefined : (await rowsByIds(db, entry.source, [entry.rowId])).get(entry.rowId)
  return JSON.stringify(
    {
      format: 'helioroom inclusion proof 1',
      organisation,
      position: leaf.position,
      leaf: leaf.hash.toString('hex'),
      entry: row ? canonicalText(SOURCE_FACTS[entry.source].content(row)) : null,
      path: await rootsOf(db, organisation, inclusionPath(leaf.position, treeSize)),
      checkpoint: checkpointJson(checkpoint),
      keys: (await recordKeys(db)).map(keyJson),
    },
    null,
    2,
  )
}

/** @throws BAD_USER_INPUT for sizes at which no checkpoint was signed, or not in their order */
export async function proveConsistency(
  db: Connection,
  organisation: string,
  { from, to }: { from: number; to: number },
): Promise<string> {
  if (from > to) {
    const sentence = 'Please give the earlier checkpoint first.'
    throw badInput(sentence, { from: sentence })
  }
  const former = await requireCheckpoint(db, organisation, from, 'from')
  const later = await requireCheckpoint(db, organisation, to, 'to')
  return JSON.stringify(
    {
      format: 'helioroom consistency proof 1',
      organisation,
      path: await rootsOf(db, organisation, consistencyPath(from, to)),
      from: checkpointJson(former),
      to: checkpointJson(later),
      keys: (await recordKeys(db)).map(keyJson),
    },
    null,
    2,
  )
}
