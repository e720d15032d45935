import { sql } from 'kysely'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { readAhead } from '../../../platform/readAhead.ts'
import { canonicalText } from '../canonical.ts'
import { type Checkpoint, checkpointsAfter, isSigned } from '../checkpoints/checkpoints.ts'
import { type RecordKey, recordKeys } from '../checkpoints/keys.ts'
import { SOURCE_FACTS, SOURCES, type Source } from '../sources.ts'
import { stampedHash } from '../timeStamps/stamping.ts'
import { TimeStampRefused, verifyTimeStamp } from '../timeStamps/token.ts'
import { growingTree, leafHash, sizeOfSubtree } from '../tree/merkle.ts'
import { createFindings, type Findings } from './findings.ts'
import {
  allLeaves,
  countRows,
  type ReadLeaf,
  removedPositions,
  rowsWithoutLeaf,
  sourcesInBacklog,
} from './reading.ts'

/** Checkpoints read per query. */
const CHECKPOINTS = 1000
const MAX_ADDED = 101
/** Milliseconds by which the clock of a time-stamping service may be behind. */
const CLOCKS_MS = 600_000

export interface Verified extends Pick<Findings, 'named' | 'count'> {
  organisation: string
  leaves: number
  checkpoints: number
}

export interface VerifyOptions {
  signal?: AbortSignal
  /** Called with the number of leaves that are verified so far. */
  onProgress?: (leaves: number) => void
}

/** The kind of activity that says that a content was removed (CHAIN-06). */
export const REMOVE_CONTENT = 'REMOVE_CONTENT'

/**
 * Makes the tree of an organisation's record again from the rows, all as they are at one moment, and compares it with what
 * was kept and with all checkpoints (CHAIN-04).
 */
export const verifyOrganisation = (
  db: Database,
  organisation: string,
  options: VerifyOptions = {},
): Promise<Verified> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyIn(tx, organisation, options))

async function verifyIn(
  db: Connection,
  organisation: string,
  { signal, onProgress }: VerifyOptions,
): Promise<Verified> {
  const findings = createFindings()
  const leaves = await verifyLeaves(db, organisation, { findings, signal, onProgress })
  const checkpoints = await leaves.checkpoints.end()
  await verifyRemovals(db, organisation, leaves, findings)
  await verifyAbsence(db, organisation, leaves.rowsOf, findings)
  return { organisation, leaves: leaves.size, checkpoints, named: findings.named, count: findings.count }
}

interface Leaves {
  size: number
  /** Rows that are there, by their source. */
  rowsOf: Map<Source, number>
  /** Hashes of leaves whose content was removed, and those of which an entry says so. */
  removed: Map<number, string>
  removalsSaid: Set<string>
  isPurged: boolean
  checkpoints: Checkpoints
}

async function verifyLeaves(
  db: Connection,
  organisation: string,
  { findings, signal, onProgress }: VerifyOptions & { findings: Findings },
): Promise<Leaves> {
  const removedAt = await removedPositions(db, organisation)
  const checkpoints = await createCheckpoints(db, organisation, findings)
  const tree = growingTree()
  const leaves: Leaves = {
    size: 0,
    rowsOf: new Map(),
    removed: new Map(),
    removalsSaid: new Set(),
    isPurged: false,
    checkpoints,
  }
  /** The first position of a gap until a node that covers it has been met. */
  let gap: number | null = null
  /** Leaves whose rows give other hashes, with those. */
  const changed: { leaf: ReadLeaf; now: string }[] = []

  const addLeaf = async (leaf: ReadLeaf): Promise<void> => {
    while (tree.size < leaf.position) {
      gap ??= tree.size
      findings.add({
        kind: 'MISSING',
        position: tree.size,
        at: leaf.appendedAt,
        text: 'The entry is missing from the record.',
      })
      tree.add(BLANK)
      await checkpoints.reached(tree.size, null)
    }
    const node = tree.add(leaf.hash)
    if (node.compare(leaf.node) !== 0) {
      const from = tree.size - sizeOfSubtree(leaf.position)
      if (gap === null || from > gap) {
        findings.add({
          kind: 'REORDERED',
          position: from,
          at: leaf.row ? rowTime(leaf.row.at) : leaf.appendedAt,
          text: `The entries from here to position ${leaf.position} are not those, or not in the order, that were recorded.`,
        })
      }
      tree.replaceLast(leaf.node)
    }
    if (gap !== null && tree.size - sizeOfSubtree(leaf.position) <= gap) gap = null
    if (checkpoints.isDue(tree.size)) await checkpoints.reached(tree.size, () => tree.root())
  }

  for await (const page of readAhead(allLeaves(db, organisation))) {
    signal?.throwIfAborted()
    for (const leaf of page) {
      const { row, source, position } = leaf
      if (row) {
        leaves.rowsOf.set(source, (leaves.rowsOf.get(source) ?? 0) + 1)
        noteRemovals(leaves, row)
      }
      if (removedAt.has(position)) leaves.removed.set(position, leaf.hash.toString('hex'))
      else if (!row) {
        findings.add({
          kind: 'MISSING',
          position,
          at: leaf.appendedAt,
          text: `The row of this ${ENTRY_WORDS[source]} is missing.`,
        })
      } else {
        const now = leafHash(canonicalText(SOURCE_FACTS[source].content(row)))
        if (now.compare(leaf.hash) !== 0) changed.push({ leaf, now: now.toString('hex') })
      }
      await addLeaf(leaf)
    }
    onProgress?.(tree.size)
  }
  addChanged(changed, findings)
  leaves.size = tree.size
  return leaves
}

const BLANK = Buffer.alloc(32)
const ENTRY_WORDS: Readonly<Record<Source, string>> = {
  activity: 'activity',
  version: 'version of a document',
}
const rowTime = (microseconds: number): Date => new Date(Math.floor(microseconds / 1000))

function noteRemovals(leaves: Leaves, row: Readonly<Record<string, unknown>>): void {
  if (row.kind === 'PURGE_ORGANISATION') leaves.isPurged = true
  if (row.kind !== REMOVE_CONTENT) return
  const { detail } = row
  if (typeof detail === 'object' && detail !== null && 'hash' in detail)
    leaves.removalsSaid.add(String(detail.hash))
}

/** Names rows that are not what was recorded: as reordered where one has the content that another was recorded with. */
function addChanged(changed: readonly { leaf: ReadLeaf; now: string }[], findings: Findings): void {
  const recorded = new Map(changed.map(({ leaf }) => [leaf.hash.toString('hex'), leaf.position]))
  for (const { leaf, now } of changed) {
    const other = recorded.get(now)
    findings.add({
      kind: other === undefined ? 'CHANGED' : 'REORDERED',
      position: leaf.position,
      at: leaf.row && rowTime(leaf.row.at),
      text:
        other === undefined
          ? `This ${ENTRY_WORDS[leaf.source]} was changed after it was recorded.`
          : `This ${ENTRY_WORDS[leaf.source]} was recorded at position ${other}.`,
    })
  }
}

interface Checkpoints {
  /** Whether one is of a tree of that size, or of a smaller one that was never reached. */
  isDue(size: number): boolean
  /** @param root null while it is unknown, after an entry that is missing */
  reached(size: number, root: (() => Buffer) | null): Promise<void>
  /** @returns how many there are */
  end(): Promise<number>
}

/** What is wrong with the time stamp of a checkpoint; null for nothing, and for one without (CHAIN-03). */
function timeStampProblem(checkpoint: Checkpoint): string | null {
  if (!checkpoint.timeStamp) return null
  try {
    const { at } = verifyTimeStamp(checkpoint.timeStamp, stampedHash(checkpoint))
    // Clocks may differ by minutes.
    return at.getTime() < checkpoint.at.getTime() - CLOCKS_MS
      ? 'The checkpoint was stamped before it was signed.'
      : null
  } catch (error) {
    if (error instanceof TimeStampRefused) return error.message
    throw error
  }
}

/** Compares checkpoints with the tree as it grows. */
async function createCheckpoints(
  db: Connection,
  organisation: string,
  findings: Findings,
): Promise<Checkpoints> {
  const keys = new Map((await recordKeys(db)).map((key) => [key.id, key]))
  let page = await checkpointsAfter(db, organisation, 0, CHECKPOINTS)
  let next = page.shift()
  let count = 0
  /** Where the last one was that agreed with the tree. */
  let agreed = 0
  let hasFailed = false
  const proceed = async (): Promise<void> => {
    const last = next?.id ?? 0
    count += 1
    next = page.shift()
    if (next) return
    page = await checkpointsAfter(db, organisation, last, CHECKPOINTS)
    next = page.shift()
  }
  const checkSignature = (checkpoint: Checkpoint): void => {
    const problem = signatureProblem(checkpoint, keys.get(checkpoint.keyId))
    if (problem !== null) {
      findings.add({ kind: 'SIGNATURE', position: checkpoint.treeSize - 1, at: checkpoint.at, text: problem })
    }
    const stamp = timeStampProblem(checkpoint)
    if (stamp !== null) {
      findings.add({ kind: 'TIME_STAMP', position: checkpoint.treeSize - 1, at: checkpoint.at, text: stamp })
    }
  }
  const fail = ({ treeSize, at }: Checkpoint): void => {
    // All later ones differ then as well: the first says between which entries it is.
    if (hasFailed) return
    hasFailed = true
    findings.add({
      kind: 'CHECKPOINT',
      position: agreed,
      at,
      text: `Between this entry and position ${treeSize - 1} something is not as it was when the checkpoint was signed.`,
    })
  }
  return {
    isDue: (size) => next !== undefined && next.treeSize <= size,
    reached: async (size, root) => {
      while (next && next.treeSize <= size) {
        checkSignature(next)
        if (next.treeSize < size || (root !== null && root().compare(next.root) !== 0)) fail(next)
        else if (root !== null && !hasFailed) agreed = size
        await proceed()
      }
    },
    end: async () => {
      for (let first = true; next; first = false) {
        checkSignature(next)
        if (first) {
          findings.add({
            kind: 'CUT',
            position: agreed,
            at: next.at,
            text: `The record was cut: when the checkpoint was signed it went on to position ${next.treeSize - 1}.`,
          })
        }
        await proceed()
      }
      return count
    },
  }
}

function signatureProblem(checkpoint: Checkpoint, key: RecordKey | undefined): string | null {
  if (!key) return `The checkpoint names the key ${checkpoint.keyId}, which is not one of this installation.`
  if (!isSigned(checkpoint, key.publicKey)) return `The checkpoint was not signed by the key ${key.id}.`
  const isInTime =
    checkpoint.at >= key.createdAt && (key.retiredAt === null || checkpoint.at <= key.retiredAt)
  return isInTime ? null : `The checkpoint is of a time at which the key ${key.id} was not in use.`
}

/** A content that was removed is said so by an entry, which nobody can add afterwards. */
async function verifyRemovals(
  db: Connection,
  organisation: string,
  { removed, removalsSaid, isPurged }: Leaves,
  findings: Findings,
): Promise<void> {
  if (removed.size === 0 || isPurged) return
  const { rows } = await sql`
    select from organisation where id = ${organisation} and deleted_at is not null and purge_after <= now()`.execute(
    db,
  )
  if (rows.length > 0) return
  for (const [position, hash] of removed) {
    if (removalsSaid.has(hash)) continue
    findings.add({
      kind: 'REMOVAL',
      position,
      at: null,
      text: 'The content was removed, and no entry of the record says so.',
    })
  }
}

/** Rows that were never recorded. */
async function verifyAbsence(
  db: Connection,
  organisation: string,
  rowsOf: ReadonlyMap<Source, number>,
  findings: Findings,
): Promise<void> {
  const inBacklog = await sourcesInBacklog(db)
  for (const source of SOURCES) {
    if (inBacklog.has(source)) continue
    // To count them is a fraction of the work of looking for each leaf.
    if ((await countRows(db, source, organisation)) === (rowsOf.get(source) ?? 0)) continue
    for (const row of await rowsWithoutLeaf(db, source, organisation, MAX_ADDED)) {
      findings.add({
        kind: 'ADDED',
        position: null,
        at: rowTime(row.at),
        text: `The ${ENTRY_WORDS[source]} ${row.id} was added without being recorded.`,
      })
    }
  }
}
