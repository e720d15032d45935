import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { CONTENTS, EMPTIED, sourceOf } from '../../server/commands/installation.ts'
import { MODULES } from '../../server/modules/index.ts'
import { columnList, sqlName, storedTables } from '../../server/platform/backup/catalog.ts'
import { copyOut } from '../../server/platform/backup/copy.ts'
import {
  type BackupSource,
  type Installation,
  openPlace,
  type Place,
  type PlaceAddress,
} from '../../server/platform/backup/index.ts'
import { withConnection } from '../../server/platform/backup/session.ts'
import { readMigrations } from '../../server/platform/database/migrations.ts'
import { createStorage, type Storage } from '../../server/platform/storage/index.ts'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import type { TestDatabase } from '../database/index.ts'
import { SECRET } from '../server.ts'

export const PASSPHRASE = 'a passphrase of the tests'

const facts = MODULES.all

/** A folder of its own. @returns it, and what removes it */
export const temporaryFolder = (): string => mkdtempSync(path.join(os.tmpdir(), 'helioroom-backups-'))
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** What is backed up and restored, over the database and the folder or the bucket of a test. */
export async function installationOver(
  database: TestDatabase,
  { dataDir, s3, storage }: { dataDir: string; s3?: S3Options; storage?: Storage },
): Promise<Installation> {
  return {
    poolConfig: database.poolConfig,
    storage: storage ?? (await createStorage({ dataDir, storageReserveBytes: 0, s3 }, database.db)),
    migrations: readMigrations(),
    contents: CONTENTS,
    emptied: EMPTIED,
    restored: facts.flatMap(({ restored }) => restored ?? []),
    dataDir,
    secretKey: undefined,
    inUse: facts.flatMap(({ inUse }) => inUse ?? []),
    version: '0.1.0',
    process: 'test',
  }
}

export const backupSource = (installation: Installation): BackupSource => sourceOf(installation, SECRET)

export const folderPlace = (folder: string): PlaceAddress => ({ kind: 'folder', path: folder })

const opened = new Map<string, Promise<Place>>()

/** A folder as a place, opened once: its key takes half a second. */
export const placeAt = (folder: string): Promise<Place> => {
  const place = opened.get(folder) ?? openPlace(folderPlace(folder), PASSPHRASE, { isNew: true })
  opened.set(folder, place)
  return place
}

/** By table the rows of the product and of its queue, as COPY writes them, in an order that says nothing. */
export const rowsOf = (poolConfig: pg.PoolConfig): Promise<Map<string, string[]>> =>
  withConnection(poolConfig, async (client) => {
    const all = new Map<string, string[]>()
    for (const table of await storedTables(client)) {
      const blocks: Buffer[] = []
      await copyOut(
        client,
        `copy ${sqlName(table)} (${columnList(table.columns)}) to stdout`,
        async (block) => {
          blocks.push(Buffer.from(block))
        },
      )
      all.set(table.name, Buffer.concat(blocks).toString('utf8').split('\n').slice(0, -1).sort())
    }
    return all
  })

/** By key the SHA-256 of all contents of a storage. */
export async function hashesOf(storage: Storage): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for await (const key of storage.list({ prefix: '' })) {
    const hash = createHash('sha256')
    const size = (await storage.head(key)) ?? 0
    if (size > 0)
      await storage.read(key, { start: 0, end: size - 1 }, async (chunk) => void hash.update(chunk))
    hashes.set(key, hash.digest('hex'))
  }
  return hashes
}

/** Files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
