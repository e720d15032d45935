import { codeOf } from '../errorCode.ts'

/** A lock or a turn did not come in time. Nothing was changed: a retry makes sense. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** What PostgreSQL says where a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03'
/** What the pool says where no connection became free in time. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'

export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** Whether others held up what failed, so that trying again later makes sense. */
export const isBusy = (error: unknown): boolean =>
  error instanceof BusyError ||
  isLockTimeout(error) ||
  (error instanceof Error && error.message === NO_CONNECTION)
