import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { KeyMissingError, KeyTakenError, type Storage } from '../storage/index.ts'
import { type PackedFile, type PageFile, packOf, readPack } from './pack.ts'

/** Days after which a build that no server has any more is removed (SCALE-24). */
const KEPT_DAYS = 7
/** Milliseconds between two renewals of a build's row. */
const RENEWED_MS = 60 * 60 * 1000
/** Milliseconds for which builds that were looked for and not found are not looked for again. */
const REMEMBERED_MS = 5000
/** Builds that are looked into, those served last: a page that is open is of one of a few. */
const MAX_BUILDS = 20

/** A file of the page of some build, as it lies in the storage. */
export interface StoredPageFile extends PackedFile {
  readonly key: string
}

/** Files of the page of all builds that servers of this storage have, or had within seven days (SCALE-24). */
export interface PageFiles {
  /**
   * Puts those of this server's build there, unless they are, and says again each hour that it has them.
   * @param files by name
   * @param onError of a later renewal; it is tried again after an hour
   * @returns ends that
   * @throws what the storage throws
   */
  serve(files: ReadonlyMap<string, PageFile>, onError: (error: unknown) => void): Promise<() => Promise<void>>
  /** The file of that name in whichever build has it; builds that came within the last seconds may be missed. */
  find(name: string): Promise<StoredPageFile | null>
  /** Removes builds that no server has had for seven days. */
  sweep(): Promise<void>
}

const keyOf = (id: string): string => `page-files-${id}`

/** The same names are the same build: they hold hashes of what is in the files. */
const idOf = (files: ReadonlyMap<string, PageFile>): string =>
  createHash('sha256')
    .update([...files.keys()].sort().join('\n'))
    .digest('hex')
    .slice(0, 32)

export function createPageFiles(
  storage: Pick<Storage, 'put' | 'head' | 'read' | 'remove'>,
  db: Connection,
): PageFiles {
  const builds = new Map<string, ReadonlyMap<string, PackedFile>>()
  let looked: { at: number; done: Promise<void> } | undefined

  const renew = async (id: string, files: ReadonlyMap<string, PageFile>): Promise<void> => {
    const key = keyOf(id)
    if ((await storage.head(key)) === null) {
      const { size, make } = packOf(files)
      const stored = await storage.put(key, make, { size, ifAbsent: true }).catch((error: unknown) => {
        // Another server of the same build was sooner.
        if (!(error instanceof KeyTakenError)) throw error
      })
      await stored?.written
    }
    await sql`insert into page_build (id, served_at) values (${id}, now())
      on conflict (id) do update set served_at = now()`.execute(db)
  }

  const look = async (): Promise<void> => {
    const { rows } = await sql<{ id: string }>`
      select id from page_build order by served_at desc limit ${MAX_BUILDS}`.execute(db)
    const there = new Set(rows.map(({ id }) => id))
    for (const id of builds.keys()) if (!there.has(id)) builds.delete(id)
    for (const id of there) {
      if (builds.has(id)) continue
      try {
        builds.set(id, await readPack(storage, keyOf(id)))
      } catch (error) {
        // A row of a backup, whose files are at another place.
        if (!(error instanceof KeyMissingError)) throw error
      }
    }
  }

  const known = (name: string): StoredPageFile | null => {
    for (const [id, files] of builds) {
      const file = files.get(name)
      if (file) return { ...file, key: keyOf(id) }
    }
    return null
  }

  return {
    async serve(files, onError) {
      const id = idOf(files)
      await renew(id, files)
      let renewing = Promise.resolve()
      const timer = setInterval(() => {
        renewing = renew(id, files).catch(onError)
      }, RENEWED_MS)
      timer.unref()
      return () => {
        clearInterval(timer)
        return renewing
      }
    },
    async find(name) {
      const found = known(name)
      if (found) return found
      // Whoever asks for what is nowhere costs a statement in five seconds, however often they ask.
      if (!looked || performance.now() - looked.at >= REMEMBERED_MS)
        looked = { at: performance.now(), done: look() }
      await looked.done
      return known(name)
    },
    async sweep() {
      const { rows } = await sql<{ id: string }>`
        select id from page_build where served_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
      if (rows.length === 0) return
      const ids = rows.map(({ id }) => id)
      await storage.remove(ids.map(keyOf))
      await sql`delete from page_build
        where id = any(${ids}) and served_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
    },
  }
}
