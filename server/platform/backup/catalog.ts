import type pg from 'pg'

/** A table that has rows of its own. */
export interface StoredTable {
  schema: string
  name: string
  /** Those that are stored, in their order. */
  columns: string[]
  /** Of a table that is kept in parts: what it is a part of, and which. */
  part: { of: string; bound: string; options: string[] | null; triggers: string[] } | null
}

export interface StoredSequence {
  schema: string
  name: string
  last: string
  isCalled: boolean
}

/** The product's own schema, and that of the job queue. */
export const PRODUCT_SCHEMA = 'public'
export const QUEUE_SCHEMA = 'graphile_worker'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** The name of a table as SQL takes it, whatever the search path is. */
export const sqlName = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/** Which version of its tables the queue has lies in one of them, and comes with its own program. */
const OF_QUEUE = `n.nspname = '${QUEUE_SCHEMA}' and c.relname <> 'migrations'`

/** All tables that have rows, in a fixed order. */
export async function storedTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select n.nspname as schema, c.relname as name,
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '[]') as columns,
      case when c.relispartition then json_build_object(
        'of', (select parent.relname from pg_inherits i join pg_class parent on parent.oid = i.inhparent where i.inhrelid = c.oid),
        'bound', pg_get_expr(c.relpartbound, c.oid), 'options', c.reloptions,
        'triggers', coalesce((select json_agg(pg_get_triggerdef(t.oid) order by t.tgname) from pg_trigger t
          where t.tgrelid = c.oid and not t.tgisinternal and t.tgparentid = 0), '[]')) end as part
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname = '${PRODUCT_SCHEMA}' or ${OF_QUEUE})
    order by n.nspname desc, c.relname collate "C"`)
  return rows
}

export async function storedSequences(client: pg.ClientBase): Promise<StoredSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in ('${PRODUCT_SCHEMA}', '${QUEUE_SCHEMA}')
    order by n.nspname desc, c.relname collate "C"`)
  const sequences: StoredSequence[] = []
  for (const each of rows) {
    const found = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${sqlName(each)}`,
    )
    for (const row of found.rows) sequences.push({ ...each, ...row })
  }
  return sequences
}
