import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { by, refused, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'
import { TREE } from '../testing/room.ts'
import {
  ADDRESS,
  companies,
  company,
  DOCUMENTS,
  names,
  open,
  search,
  searches,
  TABLES,
  table,
  USERS,
} from './analytics.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

test('ANA-04 on a phone each row says its figures below its name, without a way sideways', async () => {
  setWindowWidth(390)
  open()
  const row = (await screen.findByText('Company 60')).closest('[data-row]')
  expect(row?.textContent).toBe('Company 60Downloads: 60·Users: 1·Sessions: 2·Views: 0')
  await screen.findByText('Helen Achterberg')
})

test('ANA-04 ANA-05 on a phone a menu sorts by each column, and the same one again the other way', async () => {
  setWindowWidth(390)
  const { companyQueries, user } = open()
  const [button] = await screen.findAllByRole('button', { name: 'Sorted by Downloads' })
  if (!button) throw new Error('There is no way to sort.')
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Users' }))
  await waitFor(() => expect(companyQueries.at(-1)?.ordering).toBe('users'))
  await user.click(await screen.findByRole('button', { name: 'Sorted by Users' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Users' }))
  await waitFor(() => expect(companyQueries.at(-1)?.ordering).toBe('-users'))
})

test('ANA-01 ANA-02 ANA-03 API-107 title, export in a new tab, and three tables', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'Analytics' })).toBeTruthy()
  for (const name of TABLES) expect(await table(name)).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Export' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    `/documents/${TREE}/access-log`,
    '_blank',
  ])
  await waitFor(() => expect(document.title).toBe('Analytics · Prairie Sun · Helioroom'))
})

test('groups and people stand with the parts of their reading, and who opened pages very quickly', async () => {
  open()
  const groups = await table('Reading by group')
  await waitFor(() => expect(groups.textContent).toContain('Bidders'))
  for (const part of ['2 of 4', '10 of 40', '25 %', '120', '2 h 5 min', '3', '1', '5']) {
    expect(within(groups).getAllByText(part).length).toBeGreaterThan(0)
  }
  const people = await table('Reading by user')
  await waitFor(() => expect(people.textContent).toContain('Ines Ortega'))
  expect(people.textContent).toContain('40 s')
  const alerts = await table('Opened very quickly')
  expect(alerts.textContent).toContain('Quick Reader')
  expect(screen.getByRole('link', { name: 'Export reading times' }).getAttribute('href')).toBe(
    `/documents/${TREE}/reading`,
  )
})

test('how a file was read is shown by reader and by page', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Reading times of PPA.pdf' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reading times' }))
  expect((await dialog.findByRole('grid', { name: 'Readers' })).textContent).toContain('Advisers, Bidders')
  expect((await dialog.findByRole('grid', { name: 'Pages' })).textContent).toContain('1 min')
})

test('ANA-02 without the access log there is no export', async () => {
  open({ accessLogUrl: null })
  await waitFor(async () => expect(await names()).toHaveLength(2))
  expect(screen.queryByRole('link', { name: 'Export' })).toBeNull()
})

test('ANA-11 ANA-13 each table names its rows; a deleted document has no name and no link', async () => {
  open()
  await waitFor(async () =>
    expect(await names('Documents')).toEqual([
      'PPA.pdfReadingVersion 2: 1 download · Version 1: 2 downloads, 3 views',
      '-- (Deleted)',
      'Lease.pdfReadingVersion 4',
    ]),
  )
  expect(
    within(await table('Documents'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['d1', 'd3'].map((id) => `/portfolios/prairie-sun/storage/documents/${id}`))
  const headers = async (name: string) =>
    within(await table(name))
      .getAllByRole('columnheader')
      .map((header) => header.textContent)
  expect(await headers('Companies')).toEqual(['Company', 'Users', 'Sessions', 'Downloads', 'Views'])
  expect(await headers('Users')).toEqual(['User', 'Company', 'Sessions', 'Downloads', 'Views'])
  expect(await headers('Documents')).toEqual(['Document', 'Downloads', 'Views'])
})

test('DOC-45 a document names the versions that were viewed or downloaded, and how often each', async () => {
  open()
  const rows = within(await table('Documents'))
  await rows.findByText('Version 2: 1 download · Version 1: 2 downloads, 3 views')
  rows.getByText('Version 4')
})

test('ANA-10 ANA-18 a bar is the floored percentage of the greatest, at least 1 above 0, and a full one stands out', async () => {
  // Of 200 sessions 58 are 29 percent, which 58 / 200 * 100 falls short of.
  const second = { ...company(59), sessionCount: 58 }
  open({ answers: { TreeCompanyAnalytics: companies([company(60), second, company(0)]) } })
  await waitFor(async () => expect(await names()).toHaveLength(3))
  const bars = [...(await table('Companies')).querySelectorAll<HTMLElement>('[data-bar]')]
  const widths = bars.map((bar) => bar.style.width)
  // Users, sessions, downloads and views of three companies.
  expect(widths).toEqual(['100%', '1%', '100%', '0%', '100%', '29%', '98%', '0%', '100%', '1%', '0%', '0%'])
  expect(bars.filter((bar) => bar.dataset.full !== undefined).map((bar) => bar.style.width)).toEqual(
    widths.filter((width) => width === '100%'),
  )
})

test('ANA-04 ANA-05 downloads first, a click on the same header flips, on another sorts by it ascending', async () => {
  const page = open()
  await waitFor(() => expect(page.companyQueries).toHaveLength(1))
  expect(page.companyQueries[0]).toMatchObject({ treeId: TREE, limit: 25, offset: 0, ordering: '-downloads' })
  const header = async (name: string) => within(await table('Companies')).getByRole('button', { name })
  const sorted = async (name: string) =>
    within(await table('Companies'))
      .getByRole('columnheader', { name })
      .getAttribute('aria-sort')
  expect(await sorted('Downloads')).toBe('descending')
  await page.user.click(await header('Downloads'))
  await waitFor(() => expect(page.companyQueries.at(-1)?.ordering).toBe('downloads'))
  await page.user.click(await header('Company'))
  await waitFor(() => expect(page.companyQueries.at(-1)?.ordering).toBe('company'))
  expect(await sorted('Company')).toBe('ascending')
  await page.user.click(await header('Company'))
  await waitFor(() => expect(page.companyQueries.at(-1)?.ordering).toBe('-company'))
})

test('ANA-04 while an order that was not read yet is on its way the rows stay, and nothing blanks', async () => {
  let send: (answer: ReturnType<typeof companies>) => void = () => {}
  const page = open({
    answers: {
      TreeCompanyAnalytics: by(({ ordering }) =>
        ordering === '-downloads'
          ? companies([company(60), company(30)])
          : new Promise((resolve) => {
              send = resolve
            }),
      ),
    },
  })
  await waitFor(async () => expect(await names()).toEqual(['Company 60', 'Company 30']))
  await page.user.click(within(await table('Companies')).getByRole('button', { name: 'Downloads' }))
  await waitFor(() => expect(page.companyQueries.at(-1)?.ordering).toBe('downloads'))
  expect(await names()).toEqual(['Company 60', 'Company 30'])
  expect((await table('Companies')).querySelectorAll('[aria-busy="true"][data-row]')).toHaveLength(0)
  send(companies([company(30), company(60)]))
  await waitFor(async () => expect(await names()).toEqual(['Company 30', 'Company 60']))
})

test('ANA-06 ANA-07 ANA-14 ANA-15 load more appends the next 25 rows, and what was loaded stays with its order', async () => {
  const all = Array.from({ length: 60 }, (_, at) => company(60 - at))
  const page = open({
    answers: {
      TreeCompanyAnalytics: by(({ ordering, offset, limit }) => {
        const rows = ordering === '-downloads' ? all : all.toReversed()
        return companies(rows.slice(Number(offset), Number(offset) + Number(limit)), 60)
      }),
    },
  })
  const more = () => screen.findByRole('button', { name: 'Load more companies' })
  await page.user.click(await more())
  await waitFor(async () => expect(await names()).toHaveLength(50))
  expect(page.companyQueries.at(-1)).toMatchObject({ offset: 25, limit: 25 })
  await page.user.click(await more())
  await waitFor(async () => expect(await names()).toHaveLength(60))
  expect(page.companyQueries.at(-1)).toMatchObject({ offset: 50 })
  expect(screen.queryByRole('button', { name: 'Load more companies' })).toBeNull()
  expect((await names()).at(-1)).toBe('Company 1')

  const header = within(await table('Companies')).getByRole('button', { name: 'Downloads' })
  await page.user.click(header)
  await waitFor(async () => expect((await names())[0]).toBe('Company 1'))
  expect(await names()).toHaveLength(25)
  await page.user.click(header)
  await waitFor(async () => expect(await names()).toHaveLength(60))
})

test('use is counted since a number of days, and users and documents of a company or a person alone', async () => {
  const asked: Record<string, unknown>[] = []
  const page = open({
    answers: {
      TreeUserAnalytics: by((variables) => {
        asked.push({ of: 'users', ...variables })
        return USERS
      }),
      TreeDocumentAnalytics: by((variables) => {
        asked.push({ of: 'documents', ...variables })
        return DOCUMENTS
      }),
    },
  })
  const last = (of: string) => asked.findLast((one) => one.of === of)
  await page.user.click(await screen.findByRole('button', { name: 'Time: All time' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Last 7 days' }))
  const days = (variables: Record<string, unknown> | undefined) =>
    Math.round((Date.now() - new Date(String(variables?.since)).getTime()) / 86_400_000)
  await waitFor(() => expect(days(page.companyQueries.at(-1))).toBe(7))
  await waitFor(() => expect(days(last('documents'))).toBe(7))
  await page.user.click(
    await screen.findByRole('button', { name: 'Company 30: show its users and documents alone' }),
  )
  await waitFor(() => expect(last('users')).toMatchObject({ companyId: 'c30' }))
  await waitFor(() => expect(last('documents')).toMatchObject({ companyId: 'c30' }))
  expect(page.companyQueries.at(-1)).not.toHaveProperty('companyId')
  await page.user.click(
    await screen.findByRole('button', { name: 'Helen Achterberg: show their documents alone' }),
  )
  await waitFor(() => expect(last('documents')).toMatchObject({ companyId: 'c30', userId: 'u1' }))
  await page.user.click(screen.getByRole('button', { name: 'Only Company 30: show all again' }))
  await waitFor(() => expect(last('documents')).not.toHaveProperty('companyId'))
})

test('ANA-08 ERR-10 ERR-13 an empty table says so, and one that fails keeps the others', async () => {
  let fails = true
  const page = open({
    answers: {
      TreeCompanyAnalytics: companies([]),
      TreeDocumentAnalytics: by(() => (fails ? SERVER_ERROR : DOCUMENTS)),
    },
  })
  expect(await screen.findByText('No data found.')).toBeTruthy()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('An error occured while loading the data. Please check again later.')
  expect(await names('Users')).toEqual(['Helen Achterberg'])
  fails = false
  await page.user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await names('Documents')).toHaveLength(3))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ANA-08 what fails to load further keeps the rows that are there', async () => {
  let fails = true
  const page = open({
    answers: {
      TreeCompanyAnalytics: by(({ offset }) =>
        Number(offset) > 0 && fails ? SERVER_ERROR : companies([company(Number(offset) + 1)], 2),
      ),
    },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Load more companies' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('An error occured while loading the data. Please check again later.')
  expect(await names()).toEqual(['Company 1'])
  fails = false
  await page.user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await names()).toHaveLength(2))
})

test('ANA-09 five skeleton rows while loading, in tables of at most 400 px', async () => {
  open({ answers: { TreeCompanyAnalytics: by(() => new Promise(() => {})) } })
  const grid = await table('Companies')
  await waitFor(() => expect(grid.querySelectorAll('[aria-busy="true"][data-row]')).toHaveLength(5))
  expect((grid.parentElement as HTMLElement).style.maxHeight).toBe('400px')
})

test('ANA-02 a deal-room admin who may not look into the documents has tables and no export', async () => {
  open({
    permissions: ['DEALROOM_VIEW', 'DEALROOM_ADMIN'],
    answers: {
      AnalyticsTree: refused('FORBIDDEN', 'Not authorized.'),
      TreeCompanyAnalytics: companies([]),
    },
  })
  expect(await screen.findByText('No data found.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Export' })).toBeNull()
})

test('PORT-08 PORT-21 ANA-16 the Admin menu leads deal-room and documents admins there', async () => {
  for (const permission of ['DEALROOM_ADMIN', 'DOCUMENTS_ADMIN'] as const) {
    const page = open({
      address: '/portfolios/prairie-sun/storage/documents',
      permissions: ['DEALROOM_VIEW', 'DOCUMENTS_VIEW', permission],
    })
    await page.user.click(await screen.findByRole('button', { name: 'Admin' }))
    await page.user.click(screen.getByRole('menuitem', { name: 'Analytics' }))
    expect(await screen.findByRole('heading', { name: 'Analytics' })).toBeTruthy()
    expect(page.router.state.location.pathname).toBe(ADDRESS)
    page.unmount()
  }
})

test('PORT-08 PORT-13 PORT-22 anybody else has neither the menu nor the page', async () => {
  const page = open({ permissions: ['DEALROOM_VIEW', 'DOCUMENTS_VIEW', 'USERS_ADMIN'] })
  expect(await screen.findByText('Error 404 to be precise.')).toBeTruthy()
  expect(page.asked).not.toContain('TreeCompanyAnalytics')
  page.unmount()
  open({
    address: '/portfolios/prairie-sun/storage/documents',
    permissions: ['DEALROOM_VIEW', 'DOCUMENTS_VIEW'],
  })
  await screen.findByRole('grid', { name: 'Documents' })
  expect(screen.queryByRole('button', { name: 'Admin' })).toBeNull()
})

test('FIND-16 searches that found nothing stand by their words and number of people, more of them when asked for', async () => {
  const all = Array.from({ length: 30 }, (_, at) => search(`unobtainium ${at}`, 40 - at))
  const asked: unknown[] = []
  const { user } = open({
    answers: {
      EmptySearches: by(({ limit }) => {
        asked.push(limit)
        return searches(all.slice(0, Number(limit)), all.length)
      }),
    },
  })
  await waitFor(async () => expect(await names('Searches')).toHaveLength(25))
  const row = screen.getByText('unobtainium 0').closest('[data-row]')
  expect(row?.textContent).toMatch(/^unobtainium 040/)
  await user.click(screen.getByRole('button', { name: 'Load more searches' }))
  await waitFor(async () => expect(await names('Searches')).toHaveLength(30))
  expect(screen.queryByRole('button', { name: 'Load more searches' })).toBeNull()
  expect(asked).toEqual([25, 50])
})

test('on a phone a search says its people below its words', async () => {
  setWindowWidth(390)
  open({ answers: { EmptySearches: searches([search('merchant tail', 2)]) } })
  const row = (await screen.findByText('merchant tail')).closest('[data-row]')
  expect(row?.textContent).toMatch(/^merchant tail2 people·/)
})
