import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, refused, renderAt } from '../../../testing/renderAt.tsx'
import { answers, SEGUE } from './PortfolioPage.fixture.ts'

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
