import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  backupIds,
  type Fault,
  type Installation,
  listBackups,
  openPlace,
  removeOldBackups,
  removePostponed,
  takeBackup,
  verifyBackup,
} from '../../server/platform/backup/index.ts'
import { readContents, readManifest } from '../../server/platform/backup/manifest.ts'
import { createDiskStorage, moveContents, openPlaces } from '../../server/platform/storage/index.ts'
import { inTwoPlaces } from '../../server/platform/storage/twoPlaces.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import { smallDisk } from '../faults/smallDisk.ts'
import type { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import {
  backupSource,
  filesBelow,
  folderPlace,
  hashesOf,
  installationOver,
  PASSPHRASE,
  placeAt,
  removeFolder,
  temporaryFolder,
} from './installation.ts'

const database = testDatabase()
const KIB = 1024
const MIB = 1024 * KIB
/** Milliseconds: a shared machine may be ten times slower. */
const TIMEOUT = 400_000

describe('a backup', { timeout: TIMEOUT }, () => {
  let server: TestServer
  let room: Room
  let installation: Installation
  const folders: string[] = []
  const newFolder = () => {
    const folder = temporaryFolder()
    folders.push(folder)
    return folder
  }
  /** @returns the version that holds the bytes */
  const upload = async (name: string, bytes: Buffer): Promise<string> => {
    const [announced] = await room.announce([{ name, size: bytes.length }])
    if (!announced) throw new Error('Nothing was announced.')
    expect((await room.put(announced, bytes)).status).toBe(200)
    await room.confirm([announced])
    return announced.version
  }
  const take = async (folder: string) => takeBackup(await placeAt(folder), backupSource(installation))
  const faultsIn = async (folder: string, id: string): Promise<Fault[]> => {
    const faults: Fault[] = []
    await verifyBackup(await placeAt(folder), id, { onFault: (fault) => void faults.push(fault) })
    return faults
  }

  beforeAll(async () => {
    server = await startTestServer(database)
    const [first] = await contributors(database, server.address, 1)
    room = first
    installation = await installationOver(database, { dataDir: server.dataDir, storage: server.app.storage })
    await upload('Survey.bin', randomBytes(700 * KIB))
    await upload('Same.bin', Buffer.alloc(300 * KIB, 7))
    await upload('Same again.bin', Buffer.alloc(300 * KIB, 7))
    await upload('Small.bin', randomBytes(10))
  })
  afterAll(async () => {
    await server.close()
    for (const folder of folders) removeFolder(folder)
  })

  test('BACK-03 BACK-06 says what it took; a second one stores no content again', async () => {
    const folder = newFolder()
    const first = await take(folder)
    expect(first).toEqual({
      backup: expect.stringMatching(/^\d{8}T\d{6}Z/),
      files: 4,
      // Equal contents are one.
      newFiles: 3,
      bytes: expect.any(Number),
      newBytes: expect.any(Number),
      rows: expect.any(Number),
      seconds: expect.any(Number),
    })
    expect(first.bytes).toBeGreaterThan(1000 * KIB)
    const before = filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0)
    const second = await take(folder)
    expect([second.files, second.newFiles]).toEqual([4, 0])
    const after = filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0)
    expect(after - before).toBeLessThan(0.05 * 1310 * KIB)
    expect(after - before).toBe(second.newBytes)
  })

  test('BACK-10 is listed, the newest first, with whether it was verified; one of unknown migrations is newer', async () => {
    const folder = newFolder()
    const older = await take(folder)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const newer = await take(folder)
    const place = await placeAt(folder)
    await verifyBackup(place, older.backup)
    const listed = await listBackups(place, installation.migrations)
    const migration = installation.migrations.at(-1)?.version
    const common = { version: '0.1.0', migration, files: 4, usable: 'yes', at: expect.stringMatching(/Z$/) }
    expect(listed).toEqual([
      { ...common, id: newer.backup, bytes: newer.bytes, verifiedAt: null },
      { ...common, id: older.backup, bytes: older.bytes, verifiedAt: expect.stringMatching(/Z$/) },
    ])
    const known = installation.migrations.slice(0, -1)
    expect((await listBackups(place, known)).map(({ usable }) => usable)).toEqual(['newer', 'newer'])
  })

  test('BACK-07 shows nothing without the passphrase: no name, no content, no equal bytes', async () => {
    const folder = newFolder()
    await take(folder)
    const files = filesBelow(folder)
    const secrets = ['Survey', 'Same', '@faults.example', 'person', 'document_version']
    for (const file of files) {
      const shown = `${file}\n${readFileSync(file, 'latin1')}`
      for (const secret of secrets) expect(shown.includes(secret), `${secret} in ${file}`).toBe(false)
      const hash = createHash('sha256')
        .update(Buffer.alloc(300 * KIB, 7))
        .digest('hex')
      expect(shown.includes(hash)).toBe(false)
    }
    const head = files.map((file) => readFileSync(file, 'latin1')).find((text) => text.includes('"N"'))
    expect(JSON.parse(head?.split('\n')[0] ?? '{}')).toMatchObject({ N: 131_072, r: 8 })
    // The same in another place is other bytes.
    const other = newFolder()
    await take(other)
    const bytesIn = (at: string) =>
      new Set(filesBelow(at).map((file) => readFileSync(file).toString('base64')))
    expect([...bytesIn(folder)].filter((bytes) => bytesIn(other).has(bytes))).toEqual([])
  })

  test('BACK-08 a wrong passphrase is refused in a sentence, and nothing is changed', async () => {
    const folder = newFolder()
    await take(folder)
    const before = filesBelow(folder)
    const began = performance.now()
    await expect(openPlace(folderPlace(folder), 'another passphrase!', { isNew: true })).rejects.toThrow(
      /^The passphrase is wrong\.$/,
    )
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(filesBelow(folder)).toEqual(before)
  })

  test('BACK-11 BACK-12 each changed byte, cut, missing or exchanged item is found, and the document named', async () => {
    const folder = newFolder()
    const { backup } = await take(folder)
    expect(await faultsIn(folder, backup)).toEqual([])
    const items = filesBelow(folder).filter((file) => !/\.(verified|running)$/.test(file))
    // Two heads, three contents, and three items of the backup.
    expect(items).toHaveLength(8)
    const contents = items.filter((file) => path.basename(file).startsWith('c-'))
    const broken = async (change: () => void, file: string) => {
      const bytes = readFileSync(file)
      change()
      const faults = await faultsIn(folder, backup).catch((error: Error) => [
        { name: error.message, isMissing: false },
      ])
      writeFileSync(file, bytes)
      return faults
    }
    for (const file of items) {
      const { size } = statSync(file)
      for (const at of [0, 10, Math.floor(size / 2), size - 1]) {
        const faults = await broken(() => {
          const bytes = readFileSync(file)
          bytes[at] = (bytes[at] ?? 0) ^ 1
          writeFileSync(file, bytes)
        }, file)
        expect(faults, `byte ${at} of ${path.basename(file)}`).not.toEqual([])
      }
      for (const length of [0, size - 1, Math.min(size - 1, 256 * KIB + 36)]) {
        const faults = await broken(() => truncateSync(file, length), file)
        expect(faults, `${path.basename(file)} cut to ${length}`).not.toEqual([])
      }
      const longer = await broken(
        () => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(1)])),
        file,
      )
      expect(longer, `${path.basename(file)} with a byte more`).not.toEqual([])
      // A content of its own name, and something else's.
      const [other] = contents.filter((each) => each !== file)
      const exchanged = await broken(() => copyFileSync(other ?? '', file), file)
      expect(exchanged, `${path.basename(file)} exchanged`).not.toEqual([])
    }
    const [largest] = contents.toSorted((a, b) => statSync(b).size - statSync(a).size)
    expect(await broken(() => rmSync(largest ?? ''), largest ?? '')).toEqual([
      { name: 'Survey.bin', isMissing: true },
    ])
    // An item of another backup of the place.
    const { backup: later } = await take(folder)
    const [mine, theirs] = [backup, later].map((id) =>
      filesBelow(folder).find((file) => file.endsWith(`b-${id}.rows`)),
    )
    const taken = await broken(() => copyFileSync(theirs ?? '', mine ?? ''), mine ?? '')
    expect(taken).toEqual([{ name: 'the rows of the database', isMissing: false }])
    expect(await faultsIn(folder, backup)).toEqual([])
  })

  test('BACK-09 a second one at the same time says who runs since when; one that fails is not listed, and what it stored is used', async () => {
    const folder = newFolder()
    const place = await placeAt(folder)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const source = backupSource(installation)
    const slow = {
      ...source,
      storage: {
        ...source.storage,
        read: async (...args: Parameters<typeof source.storage.read>) => {
          await source.storage.read(...args)
          await held
        },
      },
    }
    const running = takeBackup(place, slow)
    await expect
      .poll(
        async () =>
          (await database.pool.query('select from backup_run where held_until > now()')).rows.length,
      )
      .toBe(1)
    await expect(take(folder)).rejects.toThrow(
      /^A backup is running since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ on test\.$/,
    )
    release()
    await running
    await upload('Late.bin', randomBytes(200 * KIB))
    await upload('Later.bin', randomBytes(200 * KIB))
    let reads = 0
    const failing = {
      ...source,
      storage: {
        ...source.storage,
        read: async (...args: Parameters<typeof source.storage.read>) => {
          reads += 1
          if (reads === 2) throw new Error('The disk is gone.')
          await source.storage.read(...args)
        },
      },
    }
    await expect(takeBackup(place, failing)).rejects.toThrow('The disk is gone.')
    expect(await listBackups(place, installation.migrations)).toHaveLength(1)
    const { newFiles } = await take(folder)
    expect(newFiles).toBe(1)
  })

  test('a place that is full, or away, fails the backup and keeps those before; with room again the next one succeeds', async ({
    skip,
  }) => {
    const disk = smallDisk(16 * MIB)
    try {
      if (disk.ownDisk === null) return skip('nothing may be mounted here')
      const address = folderPlace(disk.ownDisk)
      const place = await openPlace(address, PASSPHRASE, { isNew: true })
      const first = await takeBackup(place, backupSource(installation))
      await upload('More.bin', randomBytes(600 * KIB))
      const others = path.join(disk.ownDisk, 'of-others')
      const { bavail, bsize } = statfsSync(disk.ownDisk)
      writeFileSync(others, Buffer.alloc(bavail * bsize - 128 * KIB))
      await expect(takeBackup(place, backupSource(installation))).rejects.toThrow('The storage is full.')
      const ids = async () => (await listBackups(place, installation.migrations)).map(({ id }) => id)
      expect(await ids()).toEqual([first.backup])
      rmSync(others)
      const second = await takeBackup(place, backupSource(installation))
      expect(await ids()).toEqual([second.backup, first.backup])
      for (const id of await ids())
        await verifyBackup(place, id, { onFault: (fault) => expect.unreachable(JSON.stringify(fault)) })
      disk.close()
      await expect(takeBackup(place, backupSource(installation))).rejects.toThrow()
      await expect(openPlace(address, PASSPHRASE, { isNew: false })).rejects.toThrow('There is no backup at')
    } finally {
      disk.close()
    }
    // The failed ones hold up nobody.
    await take(newFolder())
  })

  test('BACK-04 what is removed while it runs is in it, and goes afterwards', async () => {
    const folder = newFolder()
    const version = await upload('Deleted.bin', randomBytes(100 * KIB))
    const source = backupSource(installation)
    let isRemoved = false
    const removing = {
      ...source,
      storage: {
        ...source.storage,
        read: async (...args: Parameters<typeof source.storage.read>) => {
          if (!isRemoved) {
            isRemoved = true
            // As the nightly sweep does: bytes first, then the rows.
            await server.app.storage.remove([version])
            await database.pool.query(
              `update document set deleted_at = now(), bytes_removed_at = now() where id = (select document_id from document_version where id = $1)`,
              [version],
            )
          }
          await source.storage.read(...args)
        },
      },
    }
    const { backup } = await takeBackup(await placeAt(folder), removing)
    expect(await faultsIn(folder, backup)).toEqual([])
    const postponed = () => database.pool.query('select key from postponed_removal')
    expect((await postponed()).rows).toEqual([{ key: version }])
    expect(await server.app.storage.head(version)).toBe(100 * KIB)
    expect(await removePostponed({ pool: database.pool, storage: server.app.storage }, source.contents)).toBe(
      1,
    )
    expect(await server.app.storage.head(version)).toBe(null)
    expect((await postponed()).rows).toEqual([])
  })

  test('BACK-23 with the backups that are not kept go the contents that no other one names', async () => {
    const folder = newFolder()
    const version = await upload('Of the first one.bin', randomBytes(20 * KIB))
    const first = await take(folder)
    await server.app.storage.remove([version])
    await database.pool.query(
      `update document set deleted_at = now(), bytes_removed_at = now() where id = (select document_id from document_version where id = $1)`,
      [version],
    )
    const second = await take(folder)
    const contents = () => filesBelow(folder).filter((file) => path.basename(file).startsWith('c-')).length
    const before = contents()
    const place = await placeAt(folder)
    const later = new Date(Date.now() + 3 * 86_400_000)
    const removed = await removeOldBackups(place, { days: 1, weeks: 0, months: 0 }, later)
    expect(removed.backups).toEqual([first.backup])
    expect(await backupIds(place)).toEqual([second.backup])
    expect(contents()).toBe(before - 1)
    expect(await faultsIn(folder, second.backup)).toEqual([])
  })

  // After all others: contents lie elsewhere then.
  test('BACK-04 what is replaced, added, or moved to another storage while it runs is in it as it was at its moment', async () => {
    const folder = newFolder()
    await upload('Replaced.bin', randomBytes(50 * KIB))
    const { first: here } = await openPlaces(server.config, database.db)
    const elsewhere = await createDiskStorage({ root: newFolder(), reserveBytes: 0 })
    // As with FILES and FILES_ALSO.
    const both = inTwoPlaces(elsewhere, here)
    const before = await hashesOf(here)
    let isMoved = false
    const change = async () => {
      await upload('Replaced.bin', randomBytes(50 * KIB))
      await upload('Added.bin', randomBytes(50 * KIB))
      const moved = await moveContents({
        from: here,
        to: elsewhere,
        known: async () => new Map(),
        deletes: true,
        onFailure: (sentence) => expect.unreachable(sentence),
      })
      expect(moved.copied).toBe(before.size + 2)
      expect(await hashesOf(here)).toEqual(new Map())
    }
    const source = {
      ...backupSource(installation),
      storage: {
        ...both,
        read: async (...args: Parameters<typeof both.read>) => {
          if (!isMoved) {
            isMoved = true
            await change()
          }
          await both.read(...args)
        },
      },
    }
    const place = await placeAt(folder)
    const { backup } = await takeBackup(place, source)
    expect(isMoved).toBe(true)
    expect(await faultsIn(folder, backup)).toEqual([])
    // None whose bytes it has not.
    expect((await readManifest(place, backup)).lost).toEqual([])
    const kept = new Map<string, string>()
    await readContents(place, backup, async ({ key, sha256 }) => void kept.set(key, sha256.toString('hex')))
    expect(kept).toEqual(before)
  })

  test('BACK-11 a content whose bytes the storage had lost before a backup is missing in it, and named', async () => {
    const { first: here } = await openPlaces(server.config, database.db)
    const version = await upload('Kept.bin', randomBytes(1000))
    expect([...(await hashesOf(here)).keys()]).toEqual([version])
    const folder = newFolder()
    const { backup } = await takeBackup(await placeAt(folder), backupSource(installation))
    const faults = await faultsIn(folder, backup)
    expect(faults).toContainEqual({ name: 'Survey.bin', isMissing: true })
    expect(faults.every(({ name, isMissing }) => isMissing && name !== 'Kept.bin')).toBe(true)
    const [listed] = await listBackups(await placeAt(folder), installation.migrations)
    expect(listed?.verifiedAt).toBe(null)
  })
})
