// The page of rooms on a scripted server.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, vi } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import {
  type Answer,
  type Answers,
  by,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'

const SEGUE = organisation('Segue Infra', ['ORG_ADMIN', 'USERS_ADMIN'])

export const room = (
  name: string,
  permissions: readonly Permission[] = ['DEALROOM_ADMIN'],
  more: object = {},
) => ({
  __typename: 'Portfolio',
  id: `room-${name}`,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  status: 'DILIGENCE',
  systemSize: 2500,
  projectCount: 3,
  createdDate: '2026-05-01T12:00:00.000Z',
  permissions,
  dealManager: { __typename: 'User', id: 'person-9', fullName: 'Ann Lee' },
  ...more,
})

export const settings = (name: string, more: object = {}) => ({
  __typename: 'Portfolio',
  id: `room-${name}`,
  name,
  slug: name.toLowerCase(),
  status: 'DILIGENCE',
  enableProjects: true,
  enableQAndA: true,
  headerEnabled: false,
  systemSize: 2500,
  isSystemSizeDynamic: false,
  dynamicSystemSize: 1000,
  revision: 4,
  phase: 'OPEN',
  frozenSince: null,
  legalHold: null,
  offeredPhases: ['PREPARATION', 'OPEN', 'CLOSING'],
  permissions: ['DEALROOM_ADMIN', 'ORG_ADMIN'],
  dealManager: { __typename: 'User', id: 'person-9', fullName: 'Ann Lee' },
  org: SEGUE,
  documentsTree: {
    __typename: 'DocumentTree',
    id: 'tree-1',
    permissionsType: 'GROUP',
    restricted: { __typename: 'RestrictedCounts', files: 2, folders: 1 },
  },
  ...more,
})

export const list = (rooms: object[]): Answer => ({
  data: { dealRooms: { __typename: 'DealRoomList', count: rooms.length, portfolios: rooms } },
})

export function openTab(answers: Answers, viewer = SEGUE) {
  const sent: Record<string, Record<string, unknown>[]> = {}
  const recorded = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      by((variables) => {
        sent[name] = [...(sent[name] ?? []), variables]
        return typeof answer === 'function' ? answer(variables) : answer
      }),
    ]),
  )
  const page = renderAt('/segue-infra/admin/deal-rooms', {
    Viewer: viewerOf([viewer]),
    AdminCounts: SERVER_ERROR,
    AdminRooms: list([room('Prairie')]),
    RoomSettings: { data: { portfolio: settings('Prairie') } },
    ...recorded,
  })
  return { ...page, sent, user: userEvent.setup() }
}

export const dialog = async () => within(await screen.findByRole('dialog'))
export const openSettings = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Settings of Prairie' }))
  const form = await dialog()
  await form.findByRole('textbox', { name: 'Name' })
  return form
}
export const saved = (more: object = {}): Answer => ({
  data: {
    updatePortfolio: {
      __typename: 'UpdatePortfolioPayload',
      portfolio: (({
        org: _org,
        documentsTree: _tree,
        phase: _phase,
        frozenSince: _since,
        legalHold: _hold,
        permissions: _held,
        ...fields
      }) => fields)({
        ...settings('Prairie'),
        revision: 5,
        ...more,
      }),
      errors: [],
    },
  },
})
export const SAVED_TREE: Answer = {
  data: {
    updateDocumentTree: {
      __typename: 'UpdateDocumentTreePayload',
      documentTree: { __typename: 'DocumentTree', id: 'tree-1', permissionsType: 'ROLE' },
    },
  },
}

beforeEach(() => {
  setWindowWidth(1440)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
