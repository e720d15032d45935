import { codeOf } from '../errorCode.ts'

/** A lock or a turn did not come in time. Nothing was changed: a retry makes sense. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** What PostgreSQL says where a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03'
/** What PostgreSQL says of a statement that took too long, and of a transaction that did nothing for too long. */
const STATEMENT_CANCELLED = '57014'
const IDLE_IN_TRANSACTION = '25P03'
/** What the pool says where no connection became free in time. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

/** What PostgreSQL says of a transaction that it has undone so that others could go on: a deadlock, a serialization. */
const UNDONE: ReadonlySet<string> = new Set(['40P01', '40001'])

/** Whether others' changes had a transaction undone, which may well succeed by itself. */
export const isUndone = (error: unknown): boolean => UNDONE.has(codeOf(error))

/** What PostgreSQL says of a value that has to be the only one. */
const NOT_UNIQUE = '23505'

export const isNotUnique = (error: unknown): boolean => codeOf(error) === NOT_UNIQUE

export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** Whether the connection was ended because its transaction did nothing for too long (SCALE-17). */
export const isCutOff = (error: unknown): boolean => codeOf(error) === IDLE_IN_TRANSACTION

/** Whether others held up what failed, or a limit of time did, so that trying again later makes sense. */
export const isBusy = (error: unknown): boolean =>
  error instanceof BusyError ||
  isLockTimeout(error) ||
  isUndone(error) ||
  isCutOff(error) ||
  codeOf(error) === STATEMENT_CANCELLED ||
  (error instanceof Error && error.message === NO_CONNECTION)
