import { newPasswordProblem } from '../../../../shared/accountRules.ts'
import { COMPANY_LENGTH, profileProblem } from '../../../../shared/profileRules.ts'
import { tidyText, tooLong } from '../../../../shared/texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, requireFields } from '../../../access/errors.ts'
import type { HttpExchange } from '../../../contracts/context.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import {
  type Accounts,
  createPerson,
  type NewPerson,
  type PersonRow,
  personsByEmails,
  personsByIds,
  setMailboxProven,
  signsInElsewhere,
} from '../../accounts/index.ts'
import { recordActivity } from '../../activity/index.ts'
import { isClosed, organisationsByIds } from '../../organisations/index.ts'
import { groupsByIds } from '../core/groups.ts'
import { addMember } from '../core/members.ts'
import { invitationSubject } from '../core/record.ts'
import type { InvitationLinks } from '../invitations/links.ts'
import { type InvitationRow, newestWaiting, waitingInvitation } from '../invitations/store.ts'

/** What an invitee sees before accepting (AUTH-22). */
export interface InvitationPreview {
  organizationName: string
  firstName: string
  lastName: string
  email: string
  hasAccount: boolean
}

/** What a new invitee gives; one who has an account gives the token alone. */
export interface Acceptance {
  token: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  password?: string | null | undefined
  companyName?: string | null | undefined
}

/** Who has accepted, and who the rest of the operation runs for. */
export interface Accepted {
  viewer: PersonRow
  /** Null where whoever was signed in before stays signed in. */
  actor: Actor | null
}

export interface Accepting {
  /** Null for an invitation that is used, deleted, unknown or of a deleted organisation (AUTH-28). */
  preview(token: string): Promise<InvitationPreview | null>
  /**
   * Joins the invited group (AUTH-25): a new person with an account of their own, signed in by it; who has an account
   * is signed in already (AUTH-27).
   * @throws BAD_USER_INPUT for an invitation that is no longer valid, wrong fields, and where the account's person is
   * not signed in
   */
  accept(acceptance: Acceptance, actor: Actor | null, exchange: HttpExchange): Promise<Accepted>
  /**
   * The same for a new person who needs no password, in the caller's transaction.
   * @returns their id; null for an invitation that is no longer valid, or another's
   * @throws BAD_USER_INPUT for wrong fields
   */
  acceptProven(tx: Tx, acceptance: ProvenAcceptance): Promise<string | null>
  /** Where whoever has shown that the e-mail is theirs accepts the newest invitation; null for none (SSO-18). */
  pageFor(tx: Tx, email: string): Promise<string | null>
}

/** A new invitee whom their own firm has signed in (SSO-18): by the e-mail that it has shown to be theirs. */
export interface ProvenAcceptance {
  token: string
  email: string
  firstName: string
  lastName: string
  companyName: string
}

export interface AcceptingDeps {
  db: Database
  accounts: Accounts
  links: InvitationLinks
  hooks: Pick<Hooks, 'ask'>
}

/** AUTH-28 */
const notValid = () => badInput('This invitation is no longer valid.')

/** What a new person gives, as it is kept. @throws BAD_USER_INPUT at its fields */
function newPersonOf(
  { firstName, lastName, companyName }: Omit<Acceptance, 'password'>,
  problems: Readonly<Record<string, string | null>> = {},
) {
  const texts = { firstName: firstName ?? '', lastName: lastName ?? '' }
  const company = tidyText(companyName ?? '')
  requireFields({
    firstName: profileProblem('firstName', texts.firstName),
    lastName: profileProblem('lastName', texts.lastName),
    companyName: tooLong(company, COMPANY_LENGTH),
    ...problems,
  })
  return {
    firstName: tidyText(texts.firstName),
    lastName: tidyText(texts.lastName),
    ...(company === '' ? {} : { companyName: company }),
  }
}

async function join(tx: Tx, invitation: InvitationRow, personId: string): Promise<void> {
  const { id, organisationId, groupId } = invitation
  if (groupId === null) {
    throw conflict(
      'The group that you were invited to is gone. Please ask the person who invited you for another invitation.',
    )
  }
  // With it the invitation becomes theirs (PPL-29).
  await addMember(tx, groupId, personId)
  await recordActivity(tx, [
    {
      kind: 'ACCEPT_INVITATION',
      personId,
      sessionId: null,
      organisationId,
      subject: invitationSubject(id),
      detail: { groupId },
    },
  ])
}

async function joinAsNew(
  tx: Tx,
  invitation: InvitationRow,
  person: Omit<NewPerson, 'email'>,
): Promise<string> {
  const { email, title } = invitation
  const id = await createPerson(tx, { ...person, email, ...(title === null ? {} : { title }) })
  await join(tx, invitation, id)
  return id
}

export function createAccepting({ db, accounts, links, hooks }: AcceptingDeps): Accepting {
  /** The invitation that the token opens; null for one that is used, deleted, unknown or of a deleted organisation. */
  const opened = async (
    connection: Connection,
    token: string,
    { lock = false }: { lock?: boolean } = {},
  ): Promise<InvitationRow | null> => {
    const id = links.idOf(token)
    const invitation = id === null ? null : await waitingInvitation(connection, id, { lock })
    if (!invitation || (await isClosed(connection, invitation.organisationId))) return null
    const { groupId } = invitation
    const [group] = await groupsByIds(connection, groupId === null ? [] : [groupId])
    return links.opens(token, invitation.id, group ?? null) ? invitation : null
  }
  /** The same, unchanged by others until the transaction ends. @throws BAD_USER_INPUT */
  const lockWaiting = async (tx: Tx, token: string): Promise<InvitationRow> => {
    const invitation = await opened(tx, token, { lock: true })
    if (!invitation) throw notValid()
    return invitation
  }
  const ofAccount = (acceptance: Acceptance, actor: Actor | null) =>
    db.transaction().execute(async (tx): Promise<PersonRow | null> => {
      const invitation = await lockWaiting(tx, acceptance.token)
      const account = (await personsByEmails(tx, [invitation.email])).get(invitation.email)
      if (!account) return null
      if (account.id !== actor?.personId) {
        throw badInput(`Please sign in as ${account.email} to accept this invitation.`)
      }
      await join(tx, invitation, account.id)
      if (links.isMailed(acceptance.token, invitation.id)) await setMailboxProven(tx, account.id)
      return account
    })
  return {
    preview: async (token) => {
      const invitation = await opened(db, token)
      const [organisation] = invitation ? await organisationsByIds(db, [invitation.organisationId]) : []
      if (!invitation || !organisation) return null
      const { firstName, lastName, email } = invitation
      const hasAccount = (await personsByEmails(db, [email])).has(email)
      return { organizationName: organisation.name, firstName, lastName, email, hasAccount }
    },
    accept: async (acceptance, actor, exchange) => {
      const account = await ofAccount(acceptance, actor)
      if (account) return { viewer: account, actor: null }
      const password = acceptance.password ?? ''
      const person = newPersonOf(acceptance, { password: newPasswordProblem(password) })
      const signedIn = await accounts.signInAs(exchange, async (tx) => {
        const invitation = await lockWaiting(tx, acceptance.token)
        if ((await hooks.ask(signsInElsewhere, tx, { email: invitation.email })).includes(true)) {
          throw badInput('Please continue with the sign-in of your firm.')
        }
        const isUnproven = !links.isMailed(acceptance.token, invitation.id)
        return joinAsNew(tx, invitation, { ...person, password, isUnproven })
      })
      const [viewer] = signedIn?.viewer ? await personsByIds(db, [signedIn.viewer.id]) : []
      if (!signedIn || !viewer) throw notValid()
      return { viewer, actor: signedIn.actor }
    },
    pageFor: async (tx, email) => {
      const invitation = await newestWaiting(tx, email)
      if (!invitation?.groupId || (await isClosed(tx, invitation.organisationId))) return null
      return new URL(links.mailed(invitation.id)).pathname
    },
    acceptProven: async (tx, { token, email, ...given }) => {
      const person = newPersonOf({ token, ...given })
      const invitation = await opened(tx, token, { lock: true })
      if (invitation?.email !== email) return null
      return joinAsNew(tx, invitation, person)
    },
  }
}
