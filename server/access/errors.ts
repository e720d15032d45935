import type { ErrorCode } from '../../shared/errorCodes.ts'
import { DatabaseAwayError, DatabaseLostError, type Outcome } from '../platform/database/away.ts'
import { isBusy, isNotUnique } from '../platform/database/busy.ts'
import { codeOf } from '../platform/errorCode.ts'
import { StorageFullError, StorageUnavailableError } from '../platform/storage/index.ts'

/**
 * An error that the caller is meant to read. Everything else that is thrown reaches the caller as
 * INTERNAL with "A server error has occurred" (ERR-03).
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, extensions: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.extensions = extensions
  }
}

/** A problem of an input, for an answer that lists it; without a field, of the whole form. */
export interface FieldError {
  field: string | null
  message: string
}

/** For the unknown and the invisible alike (API-006): "Document not found." */
export const notFound = (kind: string): DomainError => new DomainError('NOT_FOUND', `${kind} not found.`)

const HIDDEN: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'FORBIDDEN'])

/** Null for what is unknown, invisible or not theirs, for readers that pass over it; every other error stays one. */
export const orHidden = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (error instanceof DomainError && HIDDEN.has(error.code)) return null
    throw error
  })

/** Only for an object that the caller can see. */
export const forbidden = (): DomainError => new DomainError('FORBIDDEN', 'Not authorized.')

/** For whatever is asked before the licence agreement is accepted (EULA-12). */
export const licenceRequired = (): DomainError =>
  new DomainError('FORBIDDEN', 'Please accept the licence agreement first.', { reason: 'EULA' })

export const unauthenticated = (): DomainError => new DomainError('UNAUTHENTICATED', 'Please sign in.')

/** `fields` maps input paths, such as `files.3.name`, to the text for that field. */
export const badInput = (message: string, fields?: Readonly<Record<string, string>>): DomainError =>
  new DomainError('BAD_USER_INPUT', message, fields ? { fields } : {})

/**
 * Rejects the input, with all of its problems together.
 * @param problems the text for each input path, such as `name` or `files.3.name`; null where it is good
 * @throws BAD_USER_INPUT with `extensions.fields`, where one of them is not
 */
export function requireFields(problems: Readonly<Record<string, string | null | undefined>>): void {
  const wrong = Object.entries(problems).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const [first] = wrong
  if (first) throw badInput(first[1], Object.fromEntries(wrong))
}

/** What a mutation whose payload has `errors` says of refused fields. @throws the error where it is about no field */
export function fieldErrorsOf(error: unknown): FieldError[] {
  const fields = error instanceof DomainError ? error.extensions.fields : undefined
  if (typeof fields !== 'object' || fields === null) throw error
  return Object.entries(fields).map(([field, message]) => ({ field, message: String(message) }))
}

/** The same, with what is about the whole form as well. @throws the error where it is no refusal of what was typed */
export function formErrorsOf(error: unknown): FieldError[] {
  const isAnswer = error instanceof DomainError && ['BAD_USER_INPUT', 'CONFLICT'].includes(error.code)
  if (isAnswer && error.extensions.fields === undefined) return [{ field: null, message: error.message }]
  return fieldErrorsOf(error)
}

/** `fields` as in badInput: which inputs met the conflict. */
export const conflict = (message: string, fields?: Readonly<Record<string, string>>): DomainError =>
  new DomainError('CONFLICT', message, fields ? { fields } : {})

/** `seconds` until a further try makes sense. */
export const rateLimited = (
  seconds: number,
  message = `Too many requests. Please try again in ${seconds} seconds.`,
): DomainError => new DomainError('RATE_LIMITED', message, { retryAfter: seconds })

/** For what this installation does not offer, with a sentence that says so; outside GraphQL a 503. */
export const unavailable = (message: string): DomainError =>
  new DomainError('INTERNAL', message, { unavailable: true })

/** Seconds after which a storage that stayed away is asked again. */
const STORAGE_RETRY_S = 5

const storageUnavailable = (): DomainError =>
  new DomainError('UNAVAILABLE', 'The storage does not answer right now. Please try again in a moment.', {
    retryAfter: STORAGE_RETRY_S,
  })

/** What PostgreSQL says where its disk is full. */
const DISK_FULL = '53100'
/** Seconds after which it makes sense to look whether somebody has made room. */
const FULL_RETRY_S = 60

/** For what needs more room than the storage has, or than its reserve leaves. */
export const STORAGE_FULL = 'The storage is full. Please contact your administrator.'

/** Whether there was no room for what was to be saved, in the storage or on the database's disk. */
export const isFull = (error: unknown): boolean =>
  error instanceof StorageFullError || codeOf(error) === DISK_FULL

const full = (): DomainError => new DomainError('UNAVAILABLE', STORAGE_FULL, { retryAfter: FULL_RETRY_S })

/** Seconds after which a database that stayed away is asked again. */
const DATABASE_RETRY_S = 5

const AWAY: Readonly<Record<Outcome, string>> = {
  none: 'The database does not answer right now. Nothing was changed. Please try again in a moment.',
  unknown:
    'The connection to the database was lost while saving. Please check whether your change is there before you try again.',
}

/** @param outcome `none` only where nothing of what was asked for has happened, or will (SCALE-14) */
export const databaseAway = (outcome: Outcome): DomainError =>
  new DomainError('UNAVAILABLE', AWAY[outcome], { retryAfter: DATABASE_RETRY_S, outcome })

/** Seconds after which a busy operation should be tried again. */
const BUSY_RETRY_S = 2

/**
 * For an operation that waited too long for its turn and changed nothing. It says when to try again, as other limits
 * do, so that a client without a person (an upload) simply continues; CONFLICT would say that something has changed.
 */
export const busy = (message: string): DomainError => rateLimited(BUSY_RETRY_S, message)

/** PostgreSQL's codes for a text with a character that it can't store, plain and in JSON: that is, NUL. */
const UNSTORABLE: ReadonlySet<string> = new Set(['22021', '22P05'])

/** In JSON also half of a surrogate pair, as of an emoji that was cut: of that PostgreSQL says more in the detail alone. */
const isHalfPair = (error: unknown): boolean =>
  codeOf(error) === '22P02' &&
  typeof error === 'object' &&
  error !== null &&
  'detail' in error &&
  /surrogate/i.test(String(error.detail))

/** What triggers raise whose message is for whoever made the change: a limit was met. */
const REFUSED = 'HR001'

const TAKEN = 'Someone else has just saved the same. Please check it and try again.'

/** The part of an error that the caller may read; null for an error to be logged instead (ERR-03). */
export function readable(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  if (isBusy(error)) return busy('The server is busy right now. Please try again in a moment.')
  if (error instanceof StorageUnavailableError) return storageUnavailable()
  if (isFull(error)) return full()
  if (error instanceof DatabaseAwayError) return databaseAway(error.outcome)
  if (error instanceof DatabaseLostError) return databaseAway('unknown')
  // Of two who save the same at the same time: services ask beforehand, and name the field.
  if (isNotUnique(error)) return conflict(TAKEN)
  const code = codeOf(error)
  if (code === REFUSED && error instanceof Error) return conflict(error.message)
  return UNSTORABLE.has(code) || isHalfPair(error)
    ? badInput('The text contains a character that cannot be stored. Please type it again.')
    : null
}
