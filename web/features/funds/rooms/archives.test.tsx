import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { archive } from './archives.fixture.ts'

const ADMIN = { permissions: ['DEALROOM_ADMIN', 'OVERVIEW_VIEW'] } as const

const READY = {
  size: 2_000_000,
  expiresAt: '2999-05-31T12:00:00.000Z',
  verifiedAt: '2026-05-01T12:10:00.000Z',
  parts: [1, 2].map((number) => ({
    __typename: 'ArchivePart',
    name: `prairie-sun-archive-00${number}.zip`,
    size: 1_000_000,
    sha256: `${number}`.repeat(64),
    url: `/files/archives/p2/${number}`,
  })),
  links: [
    {
      __typename: 'ArchiveLink',
      id: 'link-1',
      name: 'Nora Wind',
      expiresAt: '2999-05-31T12:00:00.000Z',
      urls: ['/files/archives/p2/1', '/files/archives/p2/2'],
    },
  ],
}

interface Given {
  items: object[]
  phase?: string
  offered?: readonly string[]
  permissions?: readonly string[]
}

const USUAL = ['PREPARATION', 'OPEN', 'CLOSING']

const answers = ({
  items,
  phase = 'OPEN',
  offered = USUAL,
  permissions = ADMIN.permissions,
}: Given): Answers => ({
  Viewer: viewerOf([organisation('Segue Infra', ['DEALROOM_VIEW'])]),
  PortfolioPage: { data: { portfolioBySlug: portfolio('Prairie Sun', ADMIN) } },
  RecordPortfolioVisit: {
    data: {
      createRecentlyVisitedPortfolio: { __typename: 'CreateRecentlyVisitedPortfolioPayload', success: true },
    },
  },
  RoomCertificates: {
    data: {
      roomProofs: {
        __typename: 'RoomProofPage',
        count: 0,
        knownSince: '2026-01-01T00:00:00.000Z',
        items: [],
      },
    },
  },
  RoomArchives: {
    data: {
      roomProofs: { __typename: 'RoomProofPage', count: items.length, items },
      portfolio: {
        __typename: 'Portfolio',
        id: 'room',
        name: 'Prairie Sun',
        phase,
        offeredPhases: offered,
        permissions,
        org: { __typename: 'Organization', id: 'org', slug: 'segue-infra' },
      },
    },
  },
  RoomGroupAccess: {
    data: {
      portfolio: {
        __typename: 'Portfolio',
        id: 'room',
        groupAccess: { __typename: 'GroupAccessPage', count: 0, items: [] },
      },
    },
  },
})

beforeEach(() => setWindowWidth(1440))

test('archives are listed with progress, parts and verification, and cancelled', async () => {
  let cancelled: Record<string, unknown> = {}
  renderAt('/portfolios/prairie-sun/proofs', {
    ...answers({
      items: [
        archive('p1', 'RUNNING', { groupName: 'Northwind' }),
        archive('p2', 'READY', READY),
        archive('p3', 'READY', { ...READY, expiresAt: '2026-01-01T00:00:00.000Z', parts: [], links: [] }),
      ],
    }),
    CancelArchive: by((variables) => {
      cancelled = variables
      return { data: { cancelRoomProof: { __typename: 'DeletePayload', success: true, errors: [] } } }
    }),
  })
  const list = within(await screen.findByRole('list', { name: 'Archives' }))
  expect(list.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/files/archives/p2/1',
    '/files/archives/p2/2',
  ])
  list.getByText(/^Verified .* linked for Nora Wind$/)
  list.getByText('Expired')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel archive of Northwind' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel archive' }))
  await vi.waitFor(() => expect(cancelled).toEqual({ id: 'p1' }))
})

test('before an archive is made it is said that nobody keeps the passphrase, and a short one is refused', async () => {
  let asked: Record<string, unknown> = {}
  renderAt('/portfolios/prairie-sun/proofs', {
    ...answers({ items: [], permissions: [...ADMIN.permissions, 'ORG_ADMIN'] }),
    MakeArchive: by((variables) => {
      asked = variables
      return { data: { makeArchive: archive('p4', 'WAITING') } }
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Make archive' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make archive' }))
  dialog.getByText('Helioroom does not keep the passphrase: without it nobody opens the archive.')
  await userEvent.type(dialog.getByLabelText(/^Passphrase/), 'short')
  await userEvent.click(dialog.getByRole('button', { name: 'Make archive' }))
  await dialog.findByText('Please enter 12 to 100 characters: letters without accents, figures and signs.')
  expect(asked).toEqual({})
  await userEvent.type(dialog.getByLabelText(/^Passphrase/), ' horse battery')
  await userEvent.click(dialog.getByRole('button', { name: 'Make archive' }))
  await vi.waitFor(() =>
    expect(asked).toMatchObject({ groupId: null, withVersions: true, passphrase: 'short horse battery' }),
  )
})

test('whoever does not administer the organisation makes one of a group alone', async () => {
  let asked = false
  renderAt('/portfolios/prairie-sun/proofs', {
    ...answers({ items: [] }),
    MakeArchive: by(() => {
      asked = true
      return { data: { makeArchive: archive('p4', 'WAITING') } }
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Make archive' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make archive' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Make archive' }))
  await dialog.findAllByText('Please choose a group.')
  expect(asked).toBe(false)
})

test('a room that is being closed can be archived once an archive of everything in it is verified', async () => {
  const group = archive('p1', 'READY', { ...READY, groupName: 'Northwind' })
  const { unmount } = renderAt(
    '/portfolios/prairie-sun/proofs',
    answers({
      phase: 'CLOSING',
      items: [group, archive('p2', 'WAITING', { to: '2999-07-04T12:00:00.000Z' })],
    }),
  )
  await screen.findByText(
    'This deal room is being closed. Once the archive of everything in it is made and verified, the room can be archived.',
  )
  screen.getByText(/^Will be made 07\/04\/2999/)
  expect(screen.queryByRole('button', { name: 'Archive deal room' })).toBeNull()
  unmount()
  let phase: Record<string, unknown> = {}
  renderAt('/portfolios/prairie-sun/proofs', {
    ...answers({
      phase: 'CLOSING',
      offered: [...USUAL, 'ARCHIVED'],
      items: [archive('p2', 'READY', READY)],
    }),
    SetRoomPhase: by((variables) => {
      phase = variables
      return {
        data: {
          setRoomPhase: {
            __typename: 'Portfolio',
            id: 'room',
            phase: 'ARCHIVED',
            frozenSince: null,
            legalHold: null,
            offeredPhases: [...USUAL, 'ARCHIVED'],
          },
        },
      }
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Archive deal room' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive deal room' }))
  dialog.getByText(/Only admins of the deal room see it/)
  await userEvent.click(dialog.getByRole('button', { name: 'Archive deal room' }))
  await vi.waitFor(() => expect(phase).toEqual({ portfolioId: 'room', phase: 'ARCHIVED' }))
})

test('an archive is linked for a named person, and links are taken back', async () => {
  let ended: Record<string, unknown> = {}
  renderAt('/portfolios/prairie-sun/proofs', {
    ...answers({ items: [archive('p2', 'READY', READY)] }),
    OrganisationUsers: { data: { orgUsers: [] } },
    UnlinkArchive: by((variables) => {
      ended = variables
      return { data: { unlinkArchive: archive('p2', 'READY', { ...READY, links: [] }) } }
    }),
  })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Links to the archive of Everything in the room' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Links to the archive' }))
  dialog.getByRole('button', { name: 'Copy link for Nora Wind' })
  await userEvent.click(dialog.getByRole('button', { name: 'Remove link for Nora Wind' }))
  await vi.waitFor(() => expect(ended).toEqual({ linkId: 'link-1' }))
})
