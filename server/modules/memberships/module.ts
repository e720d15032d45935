import { joins } from '../../platform/hooks.ts'
import { createSheetReader } from '../../platform/spreadsheets/read/index.ts'
import { type Accounts, viewLost } from '../accounts/index.ts'
import { type Funds, roomLacks } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import type { Notifications } from '../notifications/index.ts'
import { type Organisations, organisationCreated } from '../organisations/index.ts'
import { waits } from '../waiting/index.ts'
import { createAccepting } from './acceptance/accepting.ts'
import { createAcceptingResolvers } from './acceptance/acceptingResolvers.ts'
import { createDefaultRoles } from './core/roles.ts'
import { accessEndJob } from './groups/accessEnds.ts'
import { emptyGroups } from './groups/emptyGroups.ts'
import { createGroupResolvers } from './groups/groupResolvers.ts'
import { groupKind } from './groups/office.ts'
import { groupRemovals } from './groups/removedGroups.ts'
import { createMemberships, type Memberships } from './index.ts'
import { createInvitationResolvers } from './invitations/invitationResolvers.ts'
import { createInvitationLinks } from './invitations/links.ts'
import { invitationMail } from './invitations/mail.ts'
import { usersExportLink } from './invitations/usersExport.ts'
import { waitingInvitations } from './invitations/waiting.ts'
import { roleKind } from './roles/office.ts'
import { createTeamResolvers } from './teams/teamResolvers.ts'
import { tellsOfUnfrozen, unfrozenMail } from './teams/unfrozenMail.ts'
import { endView } from './viewing/store.ts'
import { createViewingResolvers } from './viewing/viewingResolvers.ts'

interface Needs {
  accounts: Accounts
  funds: Funds
  notifications: Notifications
  organisations: Organisations
}

export const membershipsModule: Module<'memberships', Memberships, Needs> = {
  name: 'memberships',
  folder: import.meta.dirname,
  emptiedByRestore: ['session_view'],
  readingFields: [
    'HoldingCompany.userGroups',
    'Invitation.deactivated',
    'Invitation.existingUser',
    'Invitation.groupIds',
    'Invitation.groups',
    'Invitation.invitationLink',
    'Invitation.token',
    'Membership.user',
    'Portfolio.groupAccess',
    'Portfolio.userGroups',
    'UserGroup.canFill',
    'UserGroup.memberCount',
    'UserGroup.members',
    'UserGroup.portfolioIds',
    'UserGroup.portfolios',
    'UserGroup.revision',
    'UserGroup.role',
  ],
  rootFieldsInView: ['leaveView'],
  // People and groups are read by a token, and administered by people (TOKEN-05).
  tokens: {
    only: ['orgRole', 'roles', 'groups', 'groupPages', 'orgGroup', 'orgUserGroups', 'userGroupMembers'],
  },
  rows: {
    RoomView: '../../access/actor.ts#Viewing',
    Invitation: 'invitations/store.ts#InvitationRow',
    UserGroup: 'groups/store.ts#NamedGroup',
    Role: 'core/roles.ts#RoleRow',
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
  create: ({ config, db, hooks, signer, origin }, { accounts, funds, notifications, organisations }) => {
    const reader = createSheetReader()
    const links = createInvitationLinks(signer, origin)
    const losses = notifications.settings
    const accepting = createAccepting({ db, accounts, links, hooks })
    const memberships = createMemberships({
      db,
      hooks,
      organisations,
      funds,
      losses,
      reader,
      links,
      accepting,
    })
    return {
      door: memberships,
      resolvers: [
        createInvitationResolvers(memberships, { accounts, db, sendsMail: config.mail !== undefined }),
        createGroupResolvers(memberships.groups, {
          accounts,
          db,
          accessEnds: memberships.accessEnds,
        }),
        createTeamResolvers(memberships.teams, accounts),
        createViewingResolvers(memberships.views),
        createAcceptingResolvers(accepting),
      ],
      notifications: [invitationMail(links), unfrozenMail(origin)],
      close: async () => reader.close(),
      links: [usersExportLink(memberships.usersExport)],
      office: [roleKind(), groupKind(losses)],
      hooks: [
        // BO-08
        joins(organisationCreated, (tx, { organisationId }) => createDefaultRoles(tx, organisationId)),
        ...groupRemovals,
        tellsOfUnfrozen,
        joins(roomLacks, (on, asked) => emptyGroups(on, asked, organisations)),
        joins(waits, (on, asked) => waitingInvitations(on, asked, links)),
        joins(viewLost, (tx, { id, at }) => endView(tx, id, at)),
      ],
      queued: [accessEndJob(db)],
      scheduled: [{ name: 'sweep_views', pattern: '*/5 * * * *', run: () => memberships.views.sweep() }],
    }
  },
}
