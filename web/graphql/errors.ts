import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import type { SavedFirst } from '../../shared/conflicts.ts'
import { ERROR_CODES, type ErrorCode as ServerErrorCode } from '../../shared/errorCodes.ts'

/** What the server refuses, OFFLINE where no answer came at all, and OTHER_ACCOUNT where the page is another's now. */
export type ErrorCode = ServerErrorCode | 'OFFLINE' | 'OTHER_ACCOUNT'

const CODES: ReadonlySet<string> = new Set(ERROR_CODES)

/** ERR-08 */
export const CONNECTION_LOST = 'Connection lost. Please check your network and try again.'
export const OTHER_ACCOUNT = 'Another account is signed in here now. Please reload the page to continue.'
/** ERR-03 */
const SERVER_ERROR = 'A server error has occurred'

/** No answer came: the network is down, or the server is. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
  constructor(cause: unknown) {
    super(CONNECTION_LOST, { cause })
  }
}

/** Somebody else has signed in since the page was opened; nothing is sent any more. */
export class OtherAccount extends Error {
  override name = 'OtherAccount'
  constructor() {
    super(OTHER_ACCOUNT)
  }
}

/** Thrown while rendering when the address leads nowhere that this person may go; brings the not-found page. */
export class PageNotFound extends Error {
  override name = 'PageNotFound'
}

/** The part of a GraphQL error that the transport promises. */
interface RefusedField {
  message: string
  extensions?: Readonly<Record<string, unknown>> | undefined
}

/** The code of the first thing that was refused; INTERNAL for an answer that is none of ours. */
export function errorCode(error: unknown): ErrorCode {
  if (error instanceof ConnectionLost) return 'OFFLINE'
  if (error instanceof OtherAccount || isOtherAccount(error)) return 'OTHER_ACCOUNT'
  const code = refusals(error)[0]?.extensions?.code
  return isCode(code) ? code : 'INTERNAL'
}

/** Whether what was asked for is gone, or closed to the person. */
export const isRefused = (error: unknown): boolean => ['NOT_FOUND', 'FORBIDDEN'].includes(errorCode(error))

/** One sentence to show for an error: the server's own text, which says what to do. Never an address or a trace. */
export function errorText(error: unknown): string {
  if (error instanceof ConnectionLost) return CONNECTION_LOST
  if (error instanceof OtherAccount) return OTHER_ACCOUNT
  return refusals(error)[0]?.message ?? SERVER_ERROR
}

/** Texts by input path, of input that was rejected; empty for any other error. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  const fields = refusals(error).map((refusal) => refusal.extensions?.fields)
  return Object.fromEntries(
    fields.flatMap((texts) =>
      isRecord(texts)
        ? Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
        : [],
    ),
  )
}

/** What a form shows of a failed submit: texts by field, and one for the whole form. */
export interface Problem {
  fields: Record<string, string>
  message?: string
}

/** What a mutation's payload says of its input; of no field where it is about the whole. */
export interface FieldError {
  readonly field: string | null
  readonly message: string
}

/** The errors of a mutation's payload, sorted by where a form shows them; undefined when there are none. */
export function problemOf(errors: readonly FieldError[]): Problem | undefined {
  const fields: Record<string, string> = {}
  const general = new Set<string>()
  for (const { field, message } of errors) {
    if (field === null) general.add(message)
    else fields[field] = message
  }
  const message = [...general].join(' ')
  return errors.length > 0 ? { fields, ...(message && { message }) } : undefined
}

/** A refused or lost call, sorted by where a form shows it. */
export function problemOfError(error: unknown): Problem & { message: string } {
  return { fields: { ...fieldErrors(error) }, message: errorText(error) }
}

/** The newer state of what was to be changed, where somebody else was first; undefined for any other error. */
export function conflictOf(error: unknown): SavedFirst | undefined {
  const extensions = refusals(error)[0]?.extensions
  return isSavedFirst(extensions) ? extensions : undefined
}

const isOtherAccount = (error: unknown): boolean =>
  refusals(error).some((refusal) => refusal.extensions?.reason === 'OTHER_ACCOUNT')

const OUTDATED: ReadonlySet<unknown> = new Set(['EULA', 'OTHER_VIEW'])

/**
 * Whether the server runs nothing of this page until it is loaded again: a licence agreement waits (EULA-12), or a view of
 * a room as others has begun or ended.
 */
export const isOutdated = (error: unknown): boolean =>
  refusals(error).some((refusal) => OUTDATED.has(refusal.extensions?.reason))

/** Whether the server could do nothing of a call, so that it may be repeated: of a change it has to say so (SCALE-14). */
export const hasNotHappened = (error: unknown, kind: string): boolean =>
  refusals(error).some(
    ({ extensions }) =>
      extensions?.code === 'UNAVAILABLE' && (kind === 'query' || extensions.outcome === 'none'),
  )

/** Whether a refused answer's body names the CSRF rule, after which the call may be repeated once. */
export function isCsrfRefusal(bodyText: string): boolean {
  return refusalsOf(bodyText).some((refusal) => refusal.extensions?.reason === 'CSRF')
}

function refusals(error: unknown): readonly RefusedField[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors
  return ServerError.is(error) ? refusalsOf(error.bodyText) : []
}

/** A request refused as a whole carries the same `errors` as an operation, under its own status. */
function refusalsOf(bodyText: string): readonly RefusedField[] {
  try {
    const body: unknown = JSON.parse(bodyText)
    return isRecord(body) && Array.isArray(body.errors) ? body.errors.filter(isRefusedField) : []
  } catch {
    return []
  }
}

const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && CODES.has(value)

/** The server says it by the same type (`server/contracts/revisions.ts`). */
const isSavedFirst = (extensions: unknown): extensions is SavedFirst =>
  isRecord(extensions) && extensions.code === 'CONFLICT' && 'of' in extensions

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isRefusedField = (value: unknown): value is RefusedField =>
  isRecord(value) && typeof value.message === 'string'
