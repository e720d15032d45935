import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from './database.ts'

/**
 * A row that is about to be deleted with all that the database's own foreign keys delete with it, as JSON that JavaScript
 * never reads: numbers and moments keep all their digits.
 */
export interface KeptRows {
  /** By table, a JSON array of its rows. */
  readonly rows: ReadonlyMap<string, string>
  /** Rows that stay and lose their reference, by table and column: a JSON array of them. */
  readonly links: ReadonlyMap<string, string>
}

/** A foreign key of one or more columns. */
interface Reference {
  table: string
  columns: string[]
  parent: string
  keys: string[]
  /** As pg_constraint has it: c cascades, n sets null. */
  onDelete: string
}

async function referencesOf(db: Connection): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as "table", parent.relname as parent, reference.confdeltype::text as "onDelete",
      array(select a.attname::text from unnest(reference.conkey) with ordinality as part(number, place)
        join pg_attribute a on a.attrelid = child.oid and a.attnum = part.number order by part.place) as columns,
      array(select a.attname::text from unnest(reference.confkey) with ordinality as part(number, place)
        join pg_attribute a on a.attrelid = parent.oid and a.attnum = part.number order by part.place) as keys
    from pg_constraint reference join pg_class child on child.oid = reference.conrelid
      join pg_class parent on parent.oid = reference.confrelid
    where reference.contype = 'f' and reference.connamespace = 'public'::regnamespace
      and not child.relispartition
    order by child.relname, reference.conname`.execute(db)
  return rows
}

const joined = (parts: readonly RawBuilder<unknown>[], by: RawBuilder<unknown>) => sql.join([...parts], by)

const rowsOf = (table: string, json: string): RawBuilder<unknown> => sql`
  jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`

/** SQL: the columns of a reference are those of its parent's row. */
const refers = ({ columns, keys }: Reference, child: string, parent: string): RawBuilder<unknown> =>
  joined(
    columns.map((column, at) => sql`${sql.ref(`${child}.${column}`)} = ${sql.ref(`${parent}.${keys[at]}`)}`),
    sql` and `,
  )

/** Reads a row of a table, by its id, and all that would go with it; the caller deletes it in the same transaction. */
export async function readKept(tx: Tx, table: string, id: string): Promise<KeptRows> {
  const references = await referencesOf(tx)
  const found = new Map<string, Set<string>>()
  const links = new Map<string, string>()
  /** Adds rows that are not there yet. @returns these, as a JSON array */
  const add = (of: string, rows: readonly { row: string }[]): string | null => {
    const there = found.get(of) ?? new Set<string>()
    found.set(of, there)
    const added = rows.filter(({ row }) => !there.has(row)).map(({ row }) => row)
    for (const row of added) there.add(row)
    return added.length > 0 ? `[${added.join(',')}]` : null
  }
  const root = await sql<{ row: string }>`
    select to_jsonb(row)::text as row from ${sql.table(table)} as row where row.id::text = ${id}`.execute(tx)
  const waiting = [{ table, rows: add(table, root.rows) }]
  for (const { table: parent, rows } of waiting) {
    if (rows === null) continue
    for (const reference of references.filter((each) => each.parent === parent)) {
      if (reference.onDelete !== 'c' && reference.onDelete !== 'n') continue
      const below = await sql<{ row: string }>`
        select to_jsonb(row)::text as row from ${sql.table(reference.table)} as row
        where exists (select from ${rowsOf(parent, rows)} as parent where ${refers(reference, 'row', 'parent')})`.execute(
        tx,
      )
      if (reference.onDelete === 'c') {
        waiting.push({ table: reference.table, rows: add(reference.table, below.rows) })
      } else if (below.rows.length > 0) {
        links.set(
          `${reference.table}.${reference.columns.join()}`,
          `[${below.rows.map(({ row }) => row).join(',')}]`,
        )
      }
    }
  }
  return {
    rows: new Map([...found].map(([of, rows]) => [of, `[${[...rows].join(',')}]`])),
    links,
  }
}

/** Tables in an order in which rows that refer to others come after these. */
function inOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const order: string[] = []
  const visit = (table: string, above: readonly string[]): void => {
    if (order.includes(table) || above.includes(table)) return
    for (const { parent } of references.filter(
      (each) => each.table === table && tables.includes(each.parent),
    )) {
      visit(parent, [...above, table])
    }
    order.push(table)
  }
  for (const table of tables) visit(table, [])
  return order
}

/**
 * Writes rows again that were deleted. A row whose owner is gone meanwhile, or in whose place there is another, is left
 * out; a reference that the database would have emptied is empty.
 * @returns whether the row of `root` itself is there again
 */
export async function putBack(tx: Tx, kept: KeptRows, root: string): Promise<boolean> {
  const references = await referencesOf(tx)
  let isBack = false
  for (const table of inOrder([...kept.rows.keys()], references)) {
    const own = references.filter((each) => each.table === table)
    const { rows: columns } = await sql<{ name: string }>`
      select a.attname as name from pg_attribute a
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`.execute(tx)
    const isGone = (reference: Reference): RawBuilder<unknown> => sql`
      not exists (select from ${sql.table(reference.parent)} as parent where ${refers(reference, 'row', 'parent')})`
    const isNull = ({ columns: of }: Reference): RawBuilder<unknown> =>
      joined(
        of.map((column) => sql`${sql.ref(`row.${column}`)} is null`),
        sql` or `,
      )
    const conditions = own
      .filter(({ onDelete, parent }) => onDelete !== 'n' && parent !== table)
      .map((reference) => sql`((${isNull(reference)}) or not ${isGone(reference)})`)
    const value = (column: string): RawBuilder<unknown> => {
      const emptied = own.filter(({ onDelete, columns: of }) => onDelete === 'n' && of.includes(column))
      if (emptied.length === 0) return sql.ref(`row.${column}`)
      return sql`case when ${joined(emptied.map(isGone), sql` or `)} then null else ${sql.ref(`row.${column}`)} end`
    }
    // What triggers have made below rows that have just come back gives way to what was there.
    for (const reference of own.filter((each) => each.onDelete === 'c' && each.parent !== table)) {
      const parents = kept.rows.get(reference.parent)
      if (parents === undefined) continue
      await sql`
        delete from ${sql.table(table)} as row where exists (
          select from ${rowsOf(reference.parent, parents)} as parent where ${refers(reference, 'row', 'parent')})`.execute(
        tx,
      )
    }
    const { numAffectedRows = 0n } = await sql`
      insert into ${sql.table(table)} (${joined(
        columns.map(({ name }) => sql.id(name)),
        sql`, `,
      )}) overriding system value
      select ${joined(
        columns.map(({ name }) => value(name)),
        sql`, `,
      )} from ${rowsOf(table, kept.rows.get(table) ?? '[]')} as row
      where ${conditions.length === 0 ? sql`true` : joined(conditions, sql` and `)}
      on conflict do nothing`.execute(tx)
    if (table === root) isBack = numAffectedRows > 0n
    if (table === root && !isBack) return false
  }
  for (const [link, json] of kept.links) {
    const [table = '', column = ''] = link.split('.')
    await sql`
      update ${sql.table(table)} as row set ${sql.id(column)} = former.${sql.id(column)}
      from ${rowsOf(table, json)} as former where former.id = row.id and row.${sql.id(column)} is null`.execute(
      tx,
    )
  }
  return isBack
}
