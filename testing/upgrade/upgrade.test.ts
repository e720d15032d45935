import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fillOrganisations } from '../../server/modules/organisations/filling.ts'
import { Database } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { BASELINE, readMigrations } from '../../server/platform/database/migrations.ts'
import { everyRow } from '../everyRow.ts'
import { joinsAcross, tablesOf, withoutOrganisation } from '../organisationColumns.ts'

/** The migrations that the baseline stands for, by number. */
const STEPS =
  '0001 0002 0003 0004 0005 0006 0008 0009 0015 0016 0017 0020 0025 0026 0027 0028 0030 0031 0032 0040 0041 0042 0043 0044 0060 0061 0062 0063 0064 0065 0066 0070 0072 0073 0080 0081 0090 0091 0092 0100 0120 0121 0122 0123 0130 0131 0132 0140 0141 0150 0160 0161 0162 0163 0165 0166 0167 0170 0180 0181 0185 0186 0187 0188'.split(
    ' ',
  )

const { template: _, ...server } = inject('testDatabase')
const database = `upgrade_${process.pid}_${Date.now()}`
const admin = new pg.Pool({ ...server, database: 'postgres', max: 1 })
const pool = new pg.Pool({ ...server, database })
pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))

/** As a process of before the baseline left it. */
async function madeByStep(steps: readonly string[]): Promise<void> {
  await pool.query(`drop table if exists schema_migration;
    create table schema_migration (
      version text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  await pool.query(
    `insert into schema_migration (version, sha256) select version, coalesce($2::jsonb ->> version, 'of then')
     from unnest($1::text[]) as version`,
    [steps, JSON.stringify({ [BASELINE.version]: BASELINE.sha256 })],
  )
}

const [baseline] = readMigrations()
const ROWS = readFileSync(path.join(import.meta.dirname, 'rows0188.sql'), 'utf8')

beforeAll(async () => {
  await admin.query(`create database ${database} template template0 encoding utf8`)
  await pool.query(baseline?.text ?? '')
  await pool.query(ROWS)
  await pool.query('analyze')
})

afterAll(async () => {
  await pool.end()
  await admin.query(`drop database ${database}`)
  await admin.end()
})

test('a database on the way to the baseline is refused, and nothing is changed', async () => {
  expect(STEPS).toHaveLength(BASELINE.steps)
  for (const [steps, version] of [
    [STEPS.slice(0, -1), '0187'],
    [['0001'], '0001'],
    [STEPS.filter((step) => step !== '0121'), '0187'],
  ] as const) {
    await madeByStep(steps)
    const before = await everyRow({ pool })
    await expect(migrate(pool)).rejects.toThrow(
      `The database is of an older version of Helioroom (migration ${version}). Start the version with migration 0188 once, then this one.`,
    )
    expect(await everyRow({ pool })).toEqual(before)
  }
})

test('an installation of migration 0188 passes over the baseline and loses nothing', async () => {
  await madeByStep(STEPS)
  const before = await everyRow({ pool })
  const empty = [...before].flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))
  expect(empty, 'a table without a row shows nothing').toEqual([])
  const { applied } = await migrate(pool)
  expect(applied).toEqual(readMigrations().flatMap(({ version, name }) => (version > '0188' ? [name] : [])))
  const after = await everyRow({ pool })
  for (const [table, rows] of before) {
    if (table === 'schema_migration') continue
    const kept = (after.get(table) ?? []).map((text) => JSON.parse(text))
    expect(kept, table).toHaveLength(rows.length)
    expect(kept, table).toEqual(
      expect.arrayContaining(rows.map((text) => expect.objectContaining(JSON.parse(text)))),
    )
  }
  expect((await migrate(pool)).applied).toEqual([])
})

test('rows of before get their organisation by a job, in portions and beside others (SCALE-22, SCALE-33)', async () => {
  expect(await withoutOrganisation(pool)).not.toEqual([])
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from document for update')
  const db = new Database(pool)
  // What somebody else is changing is not waited for, and not forgotten.
  expect(await fillOrganisations(db, 300)).toBe(false)
  await holder.query('rollback')
  holder.release()
  expect(await fillOrganisations(db)).toBe(true)
  expect(await withoutOrganisation(pool)).toEqual([])
  expect(await joinsAcross(pool)).toEqual([])
  expect(await fillOrganisations(db)).toBe(true)
})

test('what a program of migration 0188 writes on the newer database has its organisation (SCALE-33)', async () => {
  const own = `${database}_own`
  await admin.query(`create database ${own} template template0 encoding utf8`)
  const ownPool = new pg.Pool({ ...server, database: own })
  ownPool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await migrate(ownPool)
  await ownPool.query(ROWS)
  expect(await withoutOrganisation(ownPool)).toEqual([])
  expect(await joinsAcross(ownPool)).toEqual([])
  expect((await tablesOf(ownPool)).filter(({ isScoped }) => isScoped).length).toBeGreaterThan(60)
  await ownPool.end()
  await admin.query(`drop database ${own}`)
})
