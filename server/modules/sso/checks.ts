import { HOUR_MS } from '../../../shared/durations.ts'
import { badInput } from '../../access/errors.ts'
import type { Tx } from '../../platform/database/database.ts'
import { advisoryLock, alsoLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { groupsOfOrganisation, isAdminGroup } from '../memberships/index.ts'
import type { WantedConnection } from './input.ts'
import { hasSuperUserBeside, requiresAny } from './peopleStore.ts'
import type { ConnectionOwner } from './policy.ts'
import { type ConnectionRow, connectionCount, domainsTaken } from './store.ts'

/** Milliseconds for which a sign-in by an admin, or their test, shows that a connection works (SSO-20). */
const PROVED_MS = HOUR_MS
/** Of one organisation, of one company, or of the installation. */
const MAX_CONNECTIONS = 50

const KEEP_ONE = 'Keep one super user who can sign in without this connection.'

const atField = (field: string, text: string) => badInput(text, { [field]: text })

/** @throws BAD_USER_INPUT beyond the most connections of one owner */
export async function requireRoom(tx: Tx, { organisationId, companyId }: ConnectionOwner): Promise<void> {
  await alsoLock(tx, advisoryLock(`sso connections:${organisationId ?? companyId}`))
  if ((await connectionCount(tx, { organisationId, companyId })) < MAX_CONNECTIONS) return
  throw atField('name', `Maximum ${MAX_CONNECTIONS} connections. Delete one first.`)
}

/** @throws BAD_USER_INPUT for what others have, and for groups that newcomers may not join (SSO-03, SSO-17) */
export async function requireFree(
  tx: Tx,
  owner: ConnectionOwner,
  id: string,
  { domains, joinGroupIds, isProvisioned }: WantedConnection,
): Promise<void> {
  if (isProvisioned && owner.organisationId === null)
    throw atField('isProvisioned', 'Only a connection of an organisation can be provisioned.')
  const [taken] = await domainsTaken(tx, domains, id)
  if (taken !== undefined) throw atField('domains', `${taken} belongs to another connection.`)
  if (joinGroupIds.length === 0) return
  const known =
    owner.organisationId === null || !joinGroupIds.every(isId)
      ? []
      : await groupsOfOrganisation(tx, owner.organisationId, joinGroupIds)
  if (known.length < joinGroupIds.length || known.some(isAdminGroup)) {
    throw atField('joinGroupIds', 'Newcomers join groups of the organisation that administer nothing.')
  }
}

/**
 * Before it is asked who could sign in without a connection: of two super users who give up their second factors at the same
 * time, and of one who does while a connection gets required, the second finds what the first has done (SSO-20).
 */
const lockSuperUsers = (tx: Tx): Promise<void> => alsoLock(tx, advisoryLock('sso super users'))

/** @throws BAD_USER_INPUT where a connection may not be required (SSO-20) */
export async function requireProved(
  tx: Tx,
  { provedAt, isOn, at }: { provedAt: Date | null; isOn: boolean; at: Date },
): Promise<void> {
  if (!isOn) throw atField('isRequired', 'Switch the connection on first.')
  if (provedAt === null || provedAt.getTime() <= at.getTime() - PROVED_MS) {
    throw atField(
      'isRequired',
      'Test the connection first: an admin must have signed in by it within the last hour.',
    )
  }
  await lockSuperUsers(tx)
  if (!(await hasSuperUserBeside(tx))) throw atField('isRequired', KEEP_ONE)
}

/** @throws BAD_USER_INPUT where a connection is required and nobody could sign in without it (SSO-20) */
export async function requireSuperUserBeside(tx: Tx): Promise<void> {
  await lockSuperUsers(tx)
  if ((await requiresAny(tx)) && !(await hasSuperUserBeside(tx))) throw badInput(KEEP_ONE)
}

/** Whether a save leads to another provider, or to nothing by which the former was known. */
export function isElsewhere(before: ConnectionRow, wanted: WantedConnection): boolean {
  if (wanted.issuer !== before.issuer || wanted.clientId !== before.clientId) return true
  if (wanted.kind === 'OIDC') return false
  const isKept = before.certificates.some(({ fingerprint }) =>
    wanted.certificates.some((each) => each.fingerprint === fingerprint),
  )
  return wanted.signInUrl !== before.signInUrl || !isKept
}
