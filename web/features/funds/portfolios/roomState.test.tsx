import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { portfolio } from '../../../testing/fixtures.ts'
import { by, renderAt } from '../../../testing/renderAt.tsx'
import { answers } from './PortfolioPage.fixture.ts'

test('STAGE-09 a frozen room says since when, to everybody and on each of its tabs', async () => {
  const given = { permissions: ['DOCUMENTS_VIEW'], frozenSince: '2026-07-04T12:00:00.000Z' } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByText('This room is frozen since 07/04/2026.')
})

test('STAGE-02 a room in preparation says on each of its tabs that it opens later, and its phase to its admins', async () => {
  const given = { permissions: ['DEALROOM_VIEW'], hasChecklist: true, phase: 'PREPARATION' } as const
  for (const address of ['', '/storage/documents', '/checklist', '/q-and-a']) {
    renderAt(`/portfolios/prairie-sun${address}`, answers(portfolio('Prairie Sun', given)))
    await screen.findByText('This room opens later.')
    expect(screen.queryByRole('link', { name: 'Checklist' })).toBeNull()
    expect(screen.queryByText('Preparation')).toBeNull()
    cleanup()
  }
  const admin = { ...given, permissions: ['DEALROOM_ADMIN', 'OVERVIEW_VIEW'] } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', admin)))
  await screen.findByText('Preparation')
  await screen.findByRole('link', { name: 'Checklist' })
})

test.each([
  ['PREPARATION', 'Preparation'],
  ['OPEN', 'Open'],
  ['CLOSING', 'Closing'],
  ['ARCHIVED', 'Archived'],
] as const)('STAGE-01 the header says the phase %s to its admins alone', async (phase, word) => {
  const admin = { permissions: ['DEALROOM_ADMIN', 'OVERVIEW_VIEW'], phase } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', admin)))
  await screen.findByText(word)
  cleanup()
  const member = { permissions: ['OVERVIEW_VIEW'], phase: 'OPEN' } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', member)))
  await screen.findByRole('heading', { name: 'Prairie Sun' })
  expect(screen.queryByText('Open')).toBeNull()
})

test('STAGE-07 what a room lacks is listed by kind for its admins, each line leading there', async () => {
  const admin = { permissions: ['DEALROOM_ADMIN', 'OVERVIEW_VIEW'] } as const
  const finding = (kind: string, text: string, path: string, count = 1) => ({
    __typename: 'ReadinessFinding',
    kind,
    text,
    path,
    count,
  })
  renderAt('/portfolios/prairie-sun/readiness', {
    ...answers(portfolio('Prairie Sun', admin)),
    RoomReadiness: {
      data: {
        roomReadiness: [
          finding('EMPTY_FOLDER', 'Permits', '/portfolios/prairie-sun/storage/documents/f1'),
          finding(
            'DUPLICATE',
            'A.pdf and 2 more with the same content',
            '/portfolios/prairie-sun/storage/documents/d1',
            3,
          ),
        ],
      },
    },
  })
  const folders = within(await screen.findByRole('list', { name: /^Empty folders/ }))
  expect(folders.getByRole('link', { name: 'Permits' }).getAttribute('href')).toBe(
    '/portfolios/prairie-sun/storage/documents/f1',
  )
  screen.getByText('3 files')
  cleanup()
  renderAt(
    '/portfolios/prairie-sun/readiness',
    answers(portfolio('Prairie Sun', { permissions: ['DOCUMENTS_VIEW'] })),
  )
  await screen.findByText('Error 404 to be precise.')
})

test('PROOF-09 certificates of a room are listed for its admins with who asked, asked for by group and moments, and cancelled', async () => {
  const admin = { permissions: ['DEALROOM_ADMIN', 'OVERVIEW_VIEW'] } as const
  const certificate = (id: string, state: string, more: object = {}) => ({
    __typename: 'RoomProof',
    id,
    state,
    progress: 0.4,
    by: 'Ann Lee',
    at: '2026-05-01T12:00:00.000Z',
    groupName: null,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-05-01T12:00:00.000Z',
    size: null,
    urls: [],
    sha256: null,
    problem: null,
    ...more,
  })
  let asked: Record<string, unknown> = {}
  let cancelled: Record<string, unknown> = {}
  renderAt('/portfolios/prairie-sun/proofs', {
    ...answers(portfolio('Prairie Sun', admin)),
    RoomArchives: {
      data: { roomProofs: { __typename: 'RoomProofPage', count: 0, items: [] }, portfolio: null },
    },
    RoomCertificates: {
      data: {
        roomProofs: {
          __typename: 'RoomProofPage',
          count: 3,
          knownSince: '2026-01-01T00:00:00.000Z',
          items: [
            certificate('p1', 'RUNNING', { groupName: 'Northwind' }),
            certificate('p2', 'READY', {
              urls: ['/files/own/a/1', '/files/own/b/2'],
              size: 2_000_000,
              sha256: 'ab'.repeat(32),
            }),
            certificate('p3', 'FAILED', { problem: 'There is not enough space.' }),
          ],
        },
      },
    },
    RoomGroupAccess: {
      data: {
        portfolio: {
          __typename: 'Portfolio',
          id: 'portfolio-Prairie Sun',
          groupAccess: { __typename: 'GroupAccessPage', count: 0, items: [] },
        },
      },
    },
    MakeCertificate: by((variables) => {
      asked = variables
      return { data: { makeCertificate: certificate('p4', 'WAITING') } }
    }),
    CancelCertificate: by((variables) => {
      cancelled = variables
      return { data: { cancelRoomProof: { __typename: 'DeletePayload', success: true, errors: [] } } }
    }),
  })
  const list = within(await screen.findByRole('list', { name: 'Certificates' }))
  expect(list.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(list.getByRole('link', { name: 'PDF of Everything in the room' }).getAttribute('href')).toBe(
    '/files/own/a/1',
  )
  expect(list.getByRole('link', { name: '.xlsx of Everything in the room' }).getAttribute('href')).toBe(
    '/files/own/b/2',
  )
  list.getByText('There is not enough space.')
  expect(list.getAllByText(/^Ann Lee/)).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'New certificate' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Make certificate' }))
  await vi.waitFor(() => expect(asked).toMatchObject({ groupId: null, from: '2026-01-01T00:00:00.000Z' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel certificate of Northwind' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel certificate' }))
  await vi.waitFor(() => expect(cancelled).toEqual({ id: 'p1' }))
  cleanup()
  renderAt(
    '/portfolios/prairie-sun/proofs',
    answers(portfolio('Prairie Sun', { permissions: ['DOCUMENTS_VIEW'] })),
  )
  await screen.findByText('Error 404 to be precise.')
})
