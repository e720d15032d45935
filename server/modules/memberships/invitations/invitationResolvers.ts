import DataLoader from 'dataloader'
import type { Actor } from '../../../access/actor.ts'
import { fieldErrorsOf } from '../../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../../contracts/context.ts'
import { pageOf, searchOf, slicePage } from '../../../contracts/pages.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { type Accounts, administeredAmong, type PersonRow, personsByEmails } from '../../accounts/index.ts'
import type { GroupAccess } from './groupAccess.ts'
import type { Invitations } from './invitations.ts'
import type { ManyInvitations } from './many.ts'
import type { SeveralInvitations } from './several.ts'
import { groupsOfInvitations, type InvitationRow } from './store.ts'

/** Accounts behind e-mails that wait, where the actor administers an organisation of theirs already. */
async function knownAmong(
  db: Connection,
  actor: Actor,
  emails: readonly string[],
): Promise<(PersonRow | null)[]> {
  const found = await personsByEmails(db, emails)
  const persons = [...found.values()]
  const known = await administeredAmong(
    db,
    actor,
    persons.map(({ id }) => id),
  )
  const ids = new Set(persons.filter((_person, at) => known[at]).map(({ id }) => id))
  return emails.map((email) => {
    const person = found.get(email)
    return person && ids.has(person.id) ? person : null
  })
}

export function createInvitationResolvers(
  {
    invitations,
    groupAccess,
    manyInvitations,
    severalInvitations,
  }: {
    invitations: Invitations
    groupAccess: GroupAccess
    manyInvitations: ManyInvitations
    severalInvitations: SeveralInvitations
  },
  { accounts, db, sendsMail }: { accounts: Accounts; db: Database; sendsMail: boolean },
): Resolvers {
  const groups = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const found = await groupsOfInvitations(db, ids)
        return ids.map((id) => found.get(id) ?? [])
      }),
  )
  const links = perRequest(
    (context) =>
      new DataLoader((rows: readonly InvitationRow[]) => invitations.linksFor(actorOf(context), rows)),
  )
  const known = perRequest(
    (context) => new DataLoader((emails: readonly string[]) => knownAmong(db, actorOf(context), emails)),
  )
  const existingUser = ({ personId, email }: InvitationRow, context: Context): Promise<PersonRow | null> =>
    personId === null ? known(context).load(email) : accounts.person(context, personId)
  return {
    Query: {
      invitationDetail: (_root, which, context) => invitations.detail(actorOf(context), which),
      invitationCounts: async (_root, { orgSlug }, context) => ({
        ...(await invitations.counts(actorOf(context), orgSlug)),
        sendsMail,
      }),
      invitationPages: (_root, { orgSlug, ordering, search, accepted, ...page }, context) =>
        invitations.page(actorOf(context), orgSlug, {
          search: searchOf(search),
          accepted: accepted ?? null,
          ordering: ordering ?? 'name',
          ...pageOf(page),
        }),
    },
    Mutation: {
      createUserInvitation: async (_root, { orgSlug, ...invitee }, context) => {
        try {
          const invitation = await invitations.invite(actorOf(context), orgSlug, invitee)
          const [shown] = await invitations.linksFor(actorOf(context), [invitation])
          return { token: shown?.token ?? null, invitationLink: shown?.link ?? '', errors: [] }
        } catch (error) {
          return { token: null, invitationLink: '', errors: fieldErrorsOf(error) }
        }
      },
      updateInvitation: async (_root, { orgSlug, invitationToken: token, ...change }, context) => {
        try {
          const invitation = await invitations.update(actorOf(context), { orgSlug, token }, change)
          return { invitation, errors: [] }
        } catch (error) {
          return { invitation: null, errors: fieldErrorsOf(error) }
        }
      },
      updateUserGroups: async (_root, { orgSlug, invitationToken: token, ...change }, context) => {
        try {
          const invitation = await groupAccess.setGroups(actorOf(context), { orgSlug, token }, change)
          return { invitation, errors: [] }
        } catch (error) {
          return { invitation: null, errors: fieldErrorsOf(error) }
        }
      },
      deleteUserInvitation: async (_root, which, context) => {
        await invitations.remove(actorOf(context), which)
        return { success: true }
      },
      checkUserInvitations: (_root, { orgSlug, ...list }, context) =>
        manyInvitations.check(actorOf(context), orgSlug, list),
      createUserInvitations: (_root, { orgSlug, ...list }, context) =>
        manyInvitations.invite(actorOf(context), orgSlug, list),
      readInviteeSheet: async (_root, { orgSlug, file }, context) => {
        const rows = await manyInvitations.readSheet(actorOf(context), orgSlug, file)
        return { rows, errors: [] }
      },
      resendUserInvitations: (_root, chosen, context) => severalInvitations.resend(actorOf(context), chosen),
      deleteUserInvitations: (_root, chosen, context) => severalInvitations.remove(actorOf(context), chosen),
      resendUserInvitation: async (_root, which, context) => {
        await invitations.resend(actorOf(context), which)
        return { success: true }
      },
    },
    Invitation: {
      token: async (invitation, _args, context) => (await links(context).load(invitation)).token,
      invitationLink: async (invitation, _args, context) => (await links(context).load(invitation)).link,
      accepted: ({ personId }) => personId !== null,
      existingUser: (invitation, _args, context) => existingUser(invitation, context),
      deactivated: async (invitation, _args, context) =>
        invitation.personId !== null && (await existingUser(invitation, context))?.isActive === false,
      groups: async ({ id }, part, context) => slicePage(await groups(context).load(id), part),
      groupIds: async ({ id, personId }, part, context) =>
        personId === null ? [] : slicePage(await groups(context).load(id), part).map((group) => group.id),
    },
  }
}
