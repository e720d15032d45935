import { randomUUID } from 'node:crypto'
import { access, constants, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { secretKeyFile } from '../../platform/dataDir.ts'
import { codeOf } from '../../platform/errorCode.ts'
import {
  bucketIn,
  isHere,
  markedPlaces,
  markerRefusal,
  readableByAnybody,
} from '../../platform/storage/index.ts'
import type { S3Options } from '../../platform/storage/s3/index.ts'
import { type Found, fail, ok, reasonOf, warn } from './check.ts'
import { hasTable, kyselyOver } from './database.ts'
import { BUCKET_RIGHTS } from './rights.ts'

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Writes, reads and removes again: of a folder, of a bucket, whose privacy is looked at meanwhile, or of both. */
export async function checkStorage(config: Config): Promise<{ storage: Found; privacy: Found | null }> {
  const bucket = bucketIn(config)
  if (!config.filesAlso || !bucket)
    return bucket ? checkBucket(bucket) : { storage: await checkFolder(config.dataDir), privacy: null }
  const [ofFolder, ofBucket] = await Promise.all([checkFolder(config.dataDir), checkBucket(bucket)])
  return { ...ofBucket, storage: ofFolder.state === 'ok' ? ofBucket.storage : ofFolder }
}

async function checkFolder(dataDir: string): Promise<Found> {
  const folder = path.join(dataDir, 'files')
  if (!(await exists(folder))) {
    const isNew = !(await exists(secretKeyFile(dataDir))) && !(await exists(path.join(dataDir, 'database')))
    return isNew
      ? warn(`There is no folder ${folder} yet.`, 'The first start makes it.')
      : fail(`There is no folder ${folder}.`, 'Is the volume mounted? Else set DATA_DIR to where it is.')
  }
  return writeAndRead(folder)
}

/** What a folder says to a small file. */
export async function writeAndRead(folder: string): Promise<Found> {
  const probe = path.join(folder, `doctor-${randomUUID()}`)
  try {
    await writeFile(probe, probe, { flag: 'wx', mode: 0o600 })
    const isSame = (await readFile(probe, 'utf8')) === probe
    await rm(probe)
    return isSame
      ? ok(`${folder} can be written and read.`)
      : fail(`${folder} gives other bytes than it got.`, 'Look at its disk.')
  } catch (error) {
    await rm(probe, { force: true }).catch(() => {})
    return fail(
      `${folder} can't be used: ${codeOf(error) || reasonOf(error)}.`,
      'Give the user who runs Helioroom the right to write there, or look at its volume.',
    )
  }
}

async function checkBucket(options: S3Options): Promise<{ storage: Found; privacy: Found | null }> {
  const { probeBucket, bucketLocation, refusalOf } = await import('../../platform/storage/s3/index.ts')
  try {
    const { isPublic } = await probeBucket(options)
    const readable = readableByAnybody(options)
    const fix = 'Take away its policy and its ACL for everybody.'
    return {
      storage: ok(`${bucketLocation(options)} can be written, read and removed from.`),
      privacy: !isPublic
        ? ok('Nobody reads it without a key.')
        : isHere(options)
          ? warn(readable, fix)
          : fail(readable, fix),
    }
  } catch (error) {
    const message =
      refusalOf(error, options) ?? `The store at ${bucketLocation(options)} can't be used: ${reasonOf(error)}`
    const fix = `Correct the settings S3_…, or start the store. The key needs ${BUCKET_RIGHTS}.`
    return { storage: fail(message, fix), privacy: null }
  }
}

/** Whether the storage is this installation's, as a start asks (STORE-32); null before the first one. */
export async function checkMarker(config: Config, pool: pg.Pool): Promise<Found | null> {
  if (!(await hasTable(pool, 'storage_marker'))) return null
  const db = kyselyOver(pool)
  for (const place of await markedPlaces(config)) {
    const refusal = await markerRefusal(place, db)
    if (refusal !== null) return fail(refusal, 'Set the right place, or run: npm run adopt-files.')
  }
  return ok("The storage is this installation's.")
}

/** Milliseconds in which a store has to say what time it is. */
const CLOCK_MS = 3000

/** The clock of a store, in milliseconds; null where it says none. */
export async function clockOfStore(options: S3Options): Promise<number | null> {
  const { originOf } = await import('../../platform/storage/s3/index.ts')
  const answer = await fetch(originOf(options), {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(CLOCK_MS),
  })
  const date = answer.headers.get('date')
  return date === null ? null : Date.parse(date)
}

export async function checkDisk({ dataDir, storageReserveBytes }: Config): Promise<Found> {
  // Of a folder that is yet to be made, the nearest one that is there.
  let folder = dataDir
  while (!(await exists(folder))) folder = path.dirname(folder)
  const refusal = folder === dataDir ? await writeAndRead(folder) : await mayWrite(folder)
  if (refusal.state !== 'ok') return refusal
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const facts = `${gigabytes(free)} GB are free in ${folder}; uploads leave ${gigabytes(storageReserveBytes)} GB.`
  return free < storageReserveBytes ? fail(facts, 'Make room, or set STORAGE_RESERVE_BYTES.') : ok(facts)
}

/** What the rights of a folder say. */
const mayWrite = (folder: string): Promise<Found> =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => ok(`${folder} can be written.`),
    () =>
      fail(
        `${folder} can't be written.`,
        'Give the user who runs Helioroom the right to write there, or set DATA_DIR.',
      ),
  )

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1)
