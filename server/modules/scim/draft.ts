import { isEmail, normaliseEmail } from '../../../shared/accountRules.ts'
import { domainOf } from '../../../shared/ssoRules.ts'
import { invalidValue, ScimError } from './errors.ts'
import { attributeOf, flagOf, isObject, type Json, textOf } from './values.ts'

/** A person as the directory keeps them. */
export interface UserDraft {
  userName: string
  externalId: string | null
  email: string
  givenName: string
  familyName: string
  title: string | null
  isActive: boolean
}

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  /** Empty for none. */
  path: string
  value: unknown
}

const MAX_OPERATIONS = 1000
const NAME_LENGTH = 60
const PATH = /^(?:urn:[\w.:-]+:)?([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i

/** A path by its parts, in lower case; the filter as it is. @throws ScimError for one that is none */
export function pathOf(path: string): { attribute: string; filter: string | null; sub: string | null } {
  const [, attribute, filter = null, sub = null] = PATH.exec(path.trim()) ?? []
  if (attribute === undefined) throw new ScimError(400, 'This path can’t be read.', 'invalidPath')
  return { attribute: attribute.toLowerCase(), filter, sub: sub?.toLowerCase() ?? null }
}

/** The operations of a PATCH (SCIM-08, SCIM-09). @throws ScimError */
export function operationsOf(body: Json): Operation[] {
  const given = attributeOf(body, 'Operations')
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_OPERATIONS)
    throw new ScimError(400, `Operations must hold 1 to ${MAX_OPERATIONS} of them.`, 'invalidSyntax')
  return given.map((each: unknown) => {
    const op = isObject(each) ? String(attributeOf(each, 'op')).toLowerCase() : ''
    if (!isObject(each) || (op !== 'add' && op !== 'replace' && op !== 'remove'))
      throw new ScimError(400, 'An operation is add, replace or remove.', 'invalidSyntax')
    return {
      op,
      path: textOf(attributeOf(each, 'path'), 'path', 2000) ?? '',
      value: attributeOf(each, 'value'),
    }
  })
}

/** Those without a path as one for each attribute that they hold. @throws ScimError */
export const withPaths = (operations: readonly Operation[]): Operation[] =>
  operations.flatMap((operation) => {
    const { op, path, value } = operation
    if (path !== '') return [operation]
    if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'noTarget')
    if (!isObject(value)) throw invalidValue('Without a path the value must be an object.')
    return Object.entries(value).map(([key, each]) => ({ op, path: key, value: each }))
  })

const EMPTY: UserDraft = {
  userName: '',
  externalId: null,
  email: '',
  givenName: '',
  familyName: '',
  title: null,
  isActive: true,
}

/**
 * What POST and PUT give: attributes that are absent are as of somebody new, besides `active` of whom is known.
 * @throws ScimError
 */
export const userIn = (
  body: Json,
  domains: readonly string[],
  { isActive }: Pick<UserDraft, 'isActive'> = EMPTY,
): UserDraft =>
  checked(
    Object.entries(body).reduce(
      (draft, [name, value]) => {
        // A name may hold a dot or a colon, as of an extension: nothing is kept of those.
        return /^[a-z]+$/i.test(name) ? changed(draft, { op: 'replace', path: name, value }) : draft
      },
      { ...EMPTY, isActive },
    ),
    domains,
  )

/** The same after the operations of a PATCH, all of them. @throws ScimError */
export const patchedUser = (draft: UserDraft, body: Json, domains: readonly string[]): UserDraft =>
  checked(withPaths(operationsOf(body)).reduce(changed, draft), domains)

/** One change; attributes that nothing is kept of are passed over. */
function changed(draft: UserDraft, { op, path, value }: Operation): UserDraft {
  const { attribute, filter, sub } = pathOf(path)
  const isRemoved = op === 'remove'
  const given = isRemoved ? null : value
  if (attribute === 'username') return { ...draft, userName: textOf(given, 'userName') ?? '' }
  if (attribute === 'externalid') return { ...draft, externalId: textOf(given, 'externalId') }
  if (attribute === 'title') return { ...draft, title: textOf(given, 'title', 100) }
  if (attribute === 'active') return { ...draft, isActive: flagOf(given, 'active') }
  if (attribute === 'name') return renamed(draft, sub === null ? given : { [sub]: given })
  if (attribute === 'emails') return { ...draft, email: emailIn(draft.email, { filter, sub, given }) }
  return draft
}

function renamed(draft: UserDraft, name: unknown): UserDraft {
  if (name === null || name === undefined) return { ...draft, givenName: '', familyName: '' }
  if (!isObject(name)) throw invalidValue('name must be an object.')
  const part = (key: string, before: string) => {
    const value = attributeOf(name, key)
    return value === undefined ? before : (textOf(value, `name.${key}`, NAME_LENGTH) ?? '')
  }
  return {
    ...draft,
    givenName: part('givenName', draft.givenName),
    familyName: part('familyName', draft.familyName),
  }
}

const OF_EMAIL = /^\s*(?:type\s+eq\s+"work"|primary\s+eq\s+"?true"?|value\s+eq\s+"([^"]*)")\s*$/i

/** Whether a term of a filter is true of the one e-mail that is kept; new people have none yet. */
function isOfEmail(term: string, email: string): boolean {
  const [known, value] = OF_EMAIL.exec(term) ?? []
  return known !== undefined && (value === undefined || normaliseEmail(value) === email)
}

/** The one e-mail that is kept: the primary one, or that of work, or the first. */
function emailIn(
  before: string,
  { filter, sub, given }: { filter: string | null; sub: string | null; given: unknown },
): string {
  if (filter !== null && !filter.split(/\s+and\s+/i).every((term) => isOfEmail(term, before))) return before
  if (sub !== null && sub !== 'value') return before
  const all = (Array.isArray(given) ? given : [given]).map((each: unknown) =>
    isObject(each) ? each : { value: each },
  )
  const chosen =
    all.find(
      (each) => attributeOf(each, 'primary') !== undefined && flagOf(attributeOf(each, 'primary'), 'primary'),
    ) ??
    all.find((each) => String(attributeOf(each, 'type')).toLowerCase() === 'work') ??
    all[0]
  const value = chosen && attributeOf(chosen, 'value')
  // Entra ID sends what belongs to the address, and not the address, on its own.
  return value === undefined && chosen && Object.keys(chosen).length > 0 && filter !== null
    ? before
    : (textOf(value, 'emails.value') ?? '')
}

/** @throws ScimError for what can't be kept, and for e-mails of other domains (SCIM-04) */
function checked(draft: UserDraft, domains: readonly string[]): UserDraft {
  if (draft.userName === '') throw invalidValue('userName is required.')
  // Many directories name people by their e-mail, and send none besides.
  const email = normaliseEmail(draft.email === '' ? draft.userName : draft.email)
  if (!isEmail(email)) throw invalidValue('The e-mail is none.')
  if (!domains.includes(domainOf(email))) throw invalidValue('The e-mail is of no domain of this connection.')
  return {
    ...draft,
    email,
    givenName: draft.givenName || email.slice(0, email.indexOf('@')).slice(0, NAME_LENGTH),
    familyName: draft.familyName || '-',
  }
}
