// The people of an organisation as the scripted server gives them, for tests of the admin's pages.
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import type { Answer } from '../../../testing/renderAt.tsx'

export const MERIDIAN = organisation('Meridian', ['USERS_ADMIN', 'DEALROOM_VIEW'])
export const ADMIN = viewerOf([MERIDIAN])

const group = (name: string) => ({ __typename: 'UserGroup', id: `group-${name}`, name })

/** An invitation that waits. */
export const waiting = (name: string, more: object = {}) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    __typename: 'Invitation',
    token: `token-${name}`,
    firstName,
    lastName,
    email: `${lastName.toLowerCase()}@fund.example`,
    title: null,
    accepted: false,
    acceptedAt: null,
    sentAt: '2026-05-01T12:00:00.000Z',
    revision: 1,
    groupId: 'group-Lenders',
    deactivated: false,
    invitationLink: `https://rooms.example/invitations/token-${name}`,
    groups: [group('Lenders')],
    existingUser: null,
    ...more,
  }
}

/** A member, who goes by another name than they were invited by. */
export const member = (name: string, more: object = {}) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    ...waiting('Former Name'),
    token: `token-${name}`,
    email: 'former@fund.example',
    accepted: true,
    acceptedAt: '2026-04-01T12:00:00.000Z',
    groupId: null,
    existingUser: {
      __typename: 'User',
      id: `person-${name}`,
      firstName,
      lastName,
      fullName: name,
      email: `${lastName.toLowerCase()}@fund.example`,
      title: 'Vice President',
      companyName: 'Ashgrove Bank',
      lastLogin: null,
    },
    ...more,
  }
}

export const peopleOf = (invitations: object[], count = invitations.length): Answer => ({
  data: { invitationPages: { __typename: 'InvitationPage', count, invitations } },
})

export const countsOf = (accepted: number, waitingNow: number, sendsMail = true): Answer => ({
  data: {
    invitationCounts: { __typename: 'InvitationCounts', accepted, waiting: waitingNow, sendsMail },
    dealRooms: { __typename: 'DealRoomList', count: 2 },
    groupPages: { __typename: 'GroupPage', count: 14 },
  },
})

export const role = (name: string, codenames: readonly string[]) => ({
  __typename: 'Role',
  id: `role-${name}`,
  name,
  permissions: codenames.map((codename) => ({
    __typename: 'RolePermission',
    id: `${name}:${codename}`,
    codename,
  })),
})
export const VIEWER = role('Viewer', ['dealroom:view', 'documents:view'])
export const MANAGER = role('Q&A Manager', ['questions:view', 'questions:admin'])

/** A group with what it allows. */
export const choice = (name: string, given = VIEWER, rooms: readonly string[] = ['Prairie Sun II']) => ({
  ...group(name),
  canFill: true,
  role: given,
  portfolios: rooms.map((room) => ({ __typename: 'Portfolio', id: `room-${room}`, name: room })),
})
export const groupsOf = (groups: object[], count = groups.length): Answer => ({
  data: { groupPages: { __typename: 'GroupPage', count, groups } },
})
export const payload = (field: string, type: string, more: object = {}): Answer => ({
  data: { [field]: { __typename: type, errors: [], ...more } },
})
export const fieldErrors = (
  field: string,
  type: string,
  more: object,
  errors: Record<string, string>,
): Answer =>
  payload(field, type, {
    ...more,
    errors: Object.entries(errors).map(([name, message]) => ({
      __typename: 'FieldError',
      field: name,
      message,
    })),
  })
