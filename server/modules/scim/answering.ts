import { DomainError } from '../../access/errors.ts'
import type { RestAnswer, RestRequest } from '../../contracts/links.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { ScimError, unknownResource } from './errors.ts'
import { termsOf } from './filter.ts'
import { GROUP_ATTRIBUTES, type GroupRow, groupOf, groupsPage, membersOf } from './groupStore.ts'
import type { createGroups } from './groups.ts'
import {
  errorOf,
  groupResource,
  listOf,
  MAX_RESULTS,
  resourceTypes,
  schemas,
  serviceProviderConfig,
  userResource,
  versionOf,
} from './resources.ts'
import { type Caller, callerOf, keepRequest } from './tokenStore.ts'
import { USER_ATTRIBUTES, type UserRow, userOf, usersPage } from './userStore.ts'
import type { createUsers } from './users.ts'
import { bodyOf } from './values.ts'

export interface AnsweringDeps {
  db: Database
  users: ReturnType<typeof createUsers>
  groups: ReturnType<typeof createGroups>
  now: () => Date
}

const TYPE = 'application/scim+json; charset=utf-8'
const DEFAULT_COUNT = 100
const MAX_PATH = 300

interface ScimCall {
  caller: Caller
  request: RestRequest
  /** Address of the connection's SCIM. */
  base: string
  id: string
}

interface Answer {
  status: number
  body?: object
  version?: number
  location?: string
  /** Whether the request is in the connection's list already. */
  isListed?: boolean
}

export function createAnswering({ db, users, groups, now }: AnsweringDeps) {
  const page = ({ request }: ScimCall, offered: readonly string[]) => {
    const filter = request.one('filter')
    const number = (name: string, fallback: number) => {
      const text = request.one(name)
      if (text === null) return fallback
      if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, `${name} is no number.`, 'invalidValue')
      return Number(text)
    }
    const startIndex = Math.max(1, number('startIndex', 1))
    const limit = Math.min(MAX_RESULTS, Math.max(0, number('count', DEFAULT_COUNT)))
    return {
      terms: filter === null ? [] : termsOf(filter, offered),
      limit,
      offset: startIndex - 1,
      startIndex,
    }
  }
  /** @returns what throws where the caller knows another version (SCIM-16) */
  const matching = ({ request }: ScimCall) => {
    const known = request.header('if-match')
    return (version: number) => {
      if (known === null || known.trim() === '*') return
      if (!known.split(',').some((each) => each.trim() === versionOf(version)))
        throw new ScimError(412, 'The resource has another version by now.')
    }
  }
  const ofUser = ({ base }: ScimCall, row: UserRow, more: Partial<Answer> = {}): Answer => {
    const body = userResource(base, row)
    return { status: 200, body, version: row.version, location: body.meta.location, ...more }
  }
  const ofGroup = async (call: ScimCall, row: GroupRow, status = 200): Promise<Answer> => {
    const leavesOut = /(^|,)\s*members\s*(,|$)/i.test(call.request.one('excludedAttributes') ?? '')
    const body = groupResource(call.base, row, leavesOut ? undefined : await membersOf(db, row.id))
    return { status, body, version: row.version, location: body.meta.location }
  }
  const known = <T>(row: T | null): T => {
    if (row === null) throw unknownResource()
    return row
  }

  const ROUTES: Readonly<Record<string, (call: ScimCall) => Promise<Answer> | Answer>> = {
    'GET ServiceProviderConfig': ({ base }) => ({ status: 200, body: serviceProviderConfig(base) }),
    'GET ResourceTypes': ({ base }) => ({ status: 200, body: listOf(resourceTypes(base), 2, 1) }),
    'GET ResourceTypes/': ({ base, id }) => ({
      status: 200,
      body: known(resourceTypes(base).find((each) => each.id === id) ?? null),
    }),
    'GET Schemas': ({ base }) => ({ status: 200, body: listOf(schemas(base), 2, 1) }),
    'GET Schemas/': ({ base, id }) => ({
      status: 200,
      body: known(schemas(base).find((each) => each.id === id) ?? null),
    }),
    'GET Users': async (call) => {
      const { startIndex, ...query } = page(call, USER_ATTRIBUTES)
      const { total, rows } = await usersPage(db, call.caller.connectionId, query)
      return {
        status: 200,
        body: listOf(
          rows.map((row) => userResource(call.base, row)),
          total,
          startIndex,
        ),
      }
    },
    'POST Users': async (call) => {
      const { caller, request } = call
      const row = await users.create(caller, bodyOf(request.body), pathIn(request))
      return ofUser(call, row, { status: 201, isListed: true })
    },
    'GET Users/': async (call) => ofUser(call, known(await userOf(db, call.caller.connectionId, call.id))),
    'PUT Users/': async (call) =>
      ofUser(call, await users.replace(call.caller, call.id, bodyOf(call.request.body), matching(call))),
    'PATCH Users/': async (call) =>
      ofUser(call, await users.patch(call.caller, call.id, bodyOf(call.request.body), matching(call))),
    'DELETE Users/': async (call) => {
      await users.remove(call.caller, call.id, matching(call))
      return { status: 204 }
    },
    'GET Groups': async (call) => {
      const { startIndex, ...query } = page(call, GROUP_ATTRIBUTES)
      const { total, rows } = await groupsPage(db, call.caller.connectionId, query)
      return {
        status: 200,
        body: listOf(
          rows.map((row) => groupResource(call.base, row)),
          total,
          startIndex,
        ),
      }
    },
    'POST Groups': async (call) =>
      ofGroup(call, await groups.create(call.caller, bodyOf(call.request.body)), 201),
    'GET Groups/': async (call) => ofGroup(call, known(await groupOf(db, call.caller.connectionId, call.id))),
    'PUT Groups/': async (call) =>
      ofGroup(call, await groups.replace(call.caller, call.id, bodyOf(call.request.body), matching(call))),
    'PATCH Groups/': async (call) =>
      ofGroup(call, await groups.patch(call.caller, call.id, bodyOf(call.request.body), matching(call))),
    'DELETE Groups/': async (call) => {
      await groups.remove(call.caller, call.id, matching(call))
      return { status: 204 }
    },
  }

  const route = async (caller: Caller, request: RestRequest): Promise<Answer> => {
    const [resource = '', id, ...more] = request.part('*').split('/')
    const handler = ROUTES[`${request.method} ${resource}${id === undefined ? '' : '/'}`]
    const isNamed = resource !== 'Users' && resource !== 'Groups'
    if (!handler || more.length > 0 || (id !== undefined && !isNamed && !isId(id))) throw unknownResource()
    const base = `${request.origin}/scim/v2/${caller.connectionId}`
    return handler({ caller, request, base, id: id ?? '' })
  }
  const refused = (error: unknown): ScimError => {
    if (error instanceof ScimError) return error
    if (error instanceof DomainError && error.code === 'CONFLICT') return new ScimError(409, error.message)
    if (error instanceof DomainError && error.code === 'BAD_USER_INPUT')
      return new ScimError(400, error.message, 'invalidValue')
    throw error
  }

  /** Answers a request of a directory (SCIM-02 to SCIM-19). */
  return async (request: RestRequest): Promise<RestAnswer> => {
    const connectionId = request.part('connection')
    const token = /^Bearer +([\w-]+)$/i.exec(request.header('authorization') ?? '')?.[1]
    const at = now()
    const caller =
      token !== undefined && isId(connectionId) ? await callerOf(db, { connectionId, token, at }) : null
    if (!caller) return json(401, errorOf(401, 'A valid token is needed.'), { 'www-authenticate': 'Bearer' })
    if (caller.isFull) return json(429, errorOf(429, 'Too many requests.'), { 'retry-after': '1' })
    const keep = (status: number, reason: string | null) =>
      keepRequest(db, connectionId, { at, method: request.method, path: pathIn(request), status, reason })
    try {
      const { status, body, version, location, isListed = false } = await route(caller, request)
      if (!isListed) await keep(status, null)
      return json(status, body, {
        ...(version === undefined ? {} : { etag: versionOf(version) }),
        ...(location === undefined ? {} : { location }),
      })
    } catch (error) {
      const { status, message, scimType } = refused(error)
      await keep(status, message)
      return json(status, errorOf(status, message, scimType))
    }
  }
}

const pathIn = (request: RestRequest): string => `/${request.part('*')}${request.search}`.slice(0, MAX_PATH)

const json = (
  status: number,
  body: object | undefined,
  headers: Readonly<Record<string, string>> = {},
): RestAnswer => ({
  status,
  headers: { ...headers, ...(body && { 'content-type': TYPE }) },
  body: body ? JSON.stringify(body) : '',
})
