import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { by, renderAt } from '../../../testing/renderAt.tsx'

const Viewer = viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])])
const HomePage = { data: { recentlyVisited: [] } }
const line = (at: number) => ({
  __typename: 'WaitingItem',
  kind: 'NEW_DOCUMENTS',
  title: `${at} new documents`,
  place: `Room ${at}`,
  path: `/portfolios/room-${at}/storage/documents?view=new`,
  at: '2026-11-20T09:30:00.000Z',
})
const lines = (count: number) => Array.from({ length: count }, (_, at) => line(at + 1))

test('home begins with what waits, each line leading there, twenty of them, and all on demand', async () => {
  renderAt('/', {
    Viewer,
    HomePage,
    WaitingForMe: by(({ limit }) => ({ data: { waitingForMe: lines(30).slice(0, Number(limit)) } })),
  })
  const list = await screen.findByRole('list', { name: 'Waiting for you' })
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first?.textContent).toBe('Waiting for you')
  expect(within(list).getAllByRole('listitem')).toHaveLength(20)
  expect(within(list).getByRole('link', { name: '3 new documents' }).getAttribute('href')).toBe(
    '/portfolios/room-3/storage/documents?view=new',
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'All' }))
  await within(list).findByRole('link', { name: '30 new documents' })
  expect(screen.queryByRole('button', { name: 'All' })).toBeNull()
})

test('where nothing waits nothing is said of it, and twenty need no further button', async () => {
  const { unmount } = renderAt('/', { Viewer, HomePage, WaitingForMe: { data: { waitingForMe: [] } } })
  await screen.findByText('Nothing visited yet')
  expect(screen.queryByText('Waiting for you')).toBeNull()
  unmount()
  renderAt('/', { Viewer, HomePage, WaitingForMe: { data: { waitingForMe: lines(20) } } })
  await screen.findByRole('list', { name: 'Waiting for you' })
  expect(screen.queryByRole('button', { name: 'All' })).toBeNull()
})
