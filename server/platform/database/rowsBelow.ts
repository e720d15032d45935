import { type RawBuilder, sql } from 'kysely'
import type { Connection, Database, Tx } from './database.ts'

/** A column of `table` that refers to the key of `parent`. */
interface Reference {
  table: string
  column: string
  parent: string
  key: string
  /** Of both columns: uuid, bigint. */
  type: string
  /** Whether the database deletes the referring row with its parent. */
  cascades: boolean
  /** Whether it is checked at the end of a transaction, so that both rows go in one. */
  deferred: boolean
  /** Whether rows of the table name their scope. */
  scoped: boolean
  /** Whether they refer to its row by that. */
  ofScope: boolean
}

/** Everything that belongs to one row, in the words of the database's own foreign keys: no list of ours can fall behind. */
export interface Ownership {
  /** Column of tables that says which row everything belongs to; rows that name another one are left alone. */
  readonly scope: string
  /** What refers to rows of a table, in the order in which it can be deleted. */
  below(table: string): readonly Reference[]
}

/** Rows with others below them that one transaction deletes, and rows without. */
const PARENTS = 200
const ROWS = 1000

/** Every reference that would hold a row or be deleted with it; those that are emptied then need nothing. */
async function referencesOf(db: Connection, scope: string): Promise<Reference[]> {
  const { rows } = await sql<Reference & { columns: number }>`
    select child.relname as "table", attribute.attname as "column", parent.relname as parent,
      parent_key.attname as key, format_type(attribute.atttypid, null) as type,
      reference.confdeltype = 'c' as cascades, reference.condeferred as deferred,
      cardinality(reference.conkey) as columns,
      exists (select from pg_attribute scope
        where scope.attrelid = child.oid and scope.attname = ${scope} and not scope.attisdropped) as scoped,
      exists (select from pg_constraint named join pg_attribute scope
          on scope.attrelid = named.conrelid and scope.attnum = named.conkey[1]
        where named.conrelid = child.oid and named.contype = 'f' and scope.attname = ${scope}) as "ofScope"
    from pg_constraint reference
      join pg_class child on child.oid = reference.conrelid
      join pg_class parent on parent.oid = reference.confrelid
      join pg_attribute attribute on attribute.attrelid = child.oid and attribute.attnum = reference.conkey[1]
      join pg_attribute parent_key on parent_key.attrelid = parent.oid and parent_key.attnum = reference.confkey[1]
    where reference.contype = 'f' and reference.confdeltype <> 'n'
      and reference.connamespace = 'public'::regnamespace
    order by child.relname, attribute.attname`.execute(db)
  const several = rows.find(({ columns, cascades }) => columns > 1 && !cascades)
  if (several) throw new Error(`Rows of ${several.table} can't be found by a single column.`)
  // One of several columns that cascades is left to the database.
  return rows.filter(({ columns }) => columns === 1)
}

/** Reads what belongs to a row of the table `root`, directly or through other rows. */
export async function ownershipOf(
  db: Connection,
  { root, scope }: { root: string; scope: string },
): Promise<Ownership> {
  const all = await referencesOf(db, scope)
  const reached = new Set([root])
  for (const parent of reached) {
    for (const reference of all) if (reference.parent === parent) reached.add(reference.table)
  }
  const within = all.filter(({ parent }) => reached.has(parent))
  const ownersOf = (table: string): string[] =>
    within.filter((each) => each.table === table && each.cascades).map(({ parent }) => parent)
  /**
   * A row that goes with its owner is not deleted for something else that it uses, such as a project's panels for
   * their model: by then it has gone with its owner, or belongs to somebody else and holds what it uses.
   */
  const isUse = ({ table, cascades, ofScope }: Reference): boolean =>
    !cascades && !ofScope && ownersOf(table).length > 0
  const order: string[] = []
  const visited = new Set<string>()
  const visit = (parent: string): void => {
    if (visited.has(parent)) return
    visited.add(parent)
    for (const reference of within.filter((each) => each.parent === parent)) {
      visit(reference.table)
      if (isUse(reference)) for (const owner of ownersOf(reference.table)) visit(owner)
    }
    order.push(parent)
  }
  visit(root)
  return {
    scope,
    below: (table) =>
      within
        .filter((reference) => reference.parent === table && !isUse(reference))
        .toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table)),
  }
}

export interface RowsBelow {
  db: Database
  ownership: Ownership
  /** Id of the row that everything belongs to. */
  scopeId: string
  /** Ends the work between two transactions. */
  signal: AbortSignal
  /** What was deleted, in the transaction that does it: for what is kept outside of the database. */
  onDeleted(tx: Tx, table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>
}

/**
 * Deletes all that belongs to a row of `table`, and not the row itself: the deepest rows first, some hundred in each
 * transaction, so that nobody waits for long. What an aborted run has left is found by the next.
 * @throws where a row of another scope holds one
 */
export async function deleteRowsBelow(work: RowsBelow, table: string, id: string): Promise<void> {
  const { db, ownership, scopeId, signal, onDeleted } = work
  const inTransaction = async <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    return db.transaction().execute(run)
  }
  const remove = async (tx: Tx, from: string, condition: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ deleted: Record<string, unknown> }>`
      delete from ${sql.table(from)} as row where ${condition} returning to_jsonb(row) as deleted`.execute(tx)
    if (rows.length > 0) {
      await onDeleted(
        tx,
        from,
        rows.map(({ deleted }) => deleted),
      )
    }
    return rows.length
  }
  const among = (column: string, type: string, keys: readonly string[]): RawBuilder<unknown> =>
    sql`${sql.ref(`row.${column}`)} = any(${keys}::text[]::${sql.raw(type)}[])`
  /** The rows that refer to the keys, but for those of another scope. */
  const referring = (reference: Reference, keys: readonly string[]): RawBuilder<unknown> => {
    const referred = among(reference.column, reference.type, keys)
    const scope = sql.ref(`row.${ownership.scope}`)
    return reference.scoped ? sql`${referred} and (${scope} is null or ${scope} = ${scopeId})` : referred
  }
  const keysOf = async (reference: Reference, condition: RawBuilder<unknown>): Promise<string[]> => {
    const [key] = ownership.below(reference.table).map((each) => each.key)
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(`row.${key ?? ''}`)}::text as key from ${sql.table(reference.table)} as row
      where ${condition} limit ${PARENTS}`.execute(db)
    return rows.map((row) => row.key)
  }

  /** Deletes rows with what is below them. */
  const removeWhole = async (from: string, keys: readonly string[]): Promise<void> => {
    const below = ownership.below(from)
    await emptyBelow(from, keys)
    const together = below.filter(({ deferred }) => deferred)
    for (const reference of together) await emptyTogether(reference, keys)
    const [first] = below
    if (!first) return
    await inTransaction(async (tx) => {
      for (const reference of together) await remove(tx, reference.table, referring(reference, keys))
      await remove(tx, from, among(first.key, first.type, keys))
    })
  }
  const emptyBelow = async (from: string, keys: readonly string[]): Promise<void> => {
    for (const reference of ownership.below(from)) {
      if (reference.deferred) continue
      const condition = referring(reference, keys)
      if (ownership.below(reference.table).length === 0) await removeAll(reference.table, condition)
      else await removeEach(reference, condition)
    }
  }
  /** Empties what is below rows that go in one transaction with the rows that they refer to. */
  const emptyTogether = async (reference: Reference, keys: readonly string[]): Promise<void> => {
    const [first] = ownership.below(reference.table)
    if (!first) return
    let after: string | null = null
    for (;;) {
      const column = sql.ref(`row.${first.key}`)
      const type = sql.raw(first.type)
      const { rows }: { rows: { key: string }[] } = await sql<{ key: string }>`
        select ${column}::text as key from ${sql.table(reference.table)} as row
        where ${referring(reference, keys)} and (${after}::${type} is null or ${column} > ${after}::${type})
        order by ${column} limit ${PARENTS}`.execute(db)
      if (rows.length === 0) return
      after = rows.at(-1)?.key ?? null
      await emptyBelow(
        reference.table,
        rows.map(({ key }) => key),
      )
    }
  }
  /** Rows with nothing below them. */
  const removeAll = async (from: string, condition: RawBuilder<unknown>): Promise<void> => {
    for (;;) {
      const some = sql`
        row.ctid = any(array(select row.ctid from ${sql.table(from)} as row where ${condition} limit ${ROWS}))`
      if ((await inTransaction((tx) => remove(tx, from, some))) < ROWS) return
    }
  }
  /** Rows with others below them; of a tree the top ones first, below which the others are found. */
  const removeEach = async (reference: Reference, condition: RawBuilder<unknown>): Promise<void> => {
    const self = ownership.below(reference.table).find((each) => each.table === reference.table)
    const conditions =
      self && reference.parent !== reference.table
        ? [sql`${condition} and ${sql.ref(`row.${self.column}`)} is null`, condition]
        : [condition]
    for (const each of conditions) {
      for (;;) {
        const keys = await keysOf(reference, each)
        if (keys.length === 0) break
        await removeWhole(reference.table, keys)
      }
    }
  }
  await emptyBelow(table, [id])
}
