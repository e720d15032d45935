import { createHash } from 'node:crypto'
import { DamagedError } from './errors.ts'
import { type ContentEntry, ITEM, type Manifest, readContents, readManifest, writeJson } from './manifest.ts'
import { NameSet } from './nameSet.ts'
import type { Place } from './place.ts'
import { RowsCheck, readRows } from './rows.ts'
import { createWorkers } from './workers.ts'

/** What `npm run verify-backup` prints (BACK-11). */
export interface Verified {
  backup: string
  files: number
  bytes: number
  damaged: number
  missing: number
}

/** What is wrong in a backup. */
export interface Fault {
  /** A document's name, or what it is of the backup itself. */
  name: string
  isMissing: boolean
}

/** Contents that are read at the same time. */
const CONCURRENT = 3

export interface VerifyOptions {
  /** Contents that are whole, as far as this process knows; those that it reads are added. */
  seen?: NameSet
  onFault?: (fault: Fault) => void
}

/**
 * Reads every byte of a backup, decrypts it, and compares the SHA-256 of each content and the count of each table's rows
 * (BACK-11, BACK-12). One that is whole is marked so, and others are not.
 */
export async function verifyBackup(
  place: Place,
  id: string,
  { seen = new NameSet(), onFault = () => {} }: VerifyOptions = {},
): Promise<Verified> {
  const result: Verified = { backup: id, files: 0, bytes: 0, damaged: 0, missing: 0 }
  const fault = (name: string, error: unknown) => {
    if (!(error instanceof DamagedError)) throw error
    if (error.isMissing) result.missing += 1
    else result.damaged += 1
    onFault({ name, isMissing: error.isMissing })
  }
  await place.checkHead().catch((error: unknown) => fault('the head of the place', error))
  const manifest = await readManifest(place, id).catch((error: unknown) => {
    fault('the description of the backup', error)
    return null
  })
  if (manifest) {
    result.bytes = manifest.bytes
    await checkRows(place, manifest).catch((error: unknown) => fault('the rows of the database', error))
    const contents = createWorkers(CONCURRENT)
    const check = async (entry: ContentEntry, item: string): Promise<void> => {
      if (seen.has(item)) return
      await checkContent(place, item, entry).then(
        () => void seen.add(item),
        (error: unknown) => fault(entry.name, error),
      )
    }
    await checkList(place, manifest, async (entry) => {
      result.files += 1
      const item = place.contentItem(entry.sha256, entry.size)
      // What the storage had lost by then is not in it either.
      if (lostIn(manifest).has(item)) fault(entry.name, new DamagedError(true))
      else await contents.add(() => check(entry, item))
    }).catch((error: unknown) => fault('the list of documents', error))
    await contents.end()
  }
  if (result.damaged + result.missing === 0) {
    await writeJson(place, ITEM.verified(id), { at: new Date().toISOString() })
  } else {
    // What was whole once counts no longer, where the place can be written: another one is kept in its stead (BACK-23).
    await place.remove([ITEM.verified(id)]).catch(() => {})
  }
  return result
}

const LOST = new WeakMap<Manifest, ReadonlySet<string>>()

/** Items of contents that a backup could not get, since the storage did not have them any more. */
export function lostIn(manifest: Manifest): ReadonlySet<string> {
  const known = LOST.get(manifest) ?? new Set(manifest.lost)
  LOST.set(manifest, known)
  return known
}

/** @throws DamagedError */
async function checkRows(place: Place, { id, tables }: Manifest): Promise<void> {
  const check = new RowsCheck(tables)
  await readRows((write) => place.read(ITEM.rows(id), write), check)
  check.finish()
}

/** @throws DamagedError */
export async function checkList(
  place: Place,
  { id, files, contentsSha256 }: Manifest,
  take: (entry: ContentEntry) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  let count = 0
  await readContents(
    place,
    id,
    async (entry) => {
      count += 1
      await take(entry)
    },
    (bytes) => hash.update(bytes),
  )
  if (count !== files || hash.digest('hex') !== contentsSha256) throw new DamagedError(false)
}

/** @throws DamagedError */
async function checkContent(place: Place, item: string, { size, sha256 }: ContentEntry): Promise<void> {
  const hash = createHash('sha256')
  let read = 0
  await place.read(item, async (chunk) => {
    hash.update(chunk)
    read += chunk.length
  })
  if (read !== size || !hash.digest().equals(sha256)) throw new DamagedError(false)
}
