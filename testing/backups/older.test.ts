import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { restoreAtFirstStart } from '../../server/firstRestore.ts'
import { createLog } from '../../server/log.ts'
import { restoreInto, takeBackup } from '../../server/platform/backup/index.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { readMigrations } from '../../server/platform/database/migrations.ts'
import { type TestDatabase, testDatabase } from '../database/index.ts'
import { factories } from '../factories.ts'
import { SECRET } from '../server.ts'
import {
  backupSource,
  folderPlace,
  installationOver,
  PASSPHRASE,
  placeAt,
  removeFolder,
  temporaryFolder,
} from './installation.ts'

const older = testDatabase()
const target = testDatabase()
const fresh = testDatabase()
/** Milliseconds: a shared machine may be ten times slower. */
const TIMEOUT = 400_000
const folders: string[] = []
const newFolder = (): string => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) removeFolder(folder)
})

const known = readMigrations()
const newest = known.at(-1)?.version
const EMPTY = 'drop schema public cascade; create schema public; drop schema graphile_worker cascade'

const emails = async ({ pool }: TestDatabase): Promise<string[]> =>
  (await pool.query<{ email: string }>('select email from person order by email')).rows.map(
    ({ email }) => email,
  )
const migrationOf = async ({ pool }: TestDatabase): Promise<string | undefined> =>
  (await pool.query<{ version: string }>('select max(version) as version from schema_migration')).rows[0]
    ?.version

/** A backup of a database that knows all migrations but so many of the last ones. */
async function backupWithout(count: number, email: string): Promise<string> {
  await older.pool.query(EMPTY)
  await migrate(older.jobs.pool, known.slice(0, known.length - count))
  await factories(older).person({ email })
  const place = newFolder()
  const source = backupSource(await installationOver(older, { dataDir: newFolder() }))
  await takeBackup(await placeAt(place), source)
  return place
}

test('BACK-18 a backup of an older version is restored and migrated, and one of a newer version is refused', {
  timeout: TIMEOUT,
}, async () => {
  const place = await backupWithout(1, 'older@backups.example')
  expect(await migrationOf(older)).not.toBe(newest)
  await target.pool.query(EMPTY)
  const into = await installationOver(target, { dataDir: newFolder() })
  const request = { passphrase: PASSPHRASE, backup: 'latest', currentSecret: () => SECRET }
  await restoreInto(into, { from: folderPlace(place), ...request })
  expect(await emails(target)).toEqual(['older@backups.example'])
  expect(await migrationOf(target)).toBe(newest)
  const { rows } = await target.pool.query('select count(*)::int as count from schema_migration')
  expect(rows[0]?.count).toBeGreaterThanOrEqual(known.length)

  const newer = await backupWithout(0, 'newer@backups.example')
  const former = { ...into, migrations: known.slice(0, -1) }
  await expect(restoreInto(former, { from: folderPlace(newer), ...request, replace: true })).rejects.toThrow(
    `This backup is of version 0.1.0 (migration ${newest}), newer than this program. Use that version.`,
  )
  expect(await emails(target)).toEqual(['older@backups.example'])
})

test('BACK-21 the first start on nothing restores the newest backup of RESTORE_FROM, and later ones leave it', {
  timeout: TIMEOUT,
}, async () => {
  const place = await backupWithout(0, 'first@backups.example')
  const dataDir = newFolder()
  const lines: string[] = []
  const waits: string[] = []
  const start = async (env: NodeJS.ProcessEnv) => {
    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://unused/x',
      RESTORE_FROM: place,
      BACKUP_PASSPHRASE: PASSPHRASE,
      ...env,
    })
    await restoreAtFirstStart({
      config,
      poolConfig: fresh.poolConfig,
      log: createLog(config, { write: (line) => void lines.push(line) }),
      onWait: async (_, sentence) => void waits.push(sentence),
    })
  }
  await fresh.pool.query(EMPTY)
  await expect(start({ BACKUP_PASSPHRASE: 'another passphrase than that' })).rejects.toThrow(
    'The passphrase is wrong.',
  )
  await expect(start({ RESTORE_FROM: newFolder() })).rejects.toThrow(/^There is no backup at \/.*\.$/)
  expect((await fresh.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  expect([lines, waits]).toEqual([[], []])

  await start({})
  expect(await emails(fresh)).toEqual(['first@backups.example'])
  const [said] = lines.map((line) => String(JSON.parse(line).msg))
  expect(said).toMatch(/^The backup \d{8}T\d{6}Z\S* of /)
  expect(said?.endsWith(`${place} was restored.`)).toBe(true)
  await fresh.pool.query(`update person set email = 'since@backups.example'`)
  await start({})
  expect(await emails(fresh)).toEqual(['since@backups.example'])
  expect(lines).toHaveLength(1)
  // Whoever watches it sees it as healthy while it restores.
  expect(waits).toEqual([`Restoring the newest backup of ${place}.`])
})
