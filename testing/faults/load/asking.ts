import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type GraphqlAnswer } from '../../client.ts'
import { type Entry, type Ledger, now, type Told } from './ledger.ts'

/** Milliseconds after which a client gives up: longer than a server says that it can't. */
const TIMEOUT_MS = 30_000

/** A client that gives up, and that nothing keeps from asking again. */
export class PatientClient extends Client {
  override request(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    return super.request(path, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init })
  }
}

/** A client that waits where it has asked too much, as after the load that it was under. */
class WaitingClient extends PatientClient {
  override async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    for (;;) {
      const answer = await super.graphql(query, variables)
      const limit = answer.errors.find(({ extensions }) => extensions.code === 'RATE_LIMITED')
      if (!limit) return answer
      await sleep(Number(limit.extensions.retryAfter ?? 1) * 1000)
    }
  }
}

/** The same person in the same session, who waits. */
export function waiting(client: Client): Client {
  const other = new WaitingClient(client.address('/'))
  for (const name of ['sessionid', 'csrftoken']) other.setCookie(name, client.cookie(name) ?? '')
  return other
}

/** An answer, or that there was none. */
export type Answer = { answer: GraphqlAnswer } | { failure: string }

/** Codes that don't say how far a change has come. */
const UNCERTAIN = new Set(['INTERNAL', 'UNAVAILABLE'])

/** What an answer says of a change (SCALE-14); null where the change was refused for what it is. */
export function toldBy(given: Answer): Told | null {
  if ('failure' in given) return 'unknown'
  const { status, data, errors } = given.answer
  if (errors.length === 0 && data !== null) return 'confirmed'
  const [error] = errors
  if (error?.extensions.outcome === 'none') return 'none'
  if (error?.extensions.code === 'RATE_LIMITED') return 'none'
  const isRefusal = error !== undefined && !UNCERTAIN.has(error.extensions.code)
  return isRefusal && status < 500 ? null : 'unknown'
}

/** How a call failed, without what differs from one to the next. */
export function failureOf(given: Answer): string {
  if ('failure' in given) return given.failure
  const [error] = given.answer.errors
  if (!error) return `${given.answer.status}`
  const { code, outcome } = error.extensions
  // What is refused for what it is says why.
  const why = UNCERTAIN.has(code) || code === 'RATE_LIMITED' ? outcome : error.message
  return [given.answer.status, code, why].filter((part) => part !== undefined).join(' ')
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return code || error.name
}

/** One operation. What does not answer with JSON, as a balancer, is a failure. */
export async function ask(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Answer> {
  try {
    return { answer: await client.graphql(query, variables) }
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

/** Asks for a change and writes down what was told. @returns its value where it was confirmed */
export async function change<Value>(
  ledger: Ledger,
  entry: Entry | null,
  client: Client,
  query: string,
  variables: Record<string, unknown>,
): Promise<Value | null> {
  const begun = now()
  const given = await ask(client, query, variables)
  const told = toldBy(given)
  if (told !== 'confirmed') ledger.failed(failureOf(given))
  // A refusal is an answer.
  ledger.went(`${client.cookie('sessionid')} ${query}`, begun, told === 'confirmed' || told === null)
  // It has changed nothing, and says nothing of the fault.
  if (entry) ledger.tell(entry, told ?? 'none')
  if (told !== 'confirmed' || !('answer' in given)) return null
  return Object.values(given.answer.data ?? {})[0] as Value
}
