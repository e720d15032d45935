import { sql } from 'kysely'
import type { RoomPhase } from '../../../shared/enumerations.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Part } from './policy.ts'

export type ProofState = 'WAITING' | 'RUNNING' | 'READY' | 'FAILED' | 'CANCELLED'

/** A certificate that was asked for. */
export interface ProofRow {
  id: string
  organisationId: string
  portfolioId: string
  kind: 'CERTIFICATE' | 'ARCHIVE'
  state: ProofState
  groupId: string | null
  /** As it was called then. */
  groupName: string | null
  from: Date
  to: Date
  covers: Part[]
  personId: string
  sessionId: string | null
  progress: number
  failure: string | null
  pdfFileId: string | null
  sheetFileId: string | null
  /** Bytes of all. */
  size: number | null
  /** Of the first one: of the PDF, or the first part. */
  sha256: Buffer | null
  createdAt: Date
  withVersions: boolean
  isEncrypted: boolean
  /** Only while the archive is made. */
  sealedPassphrase: Buffer | null
  plannedAt: Date | null
  /** When the parts of an archive are removed. */
  expiresAt: Date | null
  /** When its parts were found to be as they were written. */
  verifiedAt: Date | null
}

const COLUMNS = [
  'id',
  'organisation_id as organisationId',
  'portfolio_id as portfolioId',
  'kind',
  'state',
  'group_id as groupId',
  'group_name as groupName',
  'from_at as from',
  'to_at as to',
  'covers',
  'person_id as personId',
  'session_id as sessionId',
  'progress',
  'failure',
  'pdf_file_id as pdfFileId',
  'sheet_file_id as sheetFileId',
  'size',
  'sha256',
  'created_at as createdAt',
  'with_versions as withVersions',
  'is_encrypted as isEncrypted',
  'sealed_passphrase as sealedPassphrase',
  'planned_at as plannedAt',
  'expires_at as expiresAt',
  'verified_at as verifiedAt',
] as const

export type NewProof = Pick<
  ProofRow,
  | 'organisationId'
  | 'portfolioId'
  | 'groupId'
  | 'groupName'
  | 'from'
  | 'to'
  | 'covers'
  | 'personId'
  | 'sessionId'
> &
  Partial<Pick<ProofRow, 'id' | 'kind' | 'withVersions' | 'isEncrypted' | 'sealedPassphrase'>>

export const insertProof = (tx: Tx, proof: NewProof): Promise<ProofRow> =>
  tx
    .insertInto('room_proof')
    .values({
      id: proof.id ?? newId(),
      kind: proof.kind ?? 'CERTIFICATE',
      with_versions: proof.withVersions ?? false,
      is_encrypted: proof.isEncrypted ?? false,
      sealed_passphrase: proof.sealedPassphrase ?? null,
      organisation_id: proof.organisationId,
      portfolio_id: proof.portfolioId,
      group_id: proof.groupId,
      group_name: proof.groupName,
      from_at: proof.from,
      to_at: proof.to,
      covers: proof.covers,
      person_id: proof.personId,
      session_id: proof.sessionId,
    })
    .returning(COLUMNS)
    .$castTo<ProofRow>()
    .executeTakeFirstOrThrow()

export async function proofById(db: Connection, id: string): Promise<ProofRow | null> {
  const row = await db
    .selectFrom('room_proof')
    .select(COLUMNS)
    .where('id', '=', id)
    .$castTo<ProofRow>()
    .executeTakeFirst()
  return row ?? null
}

/** Which ones of a room are asked for; without a kind all. */
interface ProofsAsked {
  portfolioId: string
  kind: ProofRow['kind'] | null
}

/** Those of a room that were not cancelled, the newest first. */
export const proofsOf = (
  db: Connection,
  { portfolioId, kind }: ProofsAsked,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProofRow[]> =>
  db
    .selectFrom('room_proof')
    .select(COLUMNS)
    .where('portfolio_id', '=', portfolioId)
    .where('state', '<>', 'CANCELLED')
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<ProofRow>()
    .execute()

export async function countProofs(db: Connection, { portfolioId, kind }: ProofsAsked): Promise<number> {
  const { count } = await db
    .selectFrom('room_proof')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('portfolio_id', '=', portfolioId)
    .where('state', '<>', 'CANCELLED')
    .$if(kind !== null, (query) => query.where('kind', '=', kind))
    .executeTakeFirstOrThrow()
  return count
}

/** Those that a person has in the making, not those that wait for their moment. The caller holds the person's lock where it adds to them. */
export async function countMaking(db: Connection, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('room_proof')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('person_id', '=', personId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .where('to_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return count
}

/** Ids of those archives of everything in a room that are to be made at a moment to come (STAGE-11). */
export async function scheduledArchives(db: Connection, portfolioId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from room_proof where portfolio_id = ${portfolioId} and kind = 'ARCHIVE' and group_id is null
      and state = 'WAITING' and to_at > clock_timestamp()`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Those of the rooms that are being closed, with an archive of everything that was asked for since then and has been verified
 * (STAGE-11).
 */
export async function roomsToArchive(
  db: Connection,
  rooms: readonly { id: string; phase: RoomPhase; phaseSince: Date | null }[],
): Promise<ReadonlySet<string>> {
  const closing = rooms.filter(({ phase }) => phase === 'CLOSING')
  if (closing.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select room.id from unnest(${closing.map(({ id }) => id)}::uuid[], ${closing.map((each) => each.phaseSince)}::timestamptz[])
      room (id, since)
    where exists (
      select from room_proof p where p.portfolio_id = room.id and p.kind = 'ARCHIVE' and p.group_id is null
        and p.state = 'READY' and p.verified_at is not null and p.created_at >= room.since)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A run that makes a certificate; once another has claimed it, or it is cancelled, this one can't change anything. */
export interface ProofRun {
  proof: ProofRow
  runId: string
}

export async function claimProof(db: Connection, id: string): Promise<ProofRun | null> {
  const runId = newId()
  const proof = await db
    .updateTable('room_proof')
    // What a run before this one had made is swept.
    .set({ state: 'RUNNING', run_id: runId, progress: 0, pdf_file_id: null, sheet_file_id: null })
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returning(COLUMNS)
    .$castTo<ProofRow>()
    .executeTakeFirst()
  return proof ? { proof, runId } : null
}

/** @returns false where the run no longer counts */
export async function updateProof(
  db: Connection,
  { proof, runId }: ProofRun,
  change: {
    state?: ProofState
    progress?: number
    failure?: string
    pdf_file_id?: string
    sheet_file_id?: string
    size?: number
    sha256?: Buffer
    planned_at?: Date
    expires_at?: Date
    sealed_passphrase?: null
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('room_proof')
    .set({ ...change, run_id: runId })
    .where('id', '=', proof.id)
    .where('run_id', '=', runId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its files are swept, since nothing refers to them any more. */
export const cancelProof = async (tx: Tx, id: string): Promise<void> =>
  void (await tx
    .updateTable('room_proof')
    .set({ state: 'CANCELLED', pdf_file_id: null, sheet_file_id: null, sealed_passphrase: null })
    .where('id', '=', id)
    .execute())

/** Ids of those that are still to be made. */
export const makingIds = async (db: Connection): Promise<string[]> =>
  (await db.selectFrom('room_proof').select('id').where('state', 'in', ['WAITING', 'RUNNING']).execute()).map(
    ({ id }) => id,
  )

/** Certificates that are ready, the first one first, of a group alone where that is given. */
export const readyCertificates = (
  db: Connection,
  portfolioId: string,
  groupId: string | null,
): Promise<ProofRow[]> =>
  db
    .selectFrom('room_proof')
    .select(COLUMNS)
    .where('portfolio_id', '=', portfolioId)
    .where('kind', '=', 'CERTIFICATE')
    .where('state', '=', 'READY')
    .$if(groupId !== null, (query) => query.where('group_id', '=', groupId))
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<ProofRow>()
    .execute()

/** Ids among those of archives that were cancelled, have failed or expired: nobody may have their parts. */
export async function endedAmong(db: Connection, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from room_proof where id = any(${[...ids]}::uuid[])
      and (state in ('CANCELLED', 'FAILED') or expires_at <= now())`.execute(db)
  return rows.map(({ id }) => id)
}

/** Says that the parts of an archive are as they were written. */
export const keepVerified = async (tx: Tx, id: string): Promise<void> =>
  void (await sql`update room_proof set verified_at = clock_timestamp() where id = ${id}`.execute(tx))

export const failProofs = async (db: Connection, ids: readonly string[], failure: string): Promise<void> =>
  void (await db
    .updateTable('room_proof')
    .set({ state: 'FAILED', failure, sealed_passphrase: null })
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .execute())

/** Which of the files are parts of a certificate. */
export async function proofFilesInUse(db: Connection, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(array[pdf_file_id, sheet_file_id]) as id from room_proof
    where pdf_file_id = any(${ids}::uuid[]) or sheet_file_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}
