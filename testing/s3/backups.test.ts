import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Installation,
  openPlace,
  type PlaceAddress,
  restoreInto,
  takeBackup,
  verifyBackup,
} from '../../server/platform/backup/index.ts'
import {
  backupSource,
  folderPlace,
  hashesOf,
  installationOver,
  PASSPHRASE,
  removeFolder,
  rowsOf,
  temporaryFolder,
} from '../backups/installation.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import { hasObjectStore, namesIn, newBucket } from './bucket.ts'

const database = testDatabase()
const target = testDatabase()
/** Milliseconds: a shared machine may be ten times slower. */
const TIMEOUT = 400_000

describe.runIf(hasObjectStore())('backups and buckets', { timeout: TIMEOUT }, () => {
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const [onDisk = '', place = '', first = '', second = ''] = folders
  let server: TestServer
  let source: Installation

  beforeAll(async () => {
    server = await startTestServer(database)
    const [room] = await contributors(database, server.address, 1)
    for (const size of [9_000_000, 0, 100]) {
      const [announced] = await room.announce([{ name: `File of ${size}.bin`, size }])
      if (!announced) throw new Error('Nothing was announced.')
      expect((await room.put(announced, randomBytes(size))).status).toBe(200)
      await room.confirm([announced])
    }
    source = await installationOver(database, { dataDir: onDisk, storage: server.app.storage })
  })
  afterAll(async () => {
    await server.close()
    folders.forEach(removeFolder)
  })

  const people = async (installation: Installation) =>
    (await rowsOf(installation.poolConfig)).get('document_version')

  test('BACK-01 BACK-13 from a folder to a bucket by a place in a bucket, and back by one in a folder', async () => {
    const bucket = await newBucket('backups/rooms/')
    const address: PlaceAddress = {
      kind: 'bucket',
      url: `s3://${bucket.bucket}/backups/rooms/`,
      options: bucket,
    }
    const inBucket = await openPlace(address, PASSPHRASE, { isNew: true })
    const { backup } = await takeBackup(inBucket, backupSource(source))
    expect(await verifyBackup(inBucket, backup)).toMatchObject({ files: 3, damaged: 0, missing: 0 })
    expect((await namesIn(bucket)).every((name) => name.startsWith('backups/rooms/'))).toBe(true)

    const versions = await people(source)
    const hashes = await hashesOf(source.storage)
    const request = { passphrase: PASSPHRASE, backup: 'latest', currentSecret: () => SECRET }
    const s3 = await newBucket()
    const into = await installationOver(target, { dataDir: first, s3 })
    await restoreInto(into, { from: address, ...request })
    expect(await people(into)).toEqual(versions)
    expect(await hashesOf(into.storage)).toEqual(hashes)

    await takeBackup(await openPlace(folderPlace(place), PASSPHRASE, { isNew: true }), backupSource(into))
    const again = await installationOver(target, { dataDir: second })
    await restoreInto(again, { from: folderPlace(place), replace: true, ...request })
    expect(await people(again)).toEqual(versions)
    expect(await hashesOf(again.storage)).toEqual(hashes)
  })
})
