import type pg from 'pg'
import { applyWithin } from '../database/migrateWithin.ts'
import type { Migration } from '../database/migrations.ts'
import {
  columnList,
  PRODUCT_SCHEMA,
  QUEUE_SCHEMA,
  type StoredSequence,
  type StoredTable,
  sqlName,
} from './catalog.ts'
import { type CopyingIn, copyIn } from './copy.ts'
import { BackupError, DamagedError } from './errors.ts'
import type { RowsReader } from './rows.ts'

/** Of building indexes. */
const MEMORY = '256MB'

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Begins a transaction in which the database gets an empty schema, as these migrations make it. Until it is committed
 * everybody else, and whoever comes after a crash, sees what was there before (BACK-20).
 * @param mark is left on the schema, to find out later whether the transaction was committed
 */
export async function beginEmptySchema(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  mark: string,
): Promise<void> {
  await client.query('begin')
  await client.query(`set local maintenance_work_mem = '${MEMORY}'`)
  await client.query(`drop schema if exists ${PRODUCT_SCHEMA} cascade`)
  await client.query(`create schema ${PRODUCT_SCHEMA}`)
  await client.query(`comment on schema ${PRODUCT_SCHEMA} is ${literal(mark)}`)
  await applyWithin(client, migrations)
}

/** The mark of the transaction that made the schema; null where none of beginEmptySchema did. */
export async function markOf(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = '${PRODUCT_SCHEMA}'`,
  )
  return rows[0]?.mark ?? null
}

/** What keeps rows from being loaded fast, as statements that make it again. */
interface Rule {
  drop: string
  create: string
}

const OF_PRODUCT = `n.nspname = '${PRODUCT_SCHEMA}'`
/** Foreign keys last, since they need the keys that they name. */
const RULES = `
  select drop, "create" from (
    select case k.contype when 'f' then 3 else 1 end as place, c.relname as of, k.conname as name,
      format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as "create"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OF_PRODUCT} and k.contype in ('p', 'u', 'x', 'f') and k.conparentid = 0
    union all
    select 2, c.relname, i.relname, format('drop index %I.%I', n.nspname, i.relname),
      replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ')
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_namespace n on n.oid = c.relnamespace
    where ${OF_PRODUCT} and not i.relispartition
      and not exists (select from pg_constraint k where k.conindid = x.indexrelid)) as rule
  order by place, of collate "C", name collate "C"`

/** Loads rows into the tables of an empty schema, in its transaction. */
export class Loader implements RowsReader {
  readonly #client: pg.ClientBase
  readonly #tables: ReadonlyMap<string, StoredTable>
  #rules: Rule[] = []
  #copying: CopyingIn | undefined

  constructor(client: pg.ClientBase, tables: readonly StoredTable[]) {
    this.#client = client
    this.#tables = new Map(tables.map((table) => [sqlName(table), table]))
  }

  /** Makes room: without the rows that migrations have written, without indexes, keys and triggers. */
  async prepare(): Promise<void> {
    const client = this.#client
    const { rows } = await client.query<Rule>(RULES)
    this.#rules = rows
    await client.query('set constraints all immediate')
    for (const { drop } of this.#rules.toReversed()) await client.query(drop)
    for (const table of this.#tables.values()) if (table.part) await this.#makePart(table)
    const tables = [...this.#tables.keys()]
    await client.query(tables.map((table) => `alter table ${table} disable trigger user;`).join('\n'))
    await client.query(`truncate ${tables.join(', ')}`)
  }

  /** A part that the migrations have not made, as one of a month that was still to come when they were written. */
  async #makePart(table: StoredTable): Promise<void> {
    const { part } = table
    const { rows } = await this.#client.query('select where to_regclass($1) is not null', [sqlName(table)])
    if (!part || rows.length > 0) return
    const options = part.options ? ` with (${part.options.join(', ')})` : ''
    const of = sqlName({ schema: table.schema, name: part.of })
    await this.#client.query(`create table ${sqlName(table)} partition of ${of} ${part.bound}${options}`)
    for (const trigger of part.triggers) await this.#client.query(trigger)
  }

  async table(schema: string, name: string): Promise<void> {
    const table = this.#tables.get(sqlName({ schema, name }))
    if (!table) throw new DamagedError(false)
    // Rows of a table that is as new as its rows need not be looked at again once all is committed.
    const frozen = schema === PRODUCT_SCHEMA ? ' with (freeze)' : ''
    this.#copying = await copyIn(
      this.#client,
      `copy ${sqlName(table)} (${columnList(table.columns)}) from stdin${frozen}`,
    )
  }
  async block(rows: Buffer): Promise<void> {
    await this.#copying?.write(rows)
  }
  async end(): Promise<void> {
    await this.#copying?.finish()
    this.#copying = undefined
  }

  /** To be called where the rows could not be read to their end. */
  async abandon(): Promise<void> {
    await this.#copying?.abandon()
  }

  /** Makes indexes, keys and triggers again, and has numbers go on where they were. */
  async complete(
    sequences: readonly StoredSequence[],
    onProgress: (sentence: string) => void,
  ): Promise<void> {
    const client = this.#client
    onProgress(`Building ${this.#rules.length} indexes and keys.`)
    for (const { create } of this.#rules) await client.query(create)
    for (const { last, isCalled, ...name } of sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [sqlName(name), last, isCalled])
    }
    await client.query(
      [...this.#tables.keys()].map((table) => `alter table ${table} enable trigger user;`).join('\n'),
    )
  }
}

/** @throws BackupError where a table has not as many rows as it should */
export async function checkCounts(
  client: pg.ClientBase,
  tables: readonly (StoredTable & { rows: number })[],
): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ count: string | number }>(
      `select count(*) as count from ${sqlName(table)}`,
    )
    if (Number(rows[0]?.count) !== table.rows) {
      throw new BackupError(`The table ${table.name} has ${rows[0]?.count} rows in place of ${table.rows}.`)
    }
  }
}

/** Whether a table belongs to the queue, which has tables of its own program. */
export const isOfQueue = ({ schema }: StoredTable): boolean => schema === QUEUE_SCHEMA
