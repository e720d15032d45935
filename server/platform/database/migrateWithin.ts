import type pg from 'pg'
import { concurrentIndexes } from './concurrentIndexes.ts'
import type { Migration } from './migrations.ts'

/** The table of what was applied. */
export const SCHEMA_MIGRATION = `create table if not exists schema_migration (
  version text primary key, sha256 text not null, applied_at timestamptz not null default now(), works_with text)`

export const recordMigration = (client: pg.ClientBase, migration: Migration): Promise<unknown> =>
  client.query('insert into schema_migration (version, sha256, works_with) values ($1, $2, $3)', [
    migration.version,
    migration.sha256,
    migration.worksWith,
  ])

/**
 * Applies migrations in the transaction of the connection, to a schema that nobody else sees: all of them, or none.
 * Indexes that are built beside running statements elsewhere are built in it.
 */
export async function applyWithin(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(SCHEMA_MIGRATION)
  for (const migration of migrations) {
    // A table with checks that wait for the end of the transaction can't be altered.
    await client.query('set constraints all immediate')
    const indexes = concurrentIndexes(migration.text)
    for (const { statement } of indexes) await client.query(statement.replace(' concurrently', ''))
    if (indexes.length === 0) await client.query(migration.text)
    await recordMigration(client, migration)
    await client.query('set constraints all deferred')
  }
}
