import { badRequest } from './errors.ts'

/** The body of a request (transport.md 2). */
export interface OperationRequest {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
  /** Id of the person that the page was opened by, from `extensions.person`; nothing runs in another's name. */
  person: string | undefined
  /** The view that the page was opened in, from `extensions.view`; null for none, undefined where it says nothing. */
  view: string | null | undefined
}

/** @throws RefusedRequest 400 saying what is wrong with the body */
export function readOperation(text: string, where = 'The body'): OperationRequest {
  const body = parseJson(text, where)
  if (Array.isArray(body)) throw badRequest('Please send one operation at a time; batches are not offered.')
  if (!isRecord(body)) throw badRequest(`${where} must be an object.`)
  const { query, operationName, variables, extensions } = body
  if (typeof query !== 'string' || query === '') throw badRequest(`${where} has no query.`)
  if (operationName != null && typeof operationName !== 'string') {
    throw badRequest('operationName must be a text.')
  }
  if (variables != null && !isRecord(variables)) throw badRequest('variables must be an object.')
  const { person, view } = isRecord(extensions) ? extensions : {}
  return {
    query,
    operationName: operationName || undefined,
    variables: variables ?? {},
    person: typeof person === 'string' ? person : undefined,
    view: typeof view === 'string' || view === null ? view : undefined,
  }
}

/** @throws RefusedRequest 400 */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(`${where} is not valid JSON.`)
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
