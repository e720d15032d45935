import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { prepareQueue } from '../jobs/prepare.ts'
import { withProcessLock } from './processLock.ts'

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations')

const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/

export interface Migration {
  version: string
  name: string
  text: string
  sha256: string
}

/** The numbered SQL files, in order. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const match = FILE.exec(name)
      if (!match?.[1]) return []
      const text = readFileSync(join(folder, name), 'utf8')
      return [{ version: match[1], name, text, sha256: createHash('sha256').update(text).digest('hex') }]
    })
    .sort((a, b) => a.version.localeCompare(b.version))
}

/**
 * Brings the database to the newest migration, each in its own transaction. Several server processes may start
 * at once: one migrates, the others wait for it. The job queue's own tables come along.
 * @returns the names of the migrations that were applied now
 * @throws when an applied migration's file was changed, or the database is newer than this program
 */
export const migrate = (pool: pg.Pool, migrations: Migration[] = readMigrations()): Promise<string[]> =>
  withProcessLock(pool, 'migrations', async (client) => {
    await client.query(
      `create table if not exists schema_migration (
         version text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ version: string; sha256: string }>(
      'select version, sha256 from schema_migration order by version',
    )
    const done = new Map(rows.map((row) => [row.version, row.sha256]))
    const known = new Set(migrations.map((migration) => migration.version))
    const newer = rows.filter((row) => !known.has(row.version))
    if (newer.length > 0) {
      throw new Error(
        `The database is of a newer version of Helioroom (migration ${newer.at(-1)?.version}). Start that version, or restore a backup.`,
      )
    }
    const applied: string[] = []
    for (const migration of migrations) {
      const sha256 = done.get(migration.version)
      if (sha256 === migration.sha256) continue
      if (sha256 !== undefined) {
        throw new Error(`Migration ${migration.name} was changed after it was applied. Restore its text.`)
      }
      await apply(client, migration)
      applied.push(migration.name)
    }
    await prepareQueue(pool)
    return applied
  })

async function apply(client: pg.PoolClient, { text, version, sha256 }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migration (version, sha256) values ($1, $2)', [version, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
