import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../shared/errorCodes.ts'
import { type DomainError, readable } from '../access/errors.ts'
import { type PictureRefusal, PictureRefused } from '../contracts/pictures.ts'
import { isNavigation, signInAddress } from './navigation.ts'

/** Codes of the wire beside those of GraphQL: transport.md 4 and 5. */
export type HttpErrorCode =
  | ErrorCode
  | 'ADDRESS_EXPIRED'
  | 'ADDRESS_INVALID'
  | 'ADDRESS_USED'
  | 'GONE'
  | 'OFFSET_MISMATCH'
  | 'PAGES_BUSY'
  | 'PAGE_FAILED'
  | 'SIZE_MISMATCH'
  | 'STORAGE_FULL'
  | 'TOO_LARGE'

/** An answer other than success, with a text that the caller is meant to read. */
export class HttpError extends Error {
  readonly status: number
  readonly code: HttpErrorCode
  readonly headers: Readonly<Record<string, string>>
  /** Tells refusals of one code apart, such as EULA; null for most. */
  readonly reason: string | null
  /** Of what the database went away under: whether it may have happened (SCALE-14). */
  readonly outcome: string | null

  constructor(
    status: number,
    code: HttpErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    reason: string | null = null,
    outcome: string | null = null,
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.headers = headers
    this.reason = reason
    this.outcome = outcome
  }
}

export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

/** The text of every unexpected failure (ERR-03). */
export const SERVER_ERROR = 'A server error has occurred'

/** Fastify's own refusals, in words that say what to do. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request could not be read. Please check the address and the body.',
  408: 'The request took too long to arrive. Please try again.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The content type is not accepted here.',
  431: 'The headers are too large. Please clear the cookies of this site and try again.',
}

/** Says when to try again, where the error does. */
export const retryHeaders = ({ extensions: { retryAfter } }: DomainError): Record<string, string> =>
  typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}

/** Seconds after which a page that was not drawn in time is asked for again. */
const PAGE_RETRY_S = 5
const NOT_VALID = 'This link is not valid. Please open the file from its folder.'
const EXPIRED = 'This link has expired. Please open the file from its folder.'
/** What addresses of files and pages answer that are not good ones, or not any more (transport.md 5). */
export const addressInvalid = (): HttpError => new HttpError(403, 'ADDRESS_INVALID', NOT_VALID)
export const addressExpired = (): HttpError => new HttpError(403, 'ADDRESS_EXPIRED', EXPIRED)

const REFUSED_PICTURES: Readonly<Record<PictureRefusal, () => HttpError>> = {
  INVALID: addressInvalid,
  EXPIRED: addressExpired,
  FAILED: () => new HttpError(422, 'PAGE_FAILED', 'This page could not be drawn.'),
  BUSY: () =>
    new HttpError(503, 'PAGES_BUSY', 'Many pages are being drawn right now. Please try again in a moment.', {
      'retry-after': String(PAGE_RETRY_S),
    }),
}

/** The caller's view of an error; everything that is not meant for a caller becomes INTERNAL. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof PictureRefused) return REFUSED_PICTURES[error.refusal]()
  const meant = readable(error)
  if (meant) {
    const { code, message, extensions } = meant
    const reason = typeof extensions.reason === 'string' ? extensions.reason : null
    const status = extensions.unavailable === true ? 503 : STATUS_OF[code]
    const outcome = typeof extensions.outcome === 'string' ? extensions.outcome : null
    return new HttpError(status, code, message, retryHeaders(meant), reason, outcome)
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  const refusal = REFUSALS[status]
  return refusal
    ? new HttpError(status, 'BAD_USER_INPUT', refusal)
    : new HttpError(500, 'INTERNAL', SERVER_ERROR)
}

/** Shows the product's own page with status 404. */
export type SendNotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Errors outside GraphQL (transport.md 1): JSON to an API call; to a navigation a short page, the sign-in page
 * where a session is lacking, and the product's not-found page for what is not there. No answer shows more
 * than the text of the error (ERR-11); unexpected ones are logged with their details (ERR-03).
 */
export function registerErrorAnswers(app: FastifyInstance, sendNotFoundPage: SendNotFoundPage): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = toHttpError(error)
    if (answer.status >= 500 && answer.status !== 503 && !(error instanceof HttpError)) {
      request.log.error({ err: error }, 'request failed')
    }
    reply.headers({ ...answer.headers, 'cache-control': 'no-store' })
    // What is left of a body is not waited for.
    if (!request.raw.complete && answer.status === 408) reply.header('connection', 'close')
    if (!isNavigation(request)) {
      const { code, message, reason, outcome } = answer
      return reply
        .code(answer.status)
        .send({ error: { code, message, ...(reason && { reason }), ...(outcome && { outcome }) } })
    }
    if (answer.code === 'UNAUTHENTICATED') return reply.redirect(signInAddress(request.url))
    if (answer.code === 'NOT_FOUND') return sendNotFoundPage(request, reply)
    return reply
      .code(answer.status)
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      )
      .send(shortPage(answer.message))
  })
}

const shortPage = (message: string): string => `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Helioroom</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}</style>
</head>
<body><p>${escapeHtml(message)}</p><p><a href="/">Back to the start</a></p></body>
</html>
`

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
