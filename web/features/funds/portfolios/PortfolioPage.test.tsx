import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const SEGUE = organisation('Segue Infra', ['DEALROOM_VIEW', 'REPORTS_VIEW'])

const answers = (open: object | null): Answers => ({
  Viewer: viewerOf([SEGUE]),
  PortfolioPage: { data: { portfolioBySlug: open } },
  RecordPortfolioVisit: {
    data: {
      createRecentlyVisitedPortfolio: { __typename: 'CreateRecentlyVisitedPortfolioPayload', success: true },
    },
  },
})

beforeEach(() => setWindowWidth(1440))
afterEach(() => {
  window.localStorage.clear()
})

test('PORT-09 from the bare address the documents open for those who may see them', async () => {
  const { router } = renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun')))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/portfolios/prairie-sun/storage/documents'),
  )
  expect(document.title).toBe('Documents · Prairie Sun · Helioroom')
})

const ANN = { fullName: 'Ann Lee', email: 'ann@meridiansolar.example' }

test.each([
  ['PORT-10', ANN, 'Please contact Ann Lee at ann@meridiansolar.example for access to Prairie Sun.'],
  ['PORT-11', { ...ANN, email: null }, 'Please contact your administrator for access to Prairie Sun.'],
  ['PORT-12', null, 'Please contact your administrator for access to Prairie Sun.'],
])('%s without any tab a warning names whom to ask (%j)', async (_id, dealManager, text) => {
  const given = { permissions: ['REPORTS_VIEW'], documentsTree: null, dealManager } as const
  const { router } = renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  expect((await screen.findByText(text)).closest('[role="status"]')).not.toBeNull()
  expect(router.state.location.pathname).toBe('/portfolios/prairie-sun')
})

test.each([
  ['without DOCUMENTS_VIEW', { permissions: ['OVERVIEW_VIEW'] } as const],
  ['without a documents tree', { documentsTree: null }],
])('PORT-13 PORT-38 %s the documents are not found', async (_case, given) => {
  renderAt('/portfolios/prairie-sun/storage/documents', answers(portfolio('Prairie Sun', given)))
  await screen.findByText('Error 404 to be precise.')
})

const REPORTS_TREE = { __typename: 'DocumentTree', id: 'reports-tree' } as const
const READER = { permissions: ['DOCUMENTS_VIEW', 'REPORTS_VIEW'], reportsTree: REPORTS_TREE } as const

test('PORT-36 the Reports tab stands after Documents and shows the tree of the reports', async () => {
  const { router } = renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', READER)))
  const tabs = within(await screen.findByRole('navigation', { name: 'Prairie Sun' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Documents', 'Reports'])
  await userEvent.click(screen.getByRole('link', { name: 'Reports' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/portfolios/prairie-sun/storage/reports'))
  await waitFor(() => expect(document.title).toBe('Reports · Prairie Sun · Helioroom'))
})

test('PORT-09 PORT-10 the bare address never leads to Q&A, which has its tab', async () => {
  const given = { permissions: ['QUESTIONS_VIEW'], documentsTree: null, enableQAndA: true } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByText('Please contact your administrator for access to Prairie Sun.')
  expect(screen.getByRole('link', { name: 'Q&A' }).getAttribute('href')).toBe(
    '/portfolios/prairie-sun/q-and-a',
  )
})

test('PORT-34 PORT-35 PORT-36 Checklist and Q&A are tabs, and stand under More beside the reports', async () => {
  const open = {
    permissions: ['DOCUMENTS_VIEW', 'REPORTS_VIEW', 'QUESTIONS_VIEW'],
    hasChecklist: true,
    enableQAndA: true,
  } as const
  const linksOf = () =>
    within(screen.getByRole('navigation', { name: 'Prairie Sun' }))
      .getAllByRole('link')
      .map((tab) => tab.textContent)
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', open)))
  await screen.findByRole('link', { name: 'Q&A' })
  expect(linksOf()).toEqual(['Documents', 'Checklist', 'Q&A'])
  cleanup()
  renderAt(
    '/portfolios/prairie-sun',
    answers(portfolio('Prairie Sun', { ...open, reportsTree: REPORTS_TREE })),
  )
  const more = await screen.findByRole('button', { name: 'More' })
  expect(linksOf()).toEqual(['Documents', 'Reports'])
  await userEvent.click(more)
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map((entry) => entry.textContent)).toEqual(['Checklist', 'Q&A'])
})

test.each([
  ['without REPORTS_VIEW', { permissions: ['DOCUMENTS_VIEW'] } as const],
  ['without a reports tree', { reportsTree: null }],
  ['with reports switched off', { enableReports: false }],
])('PORT-13 PORT-47 %s the reports are not found', async (_case, given) => {
  renderAt(
    '/portfolios/prairie-sun/storage/reports',
    answers(portfolio('Prairie Sun', { ...READER, ...given })),
  )
  await screen.findByText('Error 404 to be precise.')
})

test('PORT-09 PORT-10 the bare address never leads to the reports, which have their tab', async () => {
  const given = { ...READER, permissions: ['REPORTS_VIEW'], documentsTree: null } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByText('Please contact your administrator for access to Prairie Sun.')
  expect(screen.getByRole('link', { name: 'Reports' }).getAttribute('href')).toBe(
    '/portfolios/prairie-sun/storage/reports',
  )
})

test.each(['projects', 'storage', 'storage/documents/1/2', 'nonsense'])(
  'PORT-13 the sub-route %s, which does not exist, is not found',
  async (path) => {
    renderAt(`/portfolios/prairie-sun/${path}`, answers(portfolio('Prairie Sun')))
    await screen.findByText('Error 404 to be precise.')
  },
)

test.each([
  ['refused', refused('NOT_FOUND', 'Portfolio not found.')],
  ['null', { data: { portfolioBySlug: null } }],
])('SHELL-20 an unknown portfolio (%s) is not found', async (_case, PortfolioPage) => {
  renderAt('/portfolios/no-such', { ...answers(null), PortfolioPage })
  await screen.findByText('Error 404 to be precise.')
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
})

test('PORT-14 PORT-26 PORT-27 PORT-28 the header has the name, status in the organisation’s words, size and build status', async () => {
  const given = { status: 'ACQUIRED', org: SEGUE, systemSize: 187_000 } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByText('Revenue YTD')
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  const figures = screen.getAllByRole('definition').map((figure) => figure.textContent)
  // After them stand the three of PORT-29.
  expect(terms.slice(0, -3)).toEqual([
    'Status',
    'System size',
    'Projects',
    'Remaining PPA term',
    'Build status',
  ])
  expect(figures.slice(0, 5)).toEqual(['Closed', '187 MW', '14', '14.6 years', 'Mid stage'])
})

test('PORT-24 PORT-25 in Market status the owner stands first and the size is the total', async () => {
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', { status: 'MARKET' })))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  expect(terms).toEqual(['Owner', 'Workflow status', 'Build status', 'Projects', 'Total size'])
  expect(screen.getAllByRole('definition')[0]?.textContent).toBe('Meridian')
})

test('PORT-15 the figures can be hidden, which is remembered', async () => {
  const { unmount } = renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun')))
  await userEvent.click(await screen.findByRole('button', { name: 'Hide figures' }))
  expect(screen.queryByText('System size')).toBeNull()
  unmount()
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun')))
  await userEvent.click(await screen.findByRole('button', { name: 'Show figures' }))
  expect(screen.getByText('System size')).toBeDefined()
})

test('PORT-15 a header that is switched off has neither figures nor the toggle', async () => {
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', { headerEnabled: false })))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  expect(screen.queryByText('System size')).toBeNull()
  expect(screen.queryByRole('button', { name: /figures/ })).toBeNull()
})

test('the tabs are those that may be opened', async () => {
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun')))
  const tabs = within(await screen.findByRole('navigation', { name: 'Prairie Sun' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
    ['Documents', 'page'],
  ])
})

test('PORT-01 opening a portfolio records the visit', async () => {
  const visited = vi.fn()
  renderAt('/portfolios/prairie-sun', {
    ...answers(portfolio('Prairie Sun')),
    RecordPortfolioVisit: by((variables) => {
      visited(variables)
      return {
        data: {
          createRecentlyVisitedPortfolio: {
            __typename: 'CreateRecentlyVisitedPortfolioPayload',
            success: true,
          },
        },
      }
    }),
  })
  await waitFor(() =>
    expect(visited).toHaveBeenCalledExactlyOnceWith({ portfolioId: 'portfolio-Prairie Sun' }),
  )
})

test('ERR-09 a portfolio that fails to load can be tried again', async () => {
  let isDown = true
  renderAt('/portfolios/prairie-sun', {
    ...answers(null),
    PortfolioPage: by(() =>
      isDown
        ? refused('INTERNAL', 'A server error has occurred')
        : { data: { portfolioBySlug: portfolio('Prairie Sun') } },
    ),
  })
  await screen.findByText('A server error has occurred')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
})

test('PORT-23 a developer’s tiles are developer, projects, MW ac PV and MW ESS', async () => {
  const org = { ...organisation('Meridian', ['DEALROOM_VIEW']), kind: 'DEVELOPER' }
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', { org })))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  const texts = (role: string) => screen.getAllByRole(role).map((each) => each.textContent)
  expect(texts('term')).toEqual(['Developer', 'Projects', 'MW ac PV', 'MW ESS'])
  expect(texts('definition')).toEqual(['Meridian', '14', '30.0', '12.5'])
})

const tiles = async (given: Parameters<typeof portfolio>[1]) => {
  const { unmount } = renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  if (given?.status === 'ACQUIRED') await screen.findByText('Revenue YTD')
  const terms = screen.getAllByRole('term')
  const shown = {
    labels: terms.map(({ textContent }) => textContent),
    values: terms.map((term) =>
      within(term.parentElement ?? term)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent)
        .join('; '),
    ),
  }
  unmount()
  return shown
}

test('PORT-29 PORT-32 every acquired portfolio has Revenue, Expenses and Production, whatever its organisation and whether they are entered', async () => {
  const yearToDate = ['Revenue YTD', 'Expenses YTD', 'Production YTD']
  const status = 'ACQUIRED'
  const org = { ...organisation('Meridian', ['DEALROOM_VIEW']), kind: 'DEVELOPER' }
  const stats = {
    __typename: 'OperatingStats',
    startDate: '2026-01-01',
    actualRevenue: 2_200_000,
    forecastRevenue: 2_000_000,
    actualExpenses: 400_000,
    forecastExpenses: 500_000,
    actualProduction: 90_000_000,
    forecastProduction: 0,
  }
  for (const given of [{ status }, { status, operatingStats: stats }] as const) {
    expect((await tiles(given)).labels.slice(-3)).toEqual(yearToDate)
    expect((await tiles({ ...given, org })).labels).toEqual([
      'Developer',
      'Projects',
      'MW ac PV',
      'MW ESS',
      ...yearToDate,
    ])
  }
  expect((await tiles({ status })).values.slice(-3)).toEqual(Array(3).fill('–; Forecast n/a'))
  const [revenue, expenses, production] = (await tiles({ status, operatingStats: stats })).values.slice(-3)
  expect(revenue).toContain('10.0%')
  expect(expenses).toContain('20.0%')
  expect(production).toBe('90,000 MWh; Forecast n/a')
  for (const other of ['DILIGENCE', 'MARKET', 'SOLD'] as const) {
    expect((await tiles({ status: other, operatingStats: stats })).labels).not.toContain('Revenue YTD')
  }
})

test('DRM-09 a size that was entered says so, beside what the projects have together', async () => {
  const { values } = await tiles({ systemSize: 269_000, dynamicSystemSize: 249_000 })
  expect(values[1]).toBe('269 MW; Entered; its projects have 249 MW')
  expect((await tiles({ systemSize: 249_000 })).values[1]).toBe('249 MW')
})

test('PORT-04 PORT-39 the Projects tab needs PROJECTS_VIEW and the projects flag', async () => {
  for (const [enableProjects, permissions, expected] of [
    [true, ['PROJECTS_VIEW', 'DOCUMENTS_VIEW'], ['Projects', 'Documents']],
    [false, ['PROJECTS_VIEW', 'DOCUMENTS_VIEW'], ['Documents']],
    [true, ['DOCUMENTS_VIEW'], ['Documents']],
  ] as const) {
    const given = { enableProjects, permissions }
    const { unmount } = renderAt(
      '/portfolios/prairie-sun/deal-teams',
      answers(portfolio('Prairie Sun', { ...given, permissions: [...permissions, 'USERS_ADMIN'] })),
    )
    const tabs = await screen.findByRole('navigation', { name: 'Prairie Sun' })
    expect(
      within(tabs)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(expected)
    unmount()
  }
})

test('BO-19 BO-36 PORT-16 PORT-17 PORT-18 PORT-19 PORT-22 the Admin menu has the back office for super users who are organisation admins', async () => {
  const entries = async () =>
    (await screen.findAllByRole('menuitem')).map((entry) => [entry.textContent, entry.getAttribute('href')])
  const admin = (permissions: readonly Permission[], isSuperUser: boolean): Answers => ({
    ...answers(portfolio('Prairie Sun', { permissions: ['DOCUMENTS_VIEW', ...permissions] })),
    Viewer: viewerOf([SEGUE], { isSuperUser }),
  })
  renderAt('/portfolios/prairie-sun', admin(['DEALROOM_ADMIN', 'ORG_ADMIN'], true))
  await userEvent.click(await screen.findByRole('button', { name: 'Admin' }))
  const kept = '/tagauks/portfolios/portfolio/portfolio-Prairie Sun'
  expect(await entries()).toEqual(
    expect.arrayContaining([
      ['Settings', null],
      ['Edit content', `${kept}/change`],
      ['Import projects', `${kept}/import`],
    ]),
  )
  cleanup()
  renderAt('/portfolios/prairie-sun', admin(['DEALROOM_ADMIN', 'ORG_ADMIN'], false))
  await userEvent.click(await screen.findByRole('button', { name: 'Admin' }))
  expect((await entries()).map(([label]) => label)).toEqual([
    'Settings',
    'Analytics',
    'Check readiness',
    'Certificates',
  ])
  cleanup()
  renderAt('/portfolios/prairie-sun', admin([], true))
  await screen.findByRole('link', { name: 'Documents' })
  expect(screen.queryByRole('button', { name: 'Admin' })).toBeNull()
})

test('PORT-05 PORT-41 the checklist needs the global feature and the portfolio’s own', async () => {
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', { hasChecklist: false })))
  await screen.findByRole('link', { name: 'Documents' })
  expect(screen.queryByRole('link', { name: 'Checklist' })).toBeNull()
  cleanup()
  renderAt('/portfolios/prairie-sun/checklist', answers(portfolio('Prairie Sun', { hasChecklist: false })))
  await screen.findByText('Error 404 to be precise.')
})

test('PORT-03 PORT-04 PORT-05 PORT-06 PORT-07 PORT-08 PORT-13 PORT-37 PORT-47 each sub-route is there for who holds its right, and no page without', async () => {
  const room = {
    documentsTree: { __typename: 'DocumentTree', id: 'tree' } as const,
    reportsTree: { __typename: 'DocumentTree', id: 'reports' } as const,
    enableProjects: true,
    enableQAndA: true,
    hasChecklist: true,
  }
  const routes: readonly [string, object, object][] = [
    ['overview', { permissions: ['OVERVIEW_VIEW'] }, { permissions: ['DOCUMENTS_VIEW'] }],
    ['storage/documents', { permissions: ['DOCUMENTS_VIEW'] }, { permissions: ['OVERVIEW_VIEW'] }],
    [
      'storage/reports',
      { permissions: ['REPORTS_VIEW'] },
      { permissions: ['REPORTS_VIEW'], reportsTree: null },
    ],
    [
      'projects',
      { permissions: ['PROJECTS_VIEW'] },
      { permissions: ['PROJECTS_VIEW'], enableProjects: false },
    ],
    ['checklist', { permissions: ['DOCUMENTS_VIEW'] }, { hasChecklist: false }],
    ['q-and-a', { permissions: ['QUESTIONS_VIEW'] }, { permissions: ['QUESTIONS_VIEW'], enableQAndA: false }],
    ['deal-teams', { permissions: ['USERS_ADMIN'] }, { permissions: ['DEALROOM_ADMIN'] }],
    ['documents-analytics', { permissions: ['DOCUMENTS_ADMIN'] }, { permissions: ['USERS_ADMIN'] }],
  ]
  for (const [path, open, closed] of routes) {
    renderAt(`/portfolios/prairie-sun/${path}`, answers(portfolio('Prairie Sun', { ...room, ...open })))
    await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
    expect(screen.queryByText('Error 404 to be precise.')).toBeNull()
    cleanup()
    renderAt(`/portfolios/prairie-sun/${path}`, answers(portfolio('Prairie Sun', { ...room, ...closed })))
    await screen.findByText('Error 404 to be precise.')
    cleanup()
  }
})

test.each([
  ['to another tab', ['deal-teams']],
  ['back to the overview', ['deal-teams', 'overview']],
])(
  'PORT-13 a portfolio that was closed while it was open is no page any more on the way %s',
  async (_way, tabs) => {
    let gone = false
    const { router } = renderAt('/portfolios/prairie-sun/overview', {
      ...answers(null),
      PortfolioPage: by(() =>
        gone
          ? refused('NOT_FOUND', 'Portfolio not found.')
          : {
              data: {
                portfolioBySlug: portfolio('Prairie Sun', { permissions: ['OVERVIEW_VIEW', 'USERS_ADMIN'] }),
              },
            },
      ),
    })
    await screen.findByText(/Overview is missing/)
    for (const [at, tab] of tabs.entries()) {
      gone = at === tabs.length - 1
      await router.navigate(`/portfolios/prairie-sun/${tab}`)
      if (!gone) await screen.findByText('A server error has occurred')
    }
    await screen.findByText('Error 404 to be precise.')
  },
)

test('a frozen room says since when, to everybody and on each of its tabs', async () => {
  const given = { permissions: ['DOCUMENTS_VIEW'], frozenSince: '2026-07-04T12:00:00.000Z' } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByText('This room is frozen since 07/04/2026.')
})

test('a room in preparation says on each of its tabs that it opens later, and its phase to its admins', async () => {
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
