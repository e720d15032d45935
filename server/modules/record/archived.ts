import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { canonicalText } from './canonical.ts'
import { type Checkpoint, checkpointsTo, firstCovering } from './checkpoints/checkpoints.ts'
import { type RecordKey, recordKeys } from './checkpoints/keys.ts'
import { SOURCE_FACTS, SOURCES, type Source, type SourceRow } from './sources.ts'
import { rowsByIds } from './store.ts'

/** Which entries of a record are about a room. */
export interface RoomEntries {
  organisationId: string
  treeIds: readonly string[]
  /** The room, and what in it has a history of its own: logs, questions, checklists. */
  subjectIds: readonly string[]
  /** Kinds of activity that an archive does not tell of: its own making would be another state. */
  untold: readonly string[]
}

/** What an archive has of a record (ARCH-02). */
export interface ArchivedRecord {
  /** The first one that was signed with all that was done in the room. */
  checkpoint: Checkpoint
  keys: RecordKey[]
  /** Checkpoints up to that one, the oldest first. */
  checkpoints(): AsyncGenerator<Checkpoint[]>
  /** Hashes of all leaves up to that one, one after the other. */
  leaves(): AsyncGenerator<Buffer>
  /** The room's entries in their order; without a text where the content was removed. */
  entries(): AsyncGenerator<{ position: number; entry: string | null }[]>
}

const PORTION = 5000

interface Leaf {
  position: number
  source: Source
  rowId: string
  isRemoved: boolean
}

/** Leaves of a record in their order, or the last ones first. */
async function leavesBeside(
  db: Connection,
  organisationId: string,
  { from, to, isLastFirst }: { from: number; to: number; isLastFirst: boolean },
): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    select leaf.position, leaf.source, leaf.row_id as "rowId", exists (select from record_removal removal
      where removal.organisation_id = leaf.organisation_id and removal.position = leaf.position) as "isRemoved"
    from record_leaf leaf where leaf.organisation_id = ${organisationId} and leaf.position >= ${from}
      and leaf.position < ${to}
    order by leaf.position ${sql.raw(isLastFirst ? 'desc' : '')}`.execute(db)
  return rows
}

/** Which of the leaves are about the room, with their rows. */
async function toldAmong(
  db: Connection,
  leaves: readonly Leaf[],
  { treeIds, subjectIds, untold }: RoomEntries,
): Promise<Map<Leaf, SourceRow>> {
  const told = new Map<Leaf, SourceRow>()
  const [trees, subjects, kinds] = [new Set(treeIds), new Set(subjectIds), new Set(untold)]
  for (const source of SOURCES) {
    const mine = leaves.filter((leaf) => leaf.source === source)
    const rows = await rowsByIds(
      db,
      source,
      mine.map(({ rowId }) => rowId),
    )
    const ofTrees = source === 'version' ? await versionsIn(db, [...rows.keys()], treeIds) : null
    for (const leaf of mine) {
      const row = rows.get(leaf.rowId)
      if (!row) continue
      const isOfRoom = ofTrees
        ? ofTrees.has(row.id)
        : (trees.has(String(row.tree_id)) || subjects.has(String(row.subject_id))) &&
          !kinds.has(String(row.kind))
      if (isOfRoom) told.set(leaf, row)
    }
  }
  return told
}

async function versionsIn(
  db: Connection,
  ids: readonly string[],
  treeIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select v.id from document_version v join document d on d.id = v.document_id
    where v.id = any(${[...ids]}::uuid[]) and d.tree_id = any(${[...treeIds]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Position of the last entry that is about the room; null for none. */
async function lastOfRoom(db: Connection, of: RoomEntries): Promise<number | null> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(position) + 1, 0) as size from record_leaf where organisation_id = ${of.organisationId}`.execute(
    db,
  )
  for (let to = rows[0]?.size ?? 0; to > 0; to -= PORTION) {
    const range = { from: Math.max(0, to - PORTION), to, isLastFirst: true }
    const told = await toldAmong(db, await leavesBeside(db, of.organisationId, range), of)
    if (told.size > 0) return Math.max(...[...told.keys()].map(({ position }) => position))
  }
  return null
}

/**
 * The record as an archive of a room has it: up to the first checkpoint with all that was done in the room, which is another
 * one only once something more was done there (ARCH-07).
 * @param sign makes a checkpoint where there is none such; null where the record has no entry
 */
export async function archivedRecord(
  db: Connection,
  of: RoomEntries,
  sign: () => Promise<Checkpoint | null>,
): Promise<ArchivedRecord | null> {
  const { organisationId } = of
  const last = await lastOfRoom(db, of)
  const checkpoint = (await firstCovering(db, organisationId, (last ?? 0) + 1)) ?? (await sign())
  if (!checkpoint) return null
  const { treeSize } = checkpoint
  return {
    checkpoint,
    keys: (await recordKeys(db)).toReversed(),
    async *checkpoints() {
      for (let after = 0; ; ) {
        const page = await checkpointsTo(db, organisationId, { after, to: checkpoint.id, limit: 1000 })
        if (page.length === 0) return
        yield page
        after = page.at(-1)?.id ?? after
      }
    },
    async *leaves() {
      for (let from = 0; from < treeSize; from += PORTION) {
        const { rows } = await sql<{ hash: Buffer }>`
          select hash from record_leaf where organisation_id = ${organisationId} and position >= ${from}
            and position < ${Math.min(treeSize, from + PORTION)} order by position`.execute(db)
        yield Buffer.concat(rows.map(({ hash }) => hash))
      }
    },
    async *entries() {
      for (let from = 0; from < treeSize; from += PORTION) {
        const range = { from, to: Math.min(treeSize, from + PORTION), isLastFirst: false }
        const leaves = await leavesBeside(db, organisationId, range)
        const told = await toldAmong(db, leaves, of)
        yield leaves.flatMap((leaf) => {
          const row = told.get(leaf)
          if (!row) return []
          const entry = leaf.isRemoved ? null : canonicalText(SOURCE_FACTS[leaf.source].content(row))
          return [{ position: leaf.position, entry }]
        })
      }
    },
  }
}
