import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Content } from '../../../platform/pages/index.ts'
import {
  KeyMissingError,
  readWhole,
  type Storage,
  StorageFullError,
  wholeFile,
} from '../../../platform/storage/index.ts'
import { keyOfPage } from '../contents/keptPage.ts'

/** One picture of a page, without a mark; or, as number 0 without a width, the PDF that was made of the file. */
export interface PageOfVersion {
  versionId: string
  organisationId: string
  number: number
  width: number
}

export interface KeptPagesDependencies {
  db: Database
  storage: Pick<Storage, 'read' | 'put' | 'remove'>
  /** Bytes of all of them at most. */
  limit: number
  log: { warn(about: object, message: string): void }
}

/** Pages as they were drawn, without marks, for their next readers; no address names them (PAGE-15). */
export interface KeptPages {
  /** The picture, as large as one that is drawn may be (`platform/pages/limits.ts`); a PDF is read by `locate`. */
  find(page: PageOfVersion): Promise<Buffer | null>
  /** Where one lies that is read by ranges; its use is noted. */
  locate(page: PageOfVersion): Promise<{ id: string; size: number } | null>
  /** Keeps a page, of which there may be no room; a failure is logged. @throws the error of the source */
  keep(page: PageOfVersion, content: Content): Promise<void>
  /** Removes all that is kept of a version. */
  forgetVersion(versionId: string): Promise<void>
  /** Bytes of all of them, and how many they may be. */
  bytes(): Promise<{ used: number; limit: number }>
  /** Removes the longest unused beyond the limit, and what a crash has left. */
  sweep(): Promise<void>
}

/** Minutes within which a use is not noted again. */
const NOTED_MIN = 10
/** Share of the limit that is kept when it has been met, so that not each page removes one. */
const LOW_MARK = 0.95
/** Share of the limit that may come in between two looks at the sum. */
const STEP = 0.02
/** Pages that are removed together. */
const BATCH = 500

export function createKeptPages({ db, storage, limit, log }: KeptPagesDependencies): KeptPages {
  /** Bytes that have come in here since the sum was looked at; of a process that has just started nothing is known. */
  let added = Number.POSITIVE_INFINITY

  const forget = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    // Bytes go before the row (decision 8): what is left after a crash is found by its row.
    await storage.remove(ids.map(keyOfPage))
    await sql`delete from kept_page where id = any(${ids}::uuid[])`.execute(db)
  }
  /** Makes room for so many bytes. */
  const makeRoom = async (bytes: number): Promise<void> => {
    const room = Math.max(0, limit - bytes - STEP * limit)
    for (;;) {
      const { rows } = await sql<{ id: string }>`
        with ranked as (
          select id, used_at, sum(coalesce(size, 0)) over () as total,
            sum(coalesce(size, 0)) over (order by used_at desc, id) as upto from kept_page)
        select id from ranked where total > ${room}::float8 and upto > ${room * LOW_MARK}::float8
        order by used_at limit ${BATCH}`.execute(db)
      await forget(rows.map(({ id }) => id))
      if (rows.length < BATCH) break
    }
    added = 0
  }
  const read = (id: string, size: number): Promise<Buffer> =>
    readWhole(wholeFile(storage, keyOfPage(id), size))
  const rowOf = async ({ versionId, number, width }: PageOfVersion) => {
    const { rows } = await sql<{ id: string; size: number; isNoted: boolean }>`
      select id, size, used_at > now() - make_interval(mins => ${NOTED_MIN}) as "isNoted" from kept_page
      where version_id = ${versionId} and number = ${number} and width = ${width} and size is not null`.execute(
      db,
    )
    return rows[0]
  }
  const noteUse = async ({ id, isNoted }: { id: string; isNoted: boolean }): Promise<void> => {
    if (!isNoted) await sql`update kept_page set used_at = now() where id = ${id}`.execute(db)
  }
  return {
    find: async (page) => {
      const row = await rowOf(page)
      if (!row) return null
      try {
        const bytes = await read(row.id, row.size)
        await noteUse(row)
        return bytes
      } catch (error) {
        if (!(error instanceof KeyMissingError)) throw error
        // Its bytes have just made room for others.
        await forget([row.id])
        return null
      }
    },

    locate: async (page) => {
      const row = await rowOf(page)
      if (row) await noteUse(row)
      return row ?? null
    },

    keep: async ({ versionId, organisationId, number, width }, { size, source }) => {
      if (size > limit * STEP) return
      try {
        if (added + size > limit * STEP) await makeRoom(size)
        added += size
        const id = newId()
        const { rows } = await sql`
          insert into kept_page (id, version_id, organisation_id, number, width)
          select ${id}, version.id, ${organisationId}::uuid, ${number}, ${width}
          from document_version version join document on document.id = version.document_id
          where version.id = ${versionId} and document.bytes_removed_at is null
          on conflict do nothing returning 1`.execute(db)
        if (rows.length === 0) return
        await storage.put(keyOfPage(id), streamOf(source), { size })
        const set = await sql`
          update kept_page set size = ${size} where id = ${id} returning 1`.execute(db)
        // Its document went meanwhile.
        if (set.rows.length === 0) await storage.remove([keyOfPage(id)])
      } catch (error) {
        if (error instanceof StorageFullError) return
        log.warn({ err: error, versionId, number }, 'a page could not be kept')
      }
    },

    forgetVersion: async (versionId) => {
      const { rows } = await sql<{ id: string }>`
        select id from kept_page where version_id = ${versionId}`.execute(db)
      await forget(rows.map(({ id }) => id))
    },

    bytes: async () => {
      const { rows } = await sql<{ used: number }>`
        select coalesce(sum(size), 0)::float8 as used from kept_page`.execute(db)
      return { used: rows[0]?.used ?? 0, limit }
    },

    sweep: async () => {
      await makeRoom(0)
      const { rows } = await sql<{ id: string }>`
        select id from kept_page where size is null and created_at < now() - interval '1 hour' limit ${BATCH}`.execute(
        db,
      )
      await forget(rows.map(({ id }) => id))
    },
  }
}

/** What gives its bytes to `write`, as a stream. */
function streamOf(source: Content['source']): PassThrough {
  const stream = new PassThrough()
  const given = source(async (chunk) => {
    // Its memory may be used again as soon as it was taken.
    if (!stream.write(Buffer.from(chunk))) await once(stream, 'drain')
  })
  given.then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  )
  return stream
}
