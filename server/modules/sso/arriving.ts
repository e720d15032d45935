import { fullName } from '../../../shared/personName.ts'
import { domainOf, NO_ACCESS } from '../../../shared/ssoRules.ts'
import { tidyText } from '../../../shared/texts.ts'
import type { Tx } from '../../platform/database/database.ts'
import { advisoryLock, alsoLock } from '../../platform/database/withLock.ts'
import type { Hooks } from '../../platform/hooks.ts'
import {
  createPerson,
  lockActivePerson,
  type PersonRow,
  personsByEmails,
  personsByIds,
  proveMailbox,
} from '../accounts/index.ts'
import { addMember, groupsOfOrganisation, isAdminGroup, type Memberships } from '../memberships/index.ts'
import { arrives } from './hooks.ts'
import { bind, boundPerson } from './peopleStore.ts'
import type { Claims } from './provider.ts'
import { recordOf } from './record.ts'
import type { TypedAcceptance } from './requestStore.ts'
import { type ConnectionRow, isEffective } from './store.ts'

/** What becomes of somebody whom a provider has signed in. */
export type Arrival =
  | {
      /** Active, and locked until the end of the transaction. */
      person: PersonRow
      how: 'BOUND' | 'BINDS' | 'JOINS' | 'ACCEPTS'
    }
  | {
      refused: string
      /** Whom it was about, where that is known. */
      person: PersonRow | null
      /** Whether they are told that they have no access; the others that it failed (SSO-16, SSO-25). */
      hasNoAccess: boolean
      /** Where somebody who was invited, and began elsewhere, accepts that (SSO-18). */
      invitationPage?: string | null
    }

const refused = (
  reason: string,
  person: PersonRow | null = null,
  hasNoAccess = false,
): Extract<Arrival, { refused: string }> => ({
  refused: reason,
  person,
  hasNoAccess,
})

/**
 * Finds the person of a provider's claims, binds them at their first sign-in and takes in newcomers where that is wanted
 * (SSO-15 to SSO-18). In the caller's transaction, which a test takes back.
 */
export async function receive(
  tx: Tx,
  {
    accepting,
    hooks,
    origin,
  }: Pick<Memberships, 'accepting'> & { hooks: Pick<Hooks, 'ask'>; origin(): string },
  {
    connection,
    claims,
    acceptance,
    at,
  }: { connection: ConnectionRow; claims: Claims; acceptance: TypedAcceptance | null; at: Date },
): Promise<Arrival> {
  const boundId = await boundOf(tx, connection.id, claims.sub)
  if (boundId !== null) {
    const person = await lockActivePerson(tx, boundId)
    if (!person) {
      const [deactivated = null] = await personsByIds(tx, [boundId])
      return refused('The account is deactivated.', deactivated, true)
    }
    await provisioned(tx, hooks, { connection, claims, personId: person.id, at })
    return { person, how: 'BOUND' }
  }
  const { email } = claims
  if (email === null) return refused('The provider gave no e-mail.')
  if (!claims.emailVerified) return refused('The provider has not verified the e-mail (email_verified).')
  if (!connection.domains.some((domain) => isEffective(domain) && domain.name === domainOf(email))) {
    return refused('The e-mail is of no domain of this connection.')
  }
  const known = (await personsByEmails(tx, [email])).get(email) ?? null
  if (known && !known.isActive) return refused('The account is deactivated.', known, true)
  const sent = await provisioned(tx, hooks, { connection, claims, personId: known?.id ?? null, at })
  if (sent === 'REFUSED') return refused('The directory has deactivated the account.', known, true)
  const [personId, how] = known
    ? ([known.id, 'BINDS'] as const)
    : sent !== null
      ? ([sent, 'ACCEPTS'] as const)
      : acceptance
        ? ([await accepting.acceptProven(tx, { ...acceptance, email }), 'ACCEPTS'] as const)
        : ([await joined(tx, connection, claims, email), 'JOINS'] as const)
  if (personId === null) {
    const nobody = refused('There is no account, and no invitation was accepted.', null, true)
    return { ...nobody, invitationPage: acceptance ? null : await accepting.pageFor(tx, email) }
  }
  if (!(await bind(tx, { connectionId: connection.id, subject: claims.sub, personId, at }))) {
    return refused('Another subject of the provider is bound to this account.', known)
  }
  // Their firm says that the mailbox is theirs.
  await proveMailbox(tx, { hooks, origin }, personId)
  await recordOf(tx, personId, 'BIND_SSO', connection, { name: connection.name, how })
  const person = await lockActivePerson(tx, personId)
  return person ? { person, how } : refused('There is no account.', null, true)
}

/** Whom the connection's directory has sent; null for anybody else (SCIM-04). */
async function provisioned(
  tx: Tx,
  hooks: Pick<Hooks, 'ask'>,
  {
    connection: { id, organisationId, isProvisioned },
    claims: { email, emailVerified },
    ...of
  }: { connection: ConnectionRow; claims: Claims; personId: string | null; at: Date },
): Promise<string | 'REFUSED' | null> {
  if (!isProvisioned || organisationId === null || email === null || !emailVerified) return null
  const answers = await hooks.ask(arrives, tx, { connectionId: id, organisationId, email, ...of })
  return answers.find((answer) => answer !== null) ?? null
}

/** Makes an account for a newcomer where the connection names groups (SSO-17). @returns its id; null for nobody */
async function joined(
  tx: Tx,
  connection: ConnectionRow,
  { givenName, familyName }: Claims,
  email: string,
): Promise<string | null> {
  const { organisationId, joinGroupIds } = connection
  if (organisationId === null || joinGroupIds.length === 0) return null
  // What a group gives may have grown since it was chosen.
  const groups = (await groupsOfOrganisation(tx, organisationId, joinGroupIds)).filter(
    (group) => !isAdminGroup(group),
  )
  if (groups.length === 0) return null
  const fallback = email.slice(0, email.indexOf('@'))
  const id = await createPerson(tx, {
    email,
    firstName: tidyText(givenName).slice(0, 60) || fallback.slice(0, 60),
    lastName: tidyText(familyName).slice(0, 60) || '-',
  })
  for (const group of groups) await addMember(tx, group.id, id)
  return id
}

/** The person of a subject; null where it is bound to nobody, and nobody else binds it meanwhile. */
async function boundOf(tx: Tx, connectionId: string, subject: string): Promise<string | null> {
  const bound = await boundPerson(tx, connectionId, subject)
  if (bound !== null) return bound
  // Of two first sign-ins of one person the second finds what the first has made.
  await alsoLock(tx, advisoryLock(`sso:${connectionId}:${subject}`))
  return boundPerson(tx, connectionId, subject)
}

/** What a test says would happen (SSO-26). */
export function wordsOf(arrival: Arrival): string {
  if ('refused' in arrival) {
    if (arrival.invitationPage) return 'They would be asked to accept their invitation.'
    return arrival.hasNoAccess ? `${NO_ACCESS} ${arrival.refused}` : `Refused: ${arrival.refused}`
  }
  const { person, how } = arrival
  const name = fullName(person)
  if (how === 'BOUND') return `${name} would be signed in.`
  return how === 'BINDS'
    ? `${name} would be signed in, and known by this subject from then on.`
    : `An account would be made for ${name}, who would join the groups for newcomers.`
}
