import { randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeBackup } from '../../server/platform/backup/index.ts'
import { ITEM, readContents, readManifest } from '../../server/platform/backup/manifest.ts'
import type { Place } from '../../server/platform/backup/place.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import {
  backupSource,
  hashesOf,
  installationOver,
  placeAt,
  removeFolder,
  temporaryFolder,
} from './installation.ts'

const database = testDatabase()
/** Settings, by the values that nothing else has. */
const SETTINGS = {
  METRICS_TOKEN: 'the token of the metrics, a setting',
  SMTP_URL: 'smtp://sender:a-setting-of-mail@mail.settings.example:2525',
  MAIL_FROM: 'Helioroom <sender@settings.example>',
  PROCESS_NAME: 'process-of-settings',
}
const LICENCE = `What everybody agrees to, ${randomBytes(8).toString('hex')}.`
/** Milliseconds: a shared machine may be ten times slower. */
const TIMEOUT = 400_000

const folder = temporaryFolder()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(database, SETTINGS)
}, TIMEOUT)
afterAll(async () => {
  await server.close()
  removeFolder(folder)
})

/** What an item of a place says, without its seal. */
async function plain(place: Place, item: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  await place.read(item, async (chunk) => void chunks.push(Buffer.from(chunk)))
  return Buffer.concat(chunks)
}

test('BACK-05 a backup has every table, the jobs that wait, every content, the key and the licence in use, and no setting', {
  timeout: TIMEOUT,
}, async () => {
  await server.app.services.accounts.publishLicence('An earlier one.')
  await server.app.services.accounts.publishLicence(LICENCE)
  const [room] = await contributors(database, server.address, 1)
  const announced = await room.announce([1, 2].map((at) => ({ name: `File ${at}.bin`, size: 1000 })))
  for (const upload of announced) expect((await room.put(upload, randomBytes(1000))).status).toBe(200)
  await room.confirm(announced)
  await database.pool.query(
    `select graphile_worker.add_job('waits_for_years', '{"of":"a job"}'::json, run_at := now() + interval '9 years')`,
  )

  const source = await installationOver(database, { dataDir: server.dataDir, storage: server.app.storage })
  const place = await placeAt(folder)
  const { backup } = await takeBackup(place, backupSource(source))
  const manifest = await readManifest(place, backup)
  const rows = zstdDecompressSync(await plain(place, ITEM.rows(backup))).toString('utf8')

  // By the catalogue of the database, whoever its tables are; how far the queue's own are comes with its program.
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and not (schemaname = 'graphile_worker' and tablename = 'migrations')
       and not exists (select from pg_partitioned_table where partrelid = (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass)`,
  )
  const names = manifest.tables.map(({ schema, name }) => `${schema}.${name}`)
  expect(names.sort()).toEqual(tables.map(({ name }) => name).sort())
  expect(names.length).toBeGreaterThan(100)

  for (const text of ['waits_for_years', '{"of":"a job"}', LICENCE])
    expect(rows.includes(text), text).toBe(true)
  expect(manifest.secret).toBe(SECRET)

  const kept = new Map<string, string>()
  await readContents(place, backup, async ({ key, sha256 }) => void kept.set(key, sha256.toString('hex')))
  expect(kept).toEqual(await hashesOf(server.app.storage))
  expect(kept.size).toBe(2)

  const { secret: _key, ...said } = manifest
  const listed = await plain(place, ITEM.contents(backup))
  for (const value of [...Object.values(SETTINGS), 'a-setting-of-mail', 'settings.example', server.dataDir])
    for (const text of [rows, JSON.stringify(said), listed.toString('utf8')])
      expect(text.includes(value), value).toBe(false)
})
