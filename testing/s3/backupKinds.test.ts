import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installation, openPlace, restoreInto, takeBackup } from '../../server/platform/backup/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
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
import { freePort } from '../cluster/living.ts'
import { hasStandby, makePostgres, Postgres, USER } from '../cluster/postgres.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import { SECRET, startTestServer } from '../server.ts'
import { hasObjectStore, newBucket } from './bucket.ts'

/** The product's own PostgreSQL; the other is one of the operator's, of another version. */
const embedded = testDatabase()
const others = [testDatabase()]
/** Milliseconds: sixteen schemas are made. */
const TIMEOUT = 900_000

/** Tables whose rows a restore leaves as they were. */
const COMPARED = [
  'document',
  'document_version',
  'document_tree',
  'person',
  'membership',
  'acl',
  'role_permission',
]

describe.runIf(hasObjectStore() && hasStandby)(
  'backups between kinds of installations',
  { timeout: TIMEOUT },
  () => {
    const folders: string[] = []
    const newFolder = () => {
      const folder = temporaryFolder()
      folders.push(folder)
      return folder
    }
    const postgresFolder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-kinds-'))
    chmodSync(postgresFolder, 0o755)
    let external: Postgres
    const closings: (() => Promise<void>)[] = []
    const kinds = new Map<string, Installation>()

    /** A migrated database of the operator's PostgreSQL. */
    const externalDatabase = async (name: string): Promise<typeof embedded> => {
      await external.sql(`create database ${name}`)
      const poolConfig = {
        host: '127.0.0.1',
        port: external.port,
        user: USER,
        password: USER,
        database: name,
      }
      const opened = openDatabase(poolConfig, { connections: 4 })
      closings.push(() => opened.close())
      await migrate(opened.jobs.pool)
      return { ...opened, poolConfig }
    }

    beforeAll(async () => {
      external = new Postgres(path.join(postgresFolder, 'a'), await freePort())
      makePostgres(external.folder)
      await external.start()
      const server = await startTestServer(embedded)
      const [room] = await contributors(embedded, server.address, 1)
      for (const size of [6_000_000, 0, 100]) {
        const [announced] = await room.announce([{ name: `File of ${size}.bin`, size }])
        if (!announced) throw new Error('Nothing was announced.')
        expect((await room.put(announced, randomBytes(size))).status).toBe(200)
        await room.confirm([announced])
      }
      kinds.set(
        'embedded, disk',
        await installationOver(embedded, { dataDir: server.dataDir, storage: server.app.storage }),
      )
      closings.push(() => server.close())
      const [other] = others
      if (!other) throw new Error('There is no other database.')
      kinds.set(
        'embedded, bucket',
        await installationOver(other, { dataDir: newFolder(), s3: await newBucket() }),
      )
      kinds.set(
        'external, disk',
        await installationOver(await externalDatabase('on_disk'), { dataDir: newFolder() }),
      )
      kinds.set(
        'external, bucket',
        await installationOver(await externalDatabase('in_bucket'), {
          dataDir: newFolder(),
          s3: await newBucket(),
        }),
      )
    }, TIMEOUT)
    afterAll(async () => {
      for (const close of closings) await close()
      await external.kill()
      rmSync(postgresFolder, { recursive: true, force: true })
      folders.forEach(removeFolder)
    })

    const contentOf = async ({ poolConfig, storage }: Installation) => {
      const rows = await rowsOf(poolConfig)
      return { rows: COMPARED.map((table) => [table, rows.get(table)]), bytes: await hashesOf(storage) }
    }

    test('BACK-30 a backup of each kind of installation is restored into each other kind, with the same rows and bytes', async () => {
      const [first] = kinds.values()
      if (!first) throw new Error('There is no installation.')
      const wanted = await contentOf(first)
      expect(wanted.bytes.size).toBe(3)
      expect(wanted.rows.every(([, rows]) => rows !== undefined && rows.length > 0)).toBe(true)
      for (const [kind, source] of kinds) {
        const place = newFolder()
        await takeBackup(
          await openPlace(folderPlace(place), PASSPHRASE, { isNew: true }),
          backupSource(source),
        )
        for (const [other, target] of kinds) {
          if (other === kind) continue
          await restoreInto(target, {
            from: folderPlace(place),
            passphrase: PASSPHRASE,
            backup: 'latest',
            currentSecret: () => SECRET,
            replace: true,
          })
          expect(await contentOf(target), `${kind} into ${other}`).toEqual(wanted)
        }
      }
    })
  },
)
