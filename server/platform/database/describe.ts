import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  array: boolean
  notNull: boolean
  generated: boolean
  definition: string
}

/** Parts of a table that is kept by month differ by installation, and are what their table is. */
const SCHEMA = `c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration' and not c.relispartition`

async function columns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.relname as table, a.attname as name,
      coalesce(e.typname, t.typname) as type, e.oid is not null as array, a.attnotnull as "notNull",
      a.attidentity <> '' or d.oid is not null as generated,
      format_type(a.atttypid, a.atttypmod)
        || case when a.attidentity = 'a' then ' generated always as identity' else '' end
        || case when a.attcollation not in (t.typcollation, 0) then ' collate ' || k.collname else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        || case when a.attnotnull then ' not null' else '' end as definition
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    left join pg_collation k on k.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and ${SCHEMA}
    order by c.relname collate "C", a.attnum`)
  return rows
}

const lines = async (pool: pg.Pool, query: string): Promise<string[]> =>
  (await pool.query<{ line: string }>(query)).rows.map((row) => row.line)

const tables = (all: Column[]): Map<string, Column[]> => Map.groupBy(all, (column) => column.table)

/** Versions name the column of the locale differently, and leave out "true" or not. */
const COLLATIONS = `
  select format('create collation %I (provider = icu, locale = %L, deterministic = %s);', k.collname,
    regexp_replace(coalesce(to_jsonb(k) ->> 'colllocale', to_jsonb(k) ->> 'colliculocale'), '-true$', ''),
    k.collisdeterministic::text) as line
  from pg_collation k where k.collnamespace = 'public'::regnamespace order by k.collname collate "C"`

/** Without those of extensions. */
const FUNCTIONS = `
  select rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as line from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid)`

/**
 * The schema as the database itself states it, in a fixed order: what `migrations/schema.sql` holds, so that a
 * reader sees the result of all migrations together and a test sees an unintended change. The same on every
 * supported version of PostgreSQL (15 and later).
 */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  const out = [
    '-- The schema after all migrations, written by `npm run codegen`; not edited by hand.',
    ...(await lines(pool, COLLATIONS)),
    ...(await lines(pool, FUNCTIONS)),
  ]
  for (const [table, list] of tables(await columns(pool))) {
    const body = list.map((column) => `  ${column.name} ${column.definition}`)
    // PostgreSQL 18 also lists not-null constraints; they are stated with the columns already.
    const constraints = await lines(
      pool,
      `select '  ' || pg_get_constraintdef(oid, true) as line from pg_constraint
       where conrelid = 'public.${table}'::regclass and contype in ('p', 'u', 'f', 'c')
       order by contype, 1`,
    )
    const [options] = await lines(
      pool,
      `select ' with (' || array_to_string(reloptions, ', ') || ')' as line from pg_class
       where oid = 'public.${table}'::regclass and reloptions is not null`,
    )
    const [parts] = await lines(
      pool,
      `select ' partition by ' || lower(pg_get_partkeydef(oid)) as line from pg_class
       where oid = 'public.${table}'::regclass and relkind = 'p'`,
    )
    out.push(
      `create table ${table} (\n${[...body, ...constraints].join(',\n')}\n)${parts ?? ''}${options ?? ''};`,
    )
  }
  out.push(
    ...(await lines(
      pool,
      `select pg_get_indexdef(i.indexrelid) || ';' as line
       from pg_index i join pg_class c on c.oid = i.indrelid
       where ${SCHEMA} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
       order by 1`,
    )),
    ...(await lines(
      pool,
      `select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and ${SCHEMA} order by 1`,
    )),
  )
  return `${out.join('\n\n')}\n`
}

const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  timestamptz: 'Timestamp',
  tstzmultirange: 'string',
  date: 'string',
  jsonb: 'Json',
  bytea: 'Buffer',
  bit: 'string',
  tsvector: 'string',
  pg_snapshot: 'string',
  xid8: 'string',
}

const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())

/** The table types for Kysely. @throws on a column type that has no TypeScript type here */
export async function describeTables(pool: pg.Pool): Promise<string> {
  const all = tables(await columns(pool))
  const typeOf = (column: Column): string => {
    const base = TYPES[column.type]
    if (!base) throw new Error(`No TypeScript type for ${column.table}.${column.name} (${column.type})`)
    const type = column.array ? `${base}[]` : base
    const nullable = column.notNull ? type : `${type} | null`
    return column.generated ? `Generated<${nullable}>` : nullable
  }
  const interfaces = [...all].map(
    ([table, list]) =>
      `export interface ${pascal(table)}Table {\n${list
        .map((column) => `  ${column.name}: ${typeOf(column)}`)
        .join('\n')}\n}`,
  )
  const body = interfaces.join('\n\n')
  return [
    '// Generated by `npm run codegen` from the migrated database; not edited by hand.',
    "import type { ColumnType } from 'kysely'",
    // Kysely's own Generated doesn't see through a ColumnType such as Timestamp.
    `type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>`,
    ...(body.includes('Timestamp')
      ? ['type Timestamp = ColumnType<Date, Date | string, Date | string>']
      : []),
    ...(body.includes('Json') ? ['type Json = ColumnType<unknown, string, string>'] : []),
    body,
    `export interface DB {\n${[...all.keys()].map((table) => `  ${table}: ${pascal(table)}Table`).join('\n')}\n}`,
    '',
  ].join('\n\n')
}
