import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, by, refused, renderAt } from '../../testing/renderAt.tsx'
import { ADMIN, answers, at, prairieSun, READS, THREE, text } from './overview.fixture.tsx'

test('SUBP-01 SUBP-02 SUBP-19 PORT-09 API-084 the overview opens its first page beside its contents, all in one request; previous and next walk', async () => {
  const { router, asked } = renderAt('/portfolios/prairie-sun', answers(THREE))
  await screen.findByText('Words of Summary')
  expect(router.state.location.pathname).toBe(at('summary'))
  await waitFor(() => expect(asked).toEqual(['Viewer', 'PortfolioPage', 'RecordPortfolioVisit']))
  const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
  expect(contents.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    at('summary'),
    at('yields'),
    at('sites'),
  ])
  expect(screen.queryByRole('button', { name: 'Add New Page' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  const paging = () => within(screen.getByRole('navigation', { name: 'Pages' }))
  fireEvent.click(paging().getByRole('link', { name: 'Next Yields' }))
  await screen.findByText('Words of Yields')
  fireEvent.click(paging().getByRole('link', { name: 'Previous Summary' }))
  await screen.findByText('Words of Summary')
})

test('SUBP-04 SUBP-05 SUBP-06 SUBP-07 an overview without pages says so to each as it should', async () => {
  const none = (permissions: readonly (typeof ADMIN)[number][], hasSubpages: boolean): Answers => ({
    ...answers([], permissions),
    PortfolioPage: prairieSun(permissions, { hasSubpages, subpages: [], subpage: null, netYields: [] }),
  })
  for (const [permissions, has, expected] of [
    [READS, false, 'Overview is missing. Click on "Documents" to access the dataroom for Prairie Sun.'],
    [READS, true, 'Please contact your administrator for access to details for Prairie Sun.'],
    [ADMIN, false, 'No subpages available. Please create a subpage.'],
    [ADMIN, true, 'No subpages available. Please create a subpage.'],
  ] as const) {
    const { unmount } = renderAt(at(), none(permissions, has))
    await screen.findByText(expected)
    unmount()
  }
})

test('SUBP-12 PORT-33 the net-yield chart is a table of actual energy, P50 and P90 by year', async () => {
  renderAt(at('yields'), answers([text('Yields', { description: '<NetYieldChart />' })]))
  const table = await screen.findByRole('table', { name: /Net yield/ })
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    'Year2025',
    'Actual energy90',
    'P50100',
    'P9095',
    'Actual against P5010.0%10.0 % below P50',
  ])
})

test('SUBP-10 SUBP-11 an image comes from the page’s own media; one that fails says so', async () => {
  const id = '0195c3a0-0000-7000-8000-000000000001'
  renderAt(at('sites'), answers([text('Sites', { description: `<SubpageMedia id="${id}" />` })]))
  const image = await waitFor(() => {
    const found = document.querySelector('img[src^="/subpage-media"]')
    if (!found) throw new Error('no image')
    return found
  })
  expect(image.getAttribute('src')).toBe(`/subpage-media/${id}/`)
  fireEvent.error(image)
  await screen.findByText('Error loading media')
})

test('a page that was deleted while it was open says so, and leads to another; a portfolio that is gone is not found', async () => {
  let gone = false
  const pages = [...THREE]
  const { router } = renderAt(at('summary'), {
    ...answers([]),
    PortfolioPage: by(({ page }) =>
      gone
        ? refused('NOT_FOUND', 'Portfolio not found.')
        : prairieSun(READS, { subpages: pages, subpage: pages.find(({ slug }) => slug === page) ?? null }),
    ),
  })
  await screen.findByText('Words of Summary')
  pages.splice(1, 1)
  fireEvent.click(screen.getByRole('link', { name: 'Next Yields' }))
  await screen.findByText('This page is not available.')
  fireEvent.click(screen.getByRole('link', { name: 'Open the first page' }))
  await screen.findByText('Words of Summary')
  gone = true
  fireEvent.click(screen.getByRole('link', { name: 'Next Sites' }))
  await screen.findByText(/can’t seem to find the page/)
  expect(router.state.location.pathname).toBe(at('sites'))
})
