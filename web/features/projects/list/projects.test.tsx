import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['PROJECTS_VIEW'])

const project = (name: string, more: object = {}) => ({
  __typename: 'Project',
  id: `project-${name}`,
  name,
  status: 'OPERATING',
  type: 'SOLAR_PLUS_STORAGE',
  cod: '2024-02-29',
  ntp: null,
  capacity: 2400,
  location: { __typename: 'ProjectLocation', id: `project-${name}`, city: 'Pratt', state: 'KS' },
  system: { __typename: 'ProjectSystem', bessKw: 10, bessKwh: 40 },
  acquiredPortfolio: { __typename: 'Portfolio', id: 'room-1', name: 'Valley', slug: 'valley' },
  ...more,
})

const sums = (count: number, more: object = {}) => ({
  __typename: 'ProjectAggregations',
  count,
  totalCapacity: 373_000,
  minCapacity: 2400,
  maxCapacity: 74_500,
  ...more,
})

function openList(projects: object[], address = '', viewer = MERIDIAN, answers: Answers = {}) {
  const sent: Record<string, unknown>[] = []
  const page = renderAt(`/meridian/projects${address}`, {
    Viewer: viewerOf([viewer]),
    ProjectPortfolios: {
      data: {
        portfolios: [
          { __typename: 'Portfolio', id: 'room-1', name: 'Valley', projectCount: 1200 },
          { __typename: 'Portfolio', id: 'room-2', name: 'Plains', projectCount: 3 },
        ],
      },
    },
    ProjectsPage: by((variables) => {
      sent.push(variables)
      return {
        data: {
          projects: {
            __typename: 'ProjectCollection',
            projects,
            mayCreate: false,
            aggregations: sums(projects.length),
          },
        },
      }
    }),
    ...answers,
  })
  return { ...page, sent, user: userEvent.setup() }
}

beforeEach(() => setWindowWidth(1440))

test('PROJ-02 PROJ-07 PROJ-08 PROJ-10 the banner, the default sort, and the link to the acquired portfolio', async () => {
  const { sent } = openList([project('Otter')])
  expect((await screen.findByRole('link', { name: 'Valley' })).getAttribute('href')).toBe(
    '/portfolios/valley',
  )
  screen.getByText('373 MW')
  screen.getByText('Pratt, KS')
  screen.getByText('Solar + storage')
  expect(sent[0]).toMatchObject({ ordering: 'name', isOwned: null, portfolioIds: null, search: null })
})

test('where all projects have one size, the range is that one', async () => {
  openList([], '', MERIDIAN, {
    ProjectsPage: {
      data: {
        projects: {
          __typename: 'ProjectCollection',
          projects: [project('Otter')],
          mayCreate: false,
          aggregations: sums(1, { totalCapacity: 25_400, minCapacity: 25_400, maxCapacity: 25_400 }),
        },
      },
    },
  })
  await screen.findByRole('link', { name: 'Valley' })
  expect(document.querySelector('dl')?.textContent).toBe(
    'projects1total system size25,400 kWsize range25,400 kW',
  )
})

test.each([
  [true, 'Import a spreadsheet of them, or add one with “New project”.'],
  [false, 'None has been added to this portfolio yet.'],
])('an empty portfolio says what to do next to whoever may do it (%s)', async (mayCreate, hint) => {
  const permissions = ['PROJECTS_VIEW', ...(mayCreate ? (['DEALROOM_ADMIN'] as const) : [])] as const
  renderAt('/portfolios/valley/projects', {
    Viewer: viewerOf([MERIDIAN]),
    PortfolioPage: {
      data: { portfolioBySlug: portfolio('Valley', { enableProjects: true, permissions }) },
    },
    ProjectsPage: {
      data: {
        projects: {
          __typename: 'ProjectCollection',
          projects: [],
          mayCreate,
          aggregations: sums(0),
        },
      },
    },
  })
  await screen.findByText('No projects found.')
  screen.getByText(hint)
})

test('PROJ-07 an empty list says so; without the right there is no page (PROJ-28)', async () => {
  const { unmount } = openList([])
  await screen.findByText('No projects found.')
  unmount()
  openList([], '', organisation('Meridian', ['REPORTS_VIEW']))
  await screen.findByText('Error 404 to be precise.')
})

test('PROJ-01 PROJ-04 PROJ-05 PROJ-06 PROJ-09 PROJ-19 filters, search and export stand in the address', async () => {
  const { user, sent, router } = openList([project('Otter')], '?portfolio_ids=room-2&q=ott')
  await screen.findByText('Plains')
  await waitFor(() => expect(sent[0]).toMatchObject({ portfolioIds: ['room-2'], search: 'ott' }))
  await user.click(screen.getByRole('button', { name: /Filter by portfolio/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Valley' }))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ portfolioIds: ['room-2', 'room-1'] }))
  screen.getByText('Multiple')
  const query = 'portfolio_ids=room-2&portfolio_ids=room-1'
  expect(screen.getByText('Export').closest('a')?.getAttribute('href')).toBe(
    `/meridian/projects-list-export?${query}`,
  )
  expect(router.state.location.search).toBe(`?q=ott&${query}`)
  await user.keyboard('{Escape}')
  await user.click(screen.getByText('Owned'))
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ isOwned: true }))
})

test('PROJ-14 the display style decides the units and whether COD and NTP show', async () => {
  const { unmount } = openList([project('Otter')])
  await screen.findByText('2,400 kW')
  expect(screen.queryByText('COD')).toBeNull()
  unmount()
  openList([project('Otter')], '', { ...MERIDIAN, displayStyle: 'MW' })
  await screen.findByText('02/29/2024')
  screen.getByText('0.04 MWh')
})

test('PROJ-30 a list that fails to load says so, with a way to try again', async () => {
  openList([], '', MERIDIAN, { ProjectsPage: SERVER_ERROR })
  await screen.findByText(/server error/i)
  await screen.findByRole('button', { name: /again/i })
})

test('PROJ-17 the admin link for adding projects shows with PROJECTS_ADMIN alone', async () => {
  const name = 'Add projects in Admin'
  const { unmount } = openList([project('Otter')])
  await screen.findByText('373 MW')
  expect(screen.queryByRole('link', { name })).toBeNull()
  unmount()
  openList([project('Otter')], '', organisation('Meridian', ['PROJECTS_VIEW', 'PROJECTS_ADMIN']))
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(
    '/tagauks/projects/newproject/',
  )
})
