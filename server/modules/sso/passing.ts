import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { HttpExchange } from '../../contracts/context.ts'
import type { LinkRequest } from '../../contracts/links.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { type Failure, recordRefusal } from './failing.ts'
import type { RequestRow } from './requestStore.ts'
import { type ConnectionRow, connectionById } from './store.ts'

/** Who comes by an address of /sso, and how. */
export interface Passing {
  actor: () => Promise<Actor | null>
  request: LinkRequest
  exchange: HttpExchange
}

export const LOGIN = '/login'

/** A path of this product alone (AUTH-02); the start for anything else. */
export function nextOf(wanted: string | null, origin: string): string {
  if (wanted === null || wanted.length > 2000 || !/^\/(?![/\\])/.test(wanted)) return '/'
  const url = URL.parse(wanted, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : '/'
}

export const withQuery = (path: string, query: Readonly<Record<string, string>>): string => {
  const [before = '/', fragment] = path.split('#', 2)
  const joined = `${before}${before.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

export const signInPage = (next: string, more: Readonly<Record<string, string>> = {}): string =>
  next === '/' && Object.keys(more).length === 0 ? LOGIN : withQuery(LOGIN, { ...more, next })

/** Where somebody goes back to from a sign-in that came to nothing. */
export const backFrom = ({
  purpose,
  next,
  acceptance,
}: Pick<RequestRow, 'purpose' | 'next' | 'acceptance'>) =>
  purpose === 'SIGN_IN' && !acceptance ? signInPage(next) : next

/** The connection of an address. @throws NOT_FOUND */
export async function connectionIn(db: Database, request: LinkRequest): Promise<ConnectionRow> {
  const id = request.part('connection')
  const connection = isId(id) ? await connectionById(db, id) : null
  if (!connection) throw notFound('Connection')
  return connection
}

/** Lists the failure, and has the next page say so. @returns that page */
export async function failTo(
  db: Database,
  { exchange, connection, at }: Pick<Passing, 'exchange'> & { connection: ConnectionRow; at: Date },
  failure: Failure,
  page: string,
): Promise<string> {
  exchange.setSignInNotice(await recordRefusal(db, connection, failure, at))
  return page
}
