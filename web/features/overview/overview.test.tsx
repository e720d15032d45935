import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { organisation, portfolio, viewerOf } from '../../testing/fixtures.ts'
import { type Answers, by, refused, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'
import { pickerWords } from './SettingsDialog.tsx'

const ORG = organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])
const READS = ['OVERVIEW_VIEW', 'DOCUMENTS_VIEW'] as const
const ADMIN = [...READS, 'DEALROOM_ADMIN'] as const

const text = (title: string, given: object = {}) => ({
  __typename: 'Subpage',
  id: `page-${title}`,
  slug: title.toLowerCase(),
  title,
  description: `Words of ${title}`,
  restricted: false,
  modifiedAt: null,
  revision: 1,
  roles: [],
  groups: [],
  ...given,
})

type Page = ReturnType<typeof text>
const YIELD = { __typename: 'NetYield', id: 'y', year: 2025, actualEnergy: 90_000, p50: 100_000, p90: 95_000 }

const answers = (
  pages: readonly Page[],
  permissions: readonly (typeof ADMIN)[number][] = READS,
  more: Answers = {},
): Answers => ({
  Viewer: viewerOf([ORG]),
  PortfolioPage: { data: { portfolioBySlug: portfolio('Prairie Sun', { permissions, org: ORG }) } },
  RecordPortfolioVisit: {
    data: {
      createRecentlyVisitedPortfolio: { __typename: 'CreateRecentlyVisitedPortfolioPayload', success: true },
    },
  },
  PortfolioOverview: by(({ slug }) => ({
    data: {
      portfolio: {
        __typename: 'Portfolio',
        id: 'portfolio-Prairie Sun',
        hasSubpages: pages.length > 0,
        subpagePermissions: 'GROUP',
        subpages: pages,
        subpage: pages.find((page) => page.slug === slug) ?? null,
        netYields: [YIELD],
      },
    },
  })),
  ...more,
})
const at = (slug = '') => `/portfolios/prairie-sun/overview${slug && `/${slug}`}`
const THREE = [text('Summary'), text('Yields'), text('Sites')]

test('SUBP-01 SUBP-02 SUBP-19 PORT-09 PORT-37 the overview opens its first page beside its contents; previous and next walk', async () => {
  const { router } = renderAt('/portfolios/prairie-sun', answers(THREE))
  await screen.findByText('Words of Summary')
  expect(router.state.location.pathname).toBe(at('summary'))
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
    PortfolioOverview: {
      data: {
        portfolio: {
          __typename: 'Portfolio',
          id: 'portfolio-Prairie Sun',
          hasSubpages,
          subpagePermissions: 'GROUP',
          subpages: [],
          subpage: null,
          netYields: [],
        },
      },
    },
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

test('SUBP-03 SUBP-08 SUBP-15 SUBP-16 SUBP-17 SUBP-18 a page is edited in its place; Cancel saves nothing, Save the new text', async () => {
  setWindowWidth(1440)
  const saved = vi.fn()
  let page = text('Summary')
  renderAt(at('summary'), {
    ...answers([], ADMIN),
    PortfolioOverview: by(() => ({
      data: {
        portfolio: {
          __typename: 'Portfolio',
          id: 'portfolio-Prairie Sun',
          hasSubpages: true,
          subpagePermissions: 'GROUP',
          subpages: [page, text('Yields')],
          subpage: page,
          netYields: [],
        },
      },
    })),
    SaveSubpageText: by((variables) => {
      saved(variables)
      page = { ...page, description: String(variables.description), revision: 2 }
      return { data: { updateSubpage: { __typename: 'UpdateSubpagePayload', subpage: page } } }
    }),
  })
  await screen.findByText('No edits yet')
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const area = await screen.findByRole('textbox', { name: 'Markdown of Summary' })
  expect(screen.getByRole('toolbar', { name: 'Formatting' })).toBeDefined()
  for (const name of [
    'Undo',
    'Heading 1',
    'Heading 2',
    'Rule',
    'Bold',
    'Italic',
    'Underline',
    'Strikethrough',
    'Link',
  ]) {
    expect(screen.getByRole('button', { name })).toBeDefined()
  }
  // SUBP-17
  expect(screen.getByRole('navigation', { name: 'Contents' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(area, { target: { value: 'Draft' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Words of Summary')
  expect(saved).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Markdown of Summary' }), {
    target: { value: 'New **words**' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(saved).toHaveBeenCalledWith({
    id: 'page-Summary',
    subjectType: 'PORTFOLIO',
    description: 'New **words**',
    revision: 1,
  })
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  expect(screen.getByText('words').tagName).toBe('STRONG')
})

test('SUBP-24 ERR-04 ERR-14 a save that fails is logged only, and the text stays; a newer text is shown beside one’s own', async () => {
  setWindowWidth(1440)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const sent: unknown[] = []
  const refusals = [
    refused('INTERNAL', 'A server error has occurred'),
    {
      data: null,
      errors: [
        {
          message: 'Someone else has just changed this page.',
          extensions: { code: 'CONFLICT', newer: { title: 'Summary', description: 'Theirs', revision: 7 } },
        },
      ],
    },
  ]
  renderAt(at('summary'), {
    ...answers([text('Summary')], ADMIN),
    SaveSubpageText: by((variables) => {
      sent.push(variables.revision)
      return refusals.shift() ?? refused('INTERNAL', 'A server error has occurred')
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Markdown of Summary' })
  fireEvent.change(area, { target: { value: 'Mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect(area.value).toBe('Mine')
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await waitFor(() => expect(save().disabled).toBe(false))
  fireEvent.click(save())
  await screen.findByText('Theirs')
  expect(area.value).toBe('Mine')
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  fireEvent.click(save())
  await waitFor(() => expect(sent).toEqual([1, 1, 7]))
  logged.mockRestore()
})

test('SUBP-22 SUBP-23 a page is deleted after a question; a refusal stands in the dialog; the next page opens', async () => {
  const left = [...THREE]
  let refuse = true
  const { router } = renderAt(at('yields'), {
    ...answers(left, ADMIN),
    DeleteSubpage: by(() => {
      if (refuse) return refused('FORBIDDEN', 'Not authorized.')
      left.splice(1, 1)
      return { data: { deleteSubpage: { __typename: 'DeleteSubpagePayload', success: true } } }
    }),
  })
  await screen.findByText('Words of Yields')
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Yields' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete page' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete page' }))
  await dialog.findByText('Not authorized.')
  refuse = false
  fireEvent.click(dialog.getByRole('button', { name: 'Delete page' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(at('sites')))
  await screen.findByText('Words of Sites')
})

test('SUBP-27 the picker says Internal, All, the name of one, or Multiple', () => {
  const some = (...labels: string[]) => labels.map((label) => ({ label }))
  expect(pickerWords([], 3)).toBe('Internal')
  expect(pickerWords(some('A', 'B', 'C'), 3)).toBe('All')
  expect(pickerWords(some('A'), 3)).toBe('A')
  expect(pickerWords(some('A', 'B'), 3)).toBe('Multiple')
})

const milestone = (title: string, order: number, status = 'ACTIVE') => ({
  __typename: 'Milestone',
  id: `step-${title}`,
  dueDate: '31 Dec 2026',
  title,
  body: `About **${title}**`,
  order,
  status,
  revision: 1,
})

const timeline = (canEdit: boolean, titles: readonly string[]) => ({
  data: {
    timeline: {
      __typename: 'Timeline',
      id: 'line',
      name: 'Timeline',
      canEdit,
      milestones: titles.map((title, order) => milestone(title, order, order === 0 ? 'COMPLETE' : 'ACTIVE')),
    },
  },
})

test('TIME-01 TIME-03 TIME-04 TIME-07 TIME-10 TIME-12 milestones show in order; who may edit them has their controls', async () => {
  const page = text('Works', { description: '<Timeline id="line" />' })
  const { unmount } = renderAt(at('works'), {
    ...answers([page]),
    OverviewTimeline: timeline(false, ['Repowering', 'Conversion']),
  })
  await screen.findByText('Repowering', { selector: 'div > strong' })
  expect(screen.getByText('Complete')).toBeDefined()
  expect(screen.getByText('In progress')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Edit|Delete|Move/ })).toBeNull()
  unmount()
  renderAt(at('works'), {
    ...answers([page], ADMIN),
    OverviewTimeline: timeline(true, ['Repowering', 'Conversion']),
  })
  await screen.findByRole('button', { name: 'Move Repowering down' })
  expect(screen.queryByRole('button', { name: 'Move Repowering up' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Move Conversion up' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Move Conversion down' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Conversion' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete milestone' }))
  expect(await screen.findByRole('dialog', { name: 'Delete milestone' })).toBeDefined()
})

test('TIME-05 TIME-10 a milestone is edited in its place, and Cancel goes back; the only one can’t be deleted', async () => {
  renderAt(at('works'), {
    ...answers([text('Works', { description: '<Timeline id="line" />' })], ADMIN),
    OverviewTimeline: timeline(true, ['Repowering']),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Repowering' }))
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  fireEvent.change(title, { target: { value: 'Other' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Edit Repowering' })
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Repowering' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: /Delete|Move/ })).toBeNull()
})

test('TIME-16 an unknown timeline shows nothing to readers, and a note to editors', async () => {
  const page = text('Works', { description: 'Before\n\n<Timeline id="41" />' })
  const unknown = { OverviewTimeline: refused('NOT_FOUND', 'Timeline not found.') }
  const { unmount } = renderAt(at('works'), answers([page], READS, unknown))
  await screen.findByText('Before')
  await waitFor(() => expect(screen.queryByText(/no timeline/)).toBeNull())
  unmount()
  renderAt(at('works'), answers([page], ADMIN, unknown))
  await screen.findByText(/There is no timeline with this id/)
})
