import { createSheetReader } from '../../platform/spreadsheets/read/index.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import { createAccepting } from './acceptance/accepting.ts'
import { createAcceptingResolvers } from './acceptance/acceptingResolvers.ts'
import { createGroupResolvers } from './groups/groupResolvers.ts'
import { groupKind } from './groups/office.ts'
import { createPeople, type People } from './index.ts'
import { createInvitationResolvers } from './invitations/invitationResolvers.ts'
import { createInvitationLinks } from './invitations/links.ts'
import { invitationMail } from './invitations/mail.ts'
import { usersExportLink } from './invitations/usersExport.ts'
import { createTeamResolvers } from './teams/teamResolvers.ts'

interface Needs {
  accounts: Accounts
  funds: Funds
  organisations: Organisations
}

export const peopleModule: Module<'people', People, Needs> = {
  name: 'people',
  folder: import.meta.dirname,
  readingFields: [
    'HoldingCompany.userGroups',
    'Invitation.deactivated',
    'Invitation.existingUser',
    'Invitation.groupIds',
    'Invitation.groups',
    'Invitation.invitationLink',
    'Invitation.token',
    'Membership.user',
    'Portfolio.userGroups',
    'UserGroup.canFill',
    'UserGroup.memberCount',
    'UserGroup.members',
    'UserGroup.portfolioIds',
    'UserGroup.portfolios',
    'UserGroup.revision',
    'UserGroup.role',
  ],
  rows: {
    Invitation: 'invitations/store.ts#InvitationRow',
    UserGroup: 'groups/store.ts#NamedGroup',
    Role: 'groups/store.ts#RoleRow',
    Membership: 'teams/store.ts#MembershipRow',
    InvitationPreview: 'acceptance/accepting.ts#InvitationPreview',
  },
  publicRootFields: ['invitationByToken', 'acceptInvitation'],
  pages: {
    public: [/^\/invitations\/[^/]+\/?$/],
    known: [
      /^\/[^/]+\/admin(\/.*)?$/,
      /^\/deal-teams\/?$/,
      /^\/(portfolios|holding-company)\/[^/]+\/deal-teams\/?$/,
    ],
  },
  create: ({ db, hooks, signer, origin }, { accounts, funds, organisations }) => {
    const reader = createSheetReader()
    const links = createInvitationLinks(signer, origin)
    const people = createPeople({ db, hooks, organisations, funds, reader, links })
    return {
      door: people,
      resolvers: [
        createInvitationResolvers(people, { accounts, db }),
        createGroupResolvers(people.groups, { accounts, db }),
        createTeamResolvers(people.teams, accounts),
        createAcceptingResolvers(createAccepting({ db, accounts, links })),
      ],
      notifications: [invitationMail(links)],
      close: async () => reader.close(),
      links: [usersExportLink(people.usersExport)],
      office: [groupKind(hooks)],
    }
  },
}
