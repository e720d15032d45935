import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { newId } from '../ids.ts'
import { describeDatabase } from './generate.ts'
import { migrate } from './migrate.ts'
import { type Migration, migrationOf, readMigrations } from './migrations.ts'

const database = testDatabase()
const root = path.join(import.meta.dirname, '../../..')

function written(name: string, text: string): Migration {
  const migration = migrationOf(name, text)
  if (!migration) throw new Error(`${name} is no migration`)
  return migration
}

async function forget(version: string): Promise<void> {
  await database.pool.query('delete from schema_migration where version = $1', [version])
}

test('the dumped schema and the table types are what the migrations make', async () => {
  for (const [file, text] of await describeDatabase(database.pool)) {
    expect(text, `${file} is out of date. Run npm run codegen.`).toBe(
      readFileSync(path.join(root, file), 'utf8'),
    )
  }
})

test('migrating again applies nothing; a changed or an unknown migration stops the start', async () => {
  const migrations = readMigrations()
  expect(migrations.length).toBeGreaterThan(0)
  expect(await migrate(database.pool, migrations)).toEqual({ applied: [], newer: null })
  const changed = migrations.map((migration) => ({ ...migration, sha256: 'other' }))
  await expect(migrate(database.pool, changed)).rejects.toThrow('was changed after it was applied')
})

test('each migration after the baseline says with which programs it works (SCALE-20)', () => {
  expect(() => migrationOf('0999_x.sql', 'create table x (id int);')).toThrow('says in its first line')
  expect(() => migrationOf('0999_x.sql', '\n-- works with: 0188\n')).toThrow('says in its first line')
  expect(written('0999_x.sql', '-- works with: 0188\n').worksWith).toBe('0188')
  const [baseline, ...later] = readMigrations()
  expect(baseline?.worksWith).toBeNull()
  for (const { version, worksWith } of later) expect(worksWith).toSatisfy((name: string) => name < version)
})

test('a program starts on a newer database only where all that it does not know works with it (SCALE-20)', async () => {
  const known = readMigrations()
  const newest = known.at(-1)?.version ?? ''
  const working = written('9001_working.sql', `-- works with: ${newest}\ncreate table of_9001 ();`)
  expect(await migrate(database.pool, [...known, working])).toEqual({ applied: [working.name], newer: null })
  expect(await migrate(database.pool, known)).toEqual({ applied: [], newer: '9001' })
  // A program of before the newest one that it works with.
  await expect(migrate(database.pool, known.slice(0, -1))).rejects.toThrow(
    /^The database is of a newer version of Helioroom \(migration 9001\)\. Start that version, or restore a backup\.$/,
  )
  const breaking = written('9002_breaking.sql', `-- works with: 9001\ncreate table of_9002 ();`)
  await migrate(database.pool, [...known, working, breaking])
  await expect(migrate(database.pool, known)).rejects.toThrow(
    'The database is of a newer version of Helioroom (migration 9002). Start that version, or restore a backup.',
  )
  expect(await migrate(database.pool, [...known, working])).toEqual({ applied: [], newer: '9002' })
  await database.pool.query('drop table of_9001, of_9002')
  await forget('9001')
  await forget('9002')
})

test('a program of before drafts and parties, before levels, or before staged documents, is not started on a database that has them', async () => {
  const upTo = (version: string) => readMigrations().filter((migration) => migration.version <= version)
  // They would list all drafts, hand out the originals of what may only be viewed, or what is not published yet.
  for (const version of ['0303', '0599', '0825']) {
    await expect(migrate(database.pool, upTo(version))).rejects.toThrow(
      /^The database is of a newer version of Helioroom/,
    )
  }
  expect(await migrate(database.pool, upTo('0836'))).toMatchObject({ applied: [] })
})

test('SCALE-21 a migration is not applied beside a running process that would not work with it, and nothing is changed', async () => {
  const known = readMigrations()
  const newest = known.at(-1)?.version ?? ''
  const before = known.at(-2)?.version ?? ''
  const adding = written('9001_adding.sql', `-- works with: ${before}\ncreate table of_9001 ();`)
  const breaking = written('9002_breaking.sql', `-- works with: ${newest}\ncreate table of_9002 ();`)
  const runs = (migration: string, seen: string) =>
    database.pool.query(
      `insert into running_process (id, name, role, version, migration, started_at, seen_at)
       values ($1, 'rooms-1', 'web', '1.4.0', $2, now(), now() - $3::interval)`,
      [newId(), migration, seen],
    )
  const tables = async () =>
    (await database.pool.query(`select tablename from pg_tables where tablename like 'of_9%'`)).rows
  await runs(before, '20 seconds')
  const refused = migrate(database.pool, [...known, adding, breaking])
  await expect(refused).rejects.toThrow(
    /^A process of an older version is running \(rooms-1, 1\.4\.0\)\. Stop it first\.$/,
  )
  expect(await tables()).toEqual([])
  // With the first one alone that process goes on.
  expect((await migrate(database.pool, [...known, adding])).applied).toEqual([adding.name])
  await database.pool.query('delete from running_process')
  // One that has not said for half a minute that it runs does not count.
  await runs(before, '31 seconds')
  await runs(newest, '1 second')
  expect((await migrate(database.pool, [...known, adding, breaking])).applied).toEqual([breaking.name])
  await database.pool.query('delete from running_process')
  await database.pool.query('drop table of_9001, of_9002')
  await forget('9001')
  await forget('9002')
})

test('a failing migration leaves nothing behind', async () => {
  const failing = written(
    '9999_failing.sql',
    '-- works with: 0188\ncreate table half_made (id int); select 1 / 0;',
  )
  await expect(migrate(database.pool, [...readMigrations(), failing])).rejects.toThrow('division by zero')
  const { rows } = await database.pool.query(`select to_regclass('half_made') as made`)
  expect(rows).toEqual([{ made: null }])
})

test('indexes are built beside a transaction that writes, and again where their building broke off (SCALE-22)', async () => {
  const { pool } = database
  await pool.query('create table measured (id int); insert into measured values (1), (1)')
  const unique = written(
    '9003_indexes.sql',
    '-- works with: 0188\n-- Both.\ncreate index concurrently if not exists measured_id on measured (id);\n' +
      'create unique index concurrently if not exists measured_once on measured (id);',
  )
  const migrations = [...readMigrations(), unique]
  await expect(migrate(pool, migrations)).rejects.toThrow('could not create unique index')
  await pool.query('delete from measured')
  // Two processes at the same time: the one that waits must not hold up the index.
  const both = await Promise.all([migrate(pool, migrations), migrate(pool, migrations)])
  expect(both.flatMap(({ applied }) => applied)).toEqual([unique.name])
  const { rows } = await pool.query(
    `select indexrelid::regclass::text as name, indisvalid from pg_index where indrelid = 'measured'::regclass order by 1`,
  )
  expect(rows).toEqual([
    { name: 'measured_id', indisvalid: true },
    { name: 'measured_once', indisvalid: true },
  ])
  const mixed = written(
    '9004_mixed.sql',
    '-- works with: 0188\ncreate table x ();\ncreate index concurrently if not exists a on measured (id);',
  )
  await expect(migrate(pool, [...migrations, mixed])).rejects.toThrow('holds nothing but')
  await pool.query('drop table measured')
  await forget('9003')
})

test('a migration steps back from a lock that it does not get, so that others are not held up (SCALE-22)', async () => {
  const { pool } = database
  await pool.query('create table busy (id int)')
  const changing = written('9005_changing.sql', '-- works with: 0188\nalter table busy add column more int;')
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from busy')
  const migrated = migrate(pool, [...readMigrations(), changing])
  const longest = { ms: 0 }
  const until = performance.now() + 3000
  while (performance.now() < until) {
    const before = performance.now()
    await pool.query('select from busy')
    longest.ms = Math.max(longest.ms, performance.now() - before)
  }
  await reader.query('rollback')
  reader.release()
  expect((await migrated).applied).toEqual([changing.name])
  expect(longest.ms).toBeLessThan(2000)
  await pool.query('drop table busy')
  await forget('9005')
})

test('a migration whose cancellation comes late, at its end, is tried again as well (SCALE-22)', async () => {
  const late = written('9006_late.sql', '-- works with: 0188\ncreate table of_9006 ();')
  const hit = new Set([late.text, 'rollback'])
  const met: string[] = []
  const pool: pg.Pool = Object.create(database.pool, {
    connect: {
      value: async () => {
        const client = await database.pool.connect()
        const query = client.query.bind(client)
        return Object.create(client, {
          query: {
            value: (text: string, values?: unknown[]) => {
              if (!hit.delete(text)) return query(text, values)
              met.push(text)
              const cancelled = new Error('canceling statement due to user request')
              return Promise.reject(Object.assign(cancelled, { code: '57014' }))
            },
          },
        })
      },
    },
  })
  expect((await migrate(pool, [...readMigrations(), late])).applied).toEqual([late.name])
  expect(met).toEqual([late.text, 'rollback'])
  await database.pool.query('drop table of_9006')
  await forget('9006')
})

test('activity can be written, but neither changed nor deleted', async () => {
  const personId = newId()
  await database.pool.query(
    `insert into person (id, email, first_name, last_name) values ($1, 'a@test.example', 'A', 'B')`,
    [personId],
  )
  await database.pool.query(`insert into activity (kind, person_id) values ('SIGN_IN', $1)`, [personId])
  for (const statement of [
    `update activity set kind = 'SIGN_OUT'`,
    'delete from activity',
    'truncate activity',
  ]) {
    await expect(database.pool.query(statement)).rejects.toThrow('activity is append-only')
  }
})
