import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type PostgresPoolClient, type Transaction } from 'kysely'
import type { DB } from './tables.generated.ts'

const current = new AsyncLocalStorage<Transaction<DB>>()

/**
 * Runs a call whose statements by themselves, and whose transactions that only read, are asked within a transaction: they read
 * what it has changed, as if it had been committed. It can change nothing by a transaction of its own.
 */
export const readWithin = <T>(tx: Transaction<DB>, read: () => Promise<T>): Promise<T> =>
  current.run(tx, read)

export const isWithin = (): boolean => current.getStore() !== undefined

/** What Kysely says at the begin and the end of a transaction that only reads: the one around it goes on. */
const AROUND = /^(start transaction read only|commit|rollback)$/

/** In the place of a connection of its own, for a call that reads within a transaction; null for any other. */
export function connectionWithin(): PostgresPoolClient | null {
  const tx = current.getStore()
  if (!tx) return null
  const query = async (text: string, values: readonly unknown[]) => {
    if (AROUND.test(text)) return { command: 'SELECT' as const, rowCount: 0, rows: [] }
    const { rows, numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text, [...values]))
    return numAffectedRows === undefined
      ? { command: 'SELECT' as const, rowCount: rows.length, rows }
      : { command: 'UPDATE' as const, rowCount: Number(numAffectedRows), rows }
  }
  // Kysely's other form of query takes a cursor, which nothing here asks for.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => {} }
}
