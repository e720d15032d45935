import { type RawBuilder, sql } from 'kysely'
import { conflict } from '../access/errors.ts'
import type { Connection } from '../platform/database/database.ts'
import { escapeLike } from '../platform/database/like.ts'
import { snakeCase } from '../platform/database/names.ts'
import type { DB } from '../platform/database/tables.generated.ts'
import { rowLock } from '../platform/database/withLock.ts'
import { isId, newId } from '../platform/ids.ts'
import {
  type AdminResource,
  isFigure,
  type OfficeField,
  type OfficeQuery,
  type OfficeRow,
  type OfficeValue,
  type OfficeValues,
} from './kind.ts'
import { isSameValue, numberIn } from './values.ts'

/** Rows up to which a list is counted; beyond, the page says that there are more. */
const MAX_COUNT = 100_000
/** Characters of a long text that a list gives. */
const MAX_LISTED = 1000

type Sql = RawBuilder<unknown>

export interface TableKind<Fields extends string>
  extends Omit<AdminResource, 'count' | 'list' | 'labels' | 'read' | 'fields' | 'table' | 'isKey'> {
  /** The table of the kind's module whose rows these are. */
  readonly table?: keyof DB
  /** What the rows are read from where that is no table of ours, such as the queue's: `(select …)`. */
  readonly source?: Sql
  /** Name of its key, a uuid unless its type says otherwise; `id` unless given. */
  readonly key?: string
  readonly keyType?: 'uuid' | 'bigint'
  /** Whether the table counts changes of its rows, in a column `revision`. */
  readonly hasRevision?: boolean
  /** What a row is called: one of its columns, or an expression over them. */
  readonly names: string | Sql
  /** Columns or expressions in which a search looks. */
  readonly searched: readonly (string | Sql)[]
  /** What a search finds in place of that, where it looks in other tables; given the pattern of ilike. */
  readonly finds?: (pattern: string) => Sql
  /** What a search looks at of a table that only grows, unless this filter says which of it. */
  readonly searchedWithin?: { readonly filter: Fields; readonly condition: Sql }
  /** Only these of its rows. */
  readonly where?: RawBuilder<boolean>
  /** What narrows the list by a field, where that is not what the field reads. */
  readonly conditions?: Readonly<Partial<Record<Fields, (value: string) => Sql>>>
  /** What the fields read: the column of their name in snake case, unless given. */
  readonly columns?: Readonly<Partial<Record<Fields, string | Sql>>>
  /** What sorts by a field, where it is not what the field reads: expressions with an index, each in its order. */
  readonly orders?: Readonly<Partial<Record<Fields, readonly Sql[]>>>
  readonly fields: readonly (OfficeField & { readonly name: Fields })[]
}

const exprOf = (column: string | Sql): Sql => (typeof column === 'string' ? sql.ref(`row.${column}`) : column)
const isNumber = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)
const TEXTS: ReadonlySet<string> = new Set(['TEXT', 'LONG_TEXT'])

function written(value: unknown): OfficeValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(String) : null
}

/** The reading half of a kind whose records are the rows of one table: its list, its labels and one of them. */
export function tableResource<const Fields extends string>(shape: TableKind<Fields>): AdminResource {
  const {
    table,
    source,
    key = 'id',
    keyType = 'uuid',
    hasRevision,
    names,
    searched,
    searchedWithin,
    finds,
    where,
    columns,
    orders,
    conditions,
    ...kind
  } = shape
  const from = sql`from ${source ?? sql.table(table ?? '')} as row`
  const keys = sql.raw(`${keyType}[]`)
  const id = sql.ref(`row.${key}`)
  const label = exprOf(names)
  const columnOf = (field: { name: Fields }): Sql => exprOf(columns?.[field.name] ?? snakeCase(field.name))
  const selecting = (read: (field: OfficeField & { name: Fields }) => Sql): Sql =>
    sql.join([
      sql`${id} as id`,
      sql`${label} as "officeLabel"`,
      sql`${hasRevision ? sql.ref('row.revision') : null} as "officeRevision"`,
      ...shape.fields.map((field) => sql`${read(field)} as ${sql.id(field.name)}`),
    ])
  const whole = selecting(columnOf)
  const shortened = selecting((field) =>
    field.type === 'LONG_TEXT' ? sql`left(${columnOf(field)}, ${MAX_LISTED})` : columnOf(field),
  )
  const rowOf = ({
    id: rowId,
    officeLabel,
    officeRevision,
    ...values
  }: Record<string, unknown>): OfficeRow => ({
    id: String(rowId),
    label: String(officeLabel),
    ...(hasRevision ? { revision: String(officeRevision) } : {}),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)])),
  })
  const matching = ({ search, filters }: Pick<OfficeQuery, 'search' | 'filters'>): Sql => {
    const all: Sql[] = where ? [where] : []
    if (search !== null) {
      const pattern = `%${escapeLike(search)}%`
      const found = searched.map((each) => sql`${exprOf(each)} ilike ${pattern}`)
      all.push(finds ? sql`(${finds(pattern)})` : sql`(${sql.join(found, sql` or `)})`)
      if (searchedWithin && filters[searchedWithin.filter] === undefined) all.push(searchedWithin.condition)
    }
    for (const field of shape.fields) {
      const value = filters[field.name]
      if (value === undefined) continue
      const narrowed = conditions?.[field.name]
      all.push(narrowed ? narrowed(String(value)) : sql`${columnOf(field)} = ${value}`)
    }
    return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`
  }
  const counted = async (db: Connection, condition: Sql): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select ${from} ${condition} limit ${MAX_COUNT}) counted`.execute(db)
    return rows[0]?.count ?? 0
  }
  const orderOf = ({ by, descending }: OfficeQuery['ordering']): Sql => {
    const field = shape.fields.find(({ name }) => name === by)
    const direction = descending ? sql`desc` : sql`asc`
    const collated = field && TEXTS.has(field.type) ? sql`collate name_order` : sql``
    const sorted = (field && orders?.[field.name]) ?? (field ? [sql`${columnOf(field)} ${collated}`] : [])
    return sql.join([...sorted, id].map((each) => sql`${each} ${direction}`))
  }
  return {
    ...kind,
    ...(table === undefined
      ? {}
      : { table, lockOf: async (_db: Connection, recordId: string) => rowLock(table, recordId, key) }),
    isKey: keyType === 'uuid' ? isId : isNumber,
    count: (db) => counted(db, matching({ search: null, filters: {} })),
    list: async (db, query) => {
      const condition = matching(query)
      const { rows } = await sql<Record<string, unknown>>`
        select ${shortened} ${from} ${condition}
        order by ${orderOf(query.ordering)} limit ${query.limit} offset ${query.offset}`.execute(db)
      const isAll = query.offset === 0 && rows.length < query.limit
      return { count: isAll ? rows.length : await counted(db, condition), rows: rows.map(rowOf) }
    },
    labels: async (db, ids) => {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string; label: string }>`
        select ${id} as id, ${label} as label ${from} where ${id} = any(${ids}::${keys})`.execute(db)
      return new Map(rows.map((row) => [String(row.id), row.label]))
    },
    read: async (db, wanted) => {
      const condition = where ? sql`where ${id} = ${wanted} and ${where}` : sql`where ${id} = ${wanted}`
      const { rows } = await sql<Record<string, unknown>>`select ${whole} ${from} ${condition}`.execute(db)
      return rows[0] ? rowOf(rows[0]) : null
    },
  }
}

type Columns = Readonly<Record<string, OfficeField>>

const storable = (field: OfficeField, values: OfficeValues): unknown =>
  isFigure(field) ? numberIn(values, field.name) : values[field.name]

/** By column, what the fields of a form say. */
const columnsOf = (fields: readonly OfficeField[]): Columns =>
  Object.fromEntries(
    fields.filter(({ readOnly }) => !readOnly).map((field) => [snakeCase(field.name), field]),
  )

export interface Keeping {
  /** Columns that no two rows have the same in, case ignored, such as organisation and name; said at the last one. */
  readonly unique?: { readonly columns: readonly string[]; readonly message: string }
}

/**
 * The writing half of a kind whose fields are the columns of one table, with nothing to do beside the row itself.
 * @throws CONFLICT where another row has what has to be its own
 */
export function tableWriter(
  table: keyof DB,
  fields: readonly OfficeField[],
  { unique }: Keeping = {},
): Required<Pick<AdminResource, 'create' | 'change' | 'remove'>> {
  const columns = columnsOf(fields)
  const requireUnique = async (
    db: Connection,
    values: OfficeValues,
    besides: string | null,
  ): Promise<void> => {
    if (!unique) return
    const same = unique.columns.map((column) => {
      const field = columns[column]
      return sql`lower(${sql.ref(column)}::text) = lower(${field ? storable(field, values) : null}::text)`
    })
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.join(same, sql` and `)} and id is distinct from ${besides}::uuid
      limit 1`.execute(db)
    const field = columns[unique.columns.at(-1) ?? '']
    if (rows.length > 0) throw conflict(unique.message, field && { [field.name]: unique.message })
  }
  return {
    create: async (tx, _actor, values) => {
      await requireUnique(tx, values, null)
      const id = newId()
      const entries = Object.entries(columns)
      await sql`
        insert into ${sql.table(table)} (id, ${sql.join(entries.map(([column]) => sql.id(column)))})
        values (${id}, ${sql.join(entries.map(([, field]) => storable(field, values)))})`.execute(tx)
      return id
    },
    change: async (tx, _actor, id, values, before) => {
      await requireUnique(tx, values, id)
      const entries = Object.entries(columns).filter(
        ([, field]) => !field.fixed && !isSameValue(values[field.name], before[field.name]),
      )
      if (entries.length === 0) return
      await sql`
        update ${sql.table(table)}
        set ${sql.join(entries.map(([column, field]) => sql`${sql.id(column)} = ${storable(field, values)}`))}
        where id = ${id}`.execute(tx)
    },
    remove: async (tx, _actor, id) => {
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
    },
  }
}
