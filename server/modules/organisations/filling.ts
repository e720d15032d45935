import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.ts'

/** Blocks of 8 KB that one transaction reads: some thousand rows, locked for a fraction of a second. */
const BLOCKS = 50
/** Milliseconds that one run may take; the next goes on where it ended. */
const RUN_MS = 20_000

interface Portion {
  table: string
  lookup: string
  block: number
  met: number
  /** Of the table by now. */
  blocks: number
}

/**
 * Writes the organisation into rows of before the column was there, in portions, table by table (SCALE-22). Rows that
 * somebody else is changing are left to the next reading, so that nobody is waited for while rows are locked here.
 * @returns whether all rows have it
 */
export async function fillOrganisations(db: Database, runMs = RUN_MS): Promise<boolean> {
  const until = Date.now() + runMs
  for (;;) {
    if (!(await fillPortion(db))) return true
    if (Date.now() >= until) return false
  }
}

/** @returns whether there was something to read */
const fillPortion = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Portion>`
      select table_name as "table", lookup, next_block as block, met,
        pg_relation_size(table_name::regclass) / current_setting('block_size')::bigint as blocks
      from organisation_fill order by position limit 1 for update`.execute(tx)
    const [portion] = rows
    if (!portion) return false
    const { table, block, blocks } = portion
    const met = portion.met + (await fillRows(tx, portion))
    const next = block + BLOCKS
    if (next < blocks) {
      await sql`update organisation_fill set next_block = ${next}, met = ${met} where table_name = ${table}`.execute(
        tx,
      )
    } else if (met > 0) {
      await sql`update organisation_fill set next_block = 0, met = 0 where table_name = ${table}`.execute(tx)
    } else {
      await sql`delete from organisation_fill where table_name = ${table}`.execute(tx)
    }
    return true
  })

/** @returns how many rows of the portion did not have it */
async function fillRows(tx: Tx, { table, lookup, block }: Portion): Promise<number> {
  const rowsOf = sql.table(table)
  const organisation = sql.raw(lookup)
  const [from, to] = [`(${block},0)`, `(${block + BLOCKS},0)`]
  const { rows } = await sql<{ met: number }>`
    with met as materialized (
      select ctid from ${rowsOf}
      where ctid >= ${from}::tid and ctid < ${to}::tid and organisation_id is null and ${organisation} is not null
    ), locked as materialized (
      select ctid from ${rowsOf} where ctid = any(array(select ctid from met)) for no key update skip locked
    ), filled as (
      update ${rowsOf} set organisation_id = ${organisation}
      where ctid = any(array(select ctid from locked)) returning 1)
    select count(*)::int as met from met`.execute(tx)
  return rows[0]?.met ?? 0
}
