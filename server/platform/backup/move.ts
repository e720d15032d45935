import type pg from 'pg'
import type { Migration } from '../database/migrations.ts'
import { createPool } from '../database/primary.ts'
import { newId } from '../ids.ts'
import { prepareQueue } from '../jobs/prepare.ts'
import { QUEUE_SCHEMA, storedSequences, storedTables } from './catalog.ts'
import { BackupError } from './errors.ts'
import { isNewer } from './list.ts'
import { beginEmptySchema, Loader } from './load.ts'
import { passRows, type RowsReader } from './rows.ts'
import { withConnection } from './session.ts'

/** What `npm run move-database` prints. */
export interface Moved {
  tables: number
  rows: number
}

const IGNORE: RowsReader = { table: async () => {}, block: async () => {}, end: async () => {} }

/**
 * Copies a database into an empty one in one transaction, and compares count and hash of each table (BACK-27). The old one
 * stays as it is.
 * @throws BackupError where the new one is not empty, or where the copy differs
 */
export async function moveDatabase(
  from: pg.PoolConfig,
  to: pg.PoolConfig,
  migrations: readonly Migration[],
  onProgress: (sentence: string) => void = () => {},
): Promise<Moved> {
  await withConnection(to, requireEmpty)
  const pool = createPool({ ...to, max: 1 })
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await prepareQueue(pool).finally(() => pool.end())
  return withConnection(from, (source) =>
    withConnection(to, async (target) => {
      await source.query('begin isolation level repeatable read read only')
      const applied = await migrationsOf(source)
      if (isNewer({ migrations: applied }, migrations)) {
        throw new BackupError(
          'The database is of a newer version of Helioroom than this program. Use that version.',
        )
      }
      const tables = await storedTables(source)
      const known = migrations.filter(({ version }) => applied.includes(version))
      await beginEmptySchema(target, known, `helioroom move ${newId()}`)
      const loader = new Loader(target, tables)
      await loader.prepare()
      onProgress(`Copying ${tables.length} tables.`)
      const copied = await passRows(source, tables, loader)
      await loader.complete(await storedSequences(source), onProgress)
      onProgress('Comparing.')
      const there = await passRows(target, tables, IGNORE)
      const differing = copied.find(
        ({ rows, sha256 }, at) => rows !== there[at]?.rows || sha256 !== there[at]?.sha256,
      )
      if (differing)
        throw new BackupError(`The copy of the table ${differing.name} differs. Nothing was kept of it.`)
      await target.query('commit')
      await target.query('analyze')
      return { tables: tables.length, rows: copied.reduce((sum, { rows }) => sum + rows, 0) }
    }),
  )
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    'select version from schema_migration order by version',
  )
  return rows.map(({ version }) => version)
}

async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', '${QUEUE_SCHEMA}') limit 1`,
  )
  if (rows.length > 0) throw new BackupError('The database at --to is not empty. Give an empty one.')
}
