import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { coalesced } from '../../../platform/coalesced.ts'
import { asyncCommit } from '../../../platform/database/asyncCommit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'

/** Uploads of one statement. */
const UPLOADS_PER_STATEMENT = 50
/** Announced uploads that a process remembers: those of a few minutes at full speed. */
const REMEMBERED = 10_000
/**
 * Milliseconds between batches, each of the arrivals that nobody has confirmed for so long, and after which a failed
 * batch is retried.
 */
const WRITING = { after: 50, again: 1000 }
/** Milliseconds that a confirmation waits for another process to record arrivals, and between its polls. */
const WAITING = { most: 1000, between: 25 }

/** What the PUT handler needs to know of an upload. */
export interface UploadState {
  version: string
  personId: string
  /** Announced bytes. */
  size: number
  /** RECEIVED also once it was confirmed: its address is used up. */
  state: 'ANNOUNCED' | 'RECEIVED'
}

/** What is known of each; null for an upload that is unknown or was swept. */
async function findUploads(db: Database, versions: readonly string[]): Promise<(UploadState | null)[]> {
  const ids = versions.filter(isId)
  const announced = await sql<UploadState>`
    select version_id as version, person_id as "personId", size, state
    from upload where version_id = any(${ids}::uuid[])`.execute(db)
  const found = new Map(announced.rows.map((upload) => [upload.version, upload]))
  const others = ids.filter((id) => !found.has(id))
  if (others.length > 0) {
    const confirmed = await db
      .selectFrom('document_version')
      .select(['id as version', 'created_by as personId', 'size'])
      .where('id', '=', (eb) => eb.fn.any(eb.val(others)))
      .execute()
    for (const upload of confirmed) found.set(upload.version, { ...upload, state: 'RECEIVED' })
  }
  return versions.map((version) => found.get(version) ?? null)
}

/** Bytes that lie in the storage under the version of an upload. */
interface Arrival {
  /** Bytes. */
  size: number
  sha256: Buffer
  /** Until they are safe from a power cut, as the storage gives it. */
  written: Promise<void>
}

/**
 * Records that bytes have arrived. What has been confirmed or removed since has no row any more, and needs none. Rows are
 * locked in the order in which a confirmation locks them, so that they can't deadlock.
 */
async function writeArrivals(db: Database, arrivals: ReadonlyMap<string, Arrival>): Promise<void> {
  const versions = [...arrivals.keys()]
  const of = [...arrivals.values()]
  await sql`
    with waiting as materialized (
      select version_id, size from upload
      where version_id = any(${versions}::uuid[]) and state = 'ANNOUNCED'
      order by version_id for update)
    update upload set state = 'RECEIVED', sha256 = arrival.sha256
    from waiting, unnest(${versions}::uuid[], ${of.map(({ size }) => size)}::bigint[],
      ${of.map(({ sha256 }) => sha256)}::bytea[]) as arrival (version_id, size, sha256)
    where upload.version_id = waiting.version_id and arrival.version_id = waiting.version_id
      and arrival.size = waiting.size and ${asyncCommit}`.execute(db)
}

/** Those of the uploads that are not recorded as received yet. */
async function findUnwritten(db: Database, versions: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select version_id as version from upload
    where version_id = any(${versions}::uuid[]) and state = 'ANNOUNCED'`.execute(db)
  return rows.map(({ version }) => version)
}

/**
 * What the PUT handler and the confirmation know of uploads under way. Many small files arrive at the same time: what
 * a process knows itself it neither looks up nor waits for, and it records them in batches for the others.
 */
export interface Arrivals {
  /**
   * What this process has announced itself it needn't look up: all that was announced is signed in the address, and
   * whether that is still free the storage decides, which gives a key once.
   */
  expect(uploads: readonly Omit<UploadState, 'state'>[]): void
  /** For uploads that were confirmed or removed the database is authoritative. */
  forget(versions: readonly string[]): void
  /** Null for an upload that is unknown or was swept. */
  find(version: string): Promise<UploadState | null>
  /**
   * Marks the bytes of an upload as stored. The database is updated a moment later: a crash before that leaves
   * an upload that fails at its confirmation.
   */
  record(version: string, arrival: Arrival): void
  /**
   * Hashes of bytes that arrived here, by version, so that the confirmation needn't wait until they are recorded.
   * For those that arrived at another process it waits: the caller names only uploads whose bytes lie in the storage.
   */
  hashes(versions: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /** Records the remaining arrivals. @throws what the database throws */
  close(): Promise<void>
}

export function createArrivals(db: Database, onError: (error: unknown) => void): Arrivals {
  const expected = new Map<string, UploadState>()
  /** Not recorded yet. */
  const arrived = new Map<string, Arrival>()
  /** Those of them that can be: another process can flush what it sees, but not what this one's system still holds. */
  const safe = new Map<string, { arrival: Arrival; at: number }>()
  const look = coalesced((versions: readonly string[]) => findUploads(db, versions), UPLOADS_PER_STATEMENT)
  let timer: NodeJS.Timeout | undefined

  const drop = (version: string): void => {
    arrived.delete(version)
    safe.delete(version)
  }
  /** Most are confirmed here before their time, and then need no row of their own. */
  const write = async (until: number): Promise<void> => {
    const due = new Map<string, Arrival>()
    for (const [version, { arrival, at }] of safe) {
      if (at > until) break
      due.set(version, arrival)
    }
    if (due.size > 0) await writeArrivals(db, due)
    for (const [version, arrival] of due) if (arrived.get(version) === arrival) drop(version)
  }
  const writeSoon = (ms: number): void => {
    timer ??= setTimeout(async () => {
      const failed = await write(performance.now() - WRITING.after).then(
        () => false,
        (error: unknown) => {
          onError(error)
          return true
        },
      )
      timer = undefined
      if (safe.size > 0) writeSoon(failed ? WRITING.again : WRITING.after)
    }, ms).unref()
  }
  return {
    expect(uploads) {
      for (const { version, personId, size } of uploads) {
        expected.set(version, { version, personId, size, state: 'ANNOUNCED' })
      }
      for (const version of expected.keys()) {
        if (expected.size <= REMEMBERED) break
        expected.delete(version)
      }
    },
    forget(versions) {
      for (const version of versions) {
        expected.delete(version)
        drop(version)
      }
    },
    async find(version) {
      const upload = expected.get(version) ?? (await look(version))
      return upload && arrived.has(version) ? { ...upload, state: 'RECEIVED' } : upload
    },
    record(version, arrival) {
      // From here on the database is authoritative, once it has been updated.
      expected.delete(version)
      arrived.set(version, arrival)
      const isSafe = () => {
        if (arrived.get(version) !== arrival) return
        safe.set(version, { arrival, at: performance.now() })
        writeSoon(WRITING.after)
      }
      // What the disk refused fails at its confirmation, here as elsewhere.
      arrival.written.then(isSafe, () => drop(version))
    },
    async hashes(versions) {
      const here = new Map(
        versions.flatMap((version) => {
          const arrival = arrived.get(version)
          return arrival ? [[version, arrival.sha256] as const] : []
        }),
      )
      const until = performance.now() + WAITING.most
      let elsewhere = versions.filter((version) => !here.has(version))
      while (elsewhere.length > 0) {
        elsewhere = await findUnwritten(db, elsewhere)
        if (elsewhere.length === 0 || performance.now() >= until) break
        await sleep(WAITING.between)
      }
      return here
    },
    async close() {
      await Promise.allSettled([...arrived.values()].map(({ written }) => written))
      clearTimeout(timer)
      await write(performance.now())
    },
  }
}
