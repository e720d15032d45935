import type { FastifyBaseLogger } from 'fastify'
import type { GraphQLError, SourceLocation } from 'graphql'
import { type DomainError, databaseAway, isFull, readable } from '../../access/errors.ts'
import type { Changes } from '../../platform/database/changes.ts'
import { HttpError, retryHeaders, SERVER_ERROR, STATUS_OF } from '../errors.ts'

/** An error as it goes over the wire (transport.md 2). */
export interface WireError {
  message: string
  locations?: readonly SourceLocation[]
  path?: readonly (string | number)[]
  extensions: { code: string } & Record<string, unknown>
}

/** A request that is refused as a whole: nothing of it ran. */
export class RefusedRequest extends Error {
  readonly status: number
  readonly errors: readonly WireError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, errors: readonly WireError[], headers: Readonly<Record<string, string>> = {}) {
    super(errors[0]?.message)
    this.name = 'RefusedRequest'
    this.status = status
    this.errors = errors
    this.headers = headers
  }
}

export const badRequest = (message: string, status = 400): RefusedRequest =>
  new RefusedRequest(status, [{ message, extensions: { code: 'BAD_USER_INPUT' } }])

/** Syntax and validation errors, and variables of the wrong type. */
export const invalidDocument = (errors: readonly GraphQLError[]): RefusedRequest =>
  new RefusedRequest(
    400,
    errors.map(({ message, locations }) => ({
      message: message === 'Validation aborted.' ? TOO_COMPLEX : message,
      ...(locations && { locations }),
      extensions: { code: 'BAD_USER_INPUT' },
    })),
  )

export const TOO_COMPLEX = 'Query repeats too many fields to be checked. Please ask for each field once.'

const fromDomain = ({ code, message, extensions }: DomainError): WireError => ({
  message,
  extensions: { ...extensions, code },
})

/** Where and of which request errors come up, for the log. */
export interface ErrorSite {
  log: FastifyBaseLogger
  requestId: string
  operation: string | undefined
}

const internal = (error: unknown, { log, requestId, operation }: ErrorSite, path?: string): WireError => {
  log.error({ err: error, operation, path }, 'GraphQL request failed')
  return { message: SERVER_ERROR, extensions: { code: 'INTERNAL', requestId } }
}

/** Whoever runs the installation has to hear of a disk that is full, not only who is told by the answer. */
function noteFull(error: unknown, { log, operation }: ErrorSite): void {
  if (isFull(error)) log.error({ err: error, operation }, 'No room is left')
}

/** A field's error: what the caller is meant to read, or INTERNAL with the details in the log alone (ERR-03). */
export function fieldError(error: GraphQLError, site: ErrorSite): WireError {
  const { originalError, path } = error
  noteFull(originalError, site)
  const meant = readable(originalError)
  const wire = meant ? fromDomain(meant) : internal(originalError ?? error, site, path?.join('.'))
  return path ? { ...wire, path } : wire
}

/**
 * The refusal of a whole call under which the database went away (SCALE-14); null where it did not.
 * @param errors of its fields
 * @param changes what a mutation has committed all the same; null for a query
 */
export function refusalOfAway(
  errors: readonly GraphQLError[],
  changes: Changes | null,
): RefusedRequest | null {
  const away = errors.flatMap(({ originalError }) => {
    const meant = readable(originalError)
    return meant?.code === 'UNAVAILABLE' && meant.extensions.outcome ? meant : []
  })
  if (away.length === 0) return null
  const isUnknown =
    changes !== null &&
    (changes.hasCommitted || away.some(({ extensions }) => extensions.outcome === 'unknown'))
  const said = databaseAway(isUnknown ? 'unknown' : 'none')
  return new RefusedRequest(STATUS_OF[said.code], [fromDomain(said)], retryHeaders(said))
}

/** What a thrown error makes of the whole request. */
export function toRefusal(error: unknown, site: ErrorSite): RefusedRequest {
  if (error instanceof RefusedRequest) return error
  noteFull(error, site)
  const meant = readable(error)
  if (meant) return new RefusedRequest(STATUS_OF[meant.code], [fromDomain(meant)], retryHeaders(meant))
  if (error instanceof HttpError) {
    const { status, code, message, headers } = error
    return new RefusedRequest(status, [{ message, extensions: { code } }], headers)
  }
  return new RefusedRequest(500, [internal(error, site)])
}
