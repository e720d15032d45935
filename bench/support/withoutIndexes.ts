import type pg from 'pg'

/**
 * Fills tables without their indexes and builds these afterwards, which for millions of rows takes a fraction of the
 * time. Those of keys stay.
 */
export async function withoutIndexes(
  pool: pg.Pool,
  tables: readonly string[],
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid::regclass::text = any($1)
       and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await fill()
  const client = await pool.connect()
  try {
    await client.query(`set maintenance_work_mem = '512MB'`)
    await client.query('set statement_timeout = 0')
    for (const { definition } of rows) await client.query(definition)
    await client.query('vacuum analyze')
    await client.query('reset all')
  } finally {
    client.release()
  }
}
