import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { unhurried } from '../../../platform/database/unhurried.ts'
import { gathered } from '../../../platform/gathered.ts'
import { isId } from '../../../platform/ids.ts'

/** Uploads of one statement. */
const AT_ONCE = 50
/** Announced uploads that a process remembers: those of a few minutes at full speed. */
const REMEMBERED = 10_000

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

/** An upload whose bytes are there. */
interface Arrival {
  version: string
  /** Bytes. */
  size: number
  sha256: Buffer
}

/** Claims the addresses of uploads. @returns of each whether it was free until then */
async function claimUploads(db: Database, arrivals: readonly Arrival[]): Promise<boolean[]> {
  const { rows } = await sql<{ version: string }>`
    update upload set state = 'RECEIVED', sha256 = arrival.sha256
    from unnest(${arrivals.map(({ version }) => version)}::uuid[], ${arrivals.map(({ size }) => size)}::bigint[],
      ${arrivals.map(({ sha256 }) => sha256)}::bytea[]) as arrival (version_id, size, sha256)
    where upload.version_id = arrival.version_id and upload.state = 'ANNOUNCED' and upload.size = arrival.size
      and ${unhurried}
    returning upload.version_id as version`.execute(db)
  const claimed = new Set(rows.map(({ version }) => version))
  return arrivals.map(({ version }) => claimed.has(version))
}

/** What the PUT handler asks of uploads. Many small files arrive at the same time: they share statements. */
export interface Arrivals {
  /**
   * What this process has announced itself it needn't look up: all that was announced is signed in the address, and
   * whether it is still free the claim decides.
   */
  expect(uploads: readonly Omit<UploadState, 'state'>[]): void
  /** Of uploads that were swept nothing is known. */
  forget(versions: readonly string[]): void
  /** Null for an upload that is unknown or was swept. */
  find(version: string): Promise<UploadState | null>
  /**
   * Claims the address of an upload whose bytes are there, then runs `moveIntoPlace`, so that of two transfers only
   * one puts its bytes there. Should that fail, the address can be used again. A crash between the two leaves an
   * upload that fails at its confirmation.
   * @returns false when the address was used already
   */
  markReceived(
    version: string,
    received: { size: number; sha256: Buffer },
    moveIntoPlace: () => Promise<void>,
  ): Promise<boolean>
}

export function createArrivals(db: Database): Arrivals {
  const expected = new Map<string, UploadState>()
  const look = gathered((versions: readonly string[]) => findUploads(db, versions), AT_ONCE)
  const claim = gathered((arrivals: readonly Arrival[]) => claimUploads(db, arrivals), AT_ONCE)
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
      for (const version of versions) expected.delete(version)
    },
    find: async (version) => expected.get(version) ?? look(version),
    async markReceived(version, received, moveIntoPlace) {
      // From here on the database knows best, whatever comes of it.
      expected.delete(version)
      if (!(await claim({ version, ...received }))) return false
      try {
        await moveIntoPlace()
      } catch (error) {
        await sql`
          update upload set state = 'ANNOUNCED', sha256 = null where version_id = ${version}`.execute(db)
        throw error
      }
      return true
    },
  }
}
