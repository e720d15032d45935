import { PERMISSIONS, type Permission } from '../../shared/permissions.ts'
import { type Actor, type HeldGroup, hasAny, isStaffOf } from './actor.ts'
import { DomainError } from './errors.ts'

/** A token as the database gives it, by TOKEN_JSON. */
export interface TokenJson {
  id: string
  name: string
  canWrite: boolean
  /** Whether it is neither revoked nor expired. */
  isGood: boolean
  organisationId: string | null
  /** Null for the whole organisation. */
  portfolioIds: string[] | null
  /** Organisations that allow no tokens. */
  closedOrganisationIds: string[]
}

/** SQL expression: token `t` with what it is limited to, as JSON. */
export const TOKEN_JSON = `json_build_object('id', t.id, 'name', t.name, 'canWrite', t.can_write,
  'isGood', t.revoked_at is null and t.expires_at > now(),
  'organisationId', t.organisation_id, 'portfolioIds', t.portfolio_ids,
  'closedOrganisationIds', array(select o.id from organisation o where not o.api_tokens_allowed))`

/** SQL: the token of that id; what is done by one has its id in place of a session's. */
export const TOKEN_OF_ID = `select ${TOKEN_JSON} from api_token t where t.id = `

/** They hold on whole organisations, whatever portfolios a token is limited to. */
const OF_ORGANISATIONS: readonly Permission[] = ['ORG_ADMIN', 'USERS_ADMIN']

/** All that staff hold, in one organisation. */
const staffGroup = (id: string, organisationId: string): HeldGroup => ({
  id,
  organisationId,
  roleId: id,
  permissions: new Set(PERMISSIONS),
  organisationWide: true,
  portfolioIds: new Set(),
  holdingCompanyIds: new Set(),
})

function narrowed(group: HeldGroup, portfolioIds: readonly string[]): HeldGroup[] {
  const isAdmin = hasAny(group, ['ORG_ADMIN'])
  const permissions = PERMISSIONS.filter(
    (permission) => !OF_ORGANISATIONS.includes(permission) && (isAdmin || group.permissions.has(permission)),
  )
  const reached = portfolioIds.filter((id) => isAdmin || group.organisationWide || group.portfolioIds.has(id))
  if (permissions.length === 0 || reached.length === 0) return []
  return [
    {
      ...group,
      permissions: new Set(permissions),
      organisationWide: false,
      portfolioIds: new Set(reached),
      holdingCompanyIds: new Set(),
    },
  ]
}

/**
 * What an actor holds by a token: what they hold themselves, within what the token is limited to, and nothing in an
 * organisation that allows no tokens (TOKEN-01, TOKEN-02, TOKEN-05).
 */
export function byToken(own: Actor, token: TokenJson | null): Actor {
  if (!token) return own
  const { id, name, canWrite, organisationId, portfolioIds } = token
  const closed = new Set(token.closedOrganisationIds)
  const groups = own.groups.filter((group) => !closed.has(group.organisationId))
  if (organisationId === null) {
    const deletedOrganisationIds = own.isSuperUser
      ? new Set([...own.deletedOrganisationIds, ...closed])
      : own.deletedOrganisationIds
    return { ...own, token: { id, name, canWrite }, deletedOrganisationIds, groups }
  }
  const held = groups.filter((group) => group.organisationId === organisationId)
  if (isStaffOf(own, organisationId) && !closed.has(organisationId)) held.push(staffGroup(id, organisationId))
  return {
    ...own,
    token: { id, name, canWrite },
    isSuperUser: false,
    deletedOrganisationIds: new Set(),
    groups: portfolioIds ? held.flatMap((group) => narrowed(group, portfolioIds)) : held,
  }
}

/** For what a token may never do (TOKEN-05). */
export const notByToken = (): DomainError =>
  new DomainError(
    'FORBIDDEN',
    'A token can’t do this: people, groups, sign-in, connections and the back office are for people. Please sign in.',
    { reason: 'TOKEN' },
  )

/** For what would change something by a token that may only read (TOKEN-02). */
export const readOnlyToken = (): DomainError =>
  new DomainError('FORBIDDEN', 'This token may only read. Please create one that may read and write.', {
    reason: 'TOKEN_SCOPE',
  })
