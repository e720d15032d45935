import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MEDIA_REFUSAL } from '../../../shared/overviewRules.ts'
import { organisation, portfolio, viewerOf } from '../../testing/fixtures.ts'
import { type Answer, type Answers, by, refused, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'
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

interface Overview {
  hasSubpages?: boolean
  subpages: readonly Page[]
  subpage: Page | null
  netYields?: readonly object[]
}

/** The portfolio as its page asks for it, with its overview. */
const prairieSun = (permissions: readonly (typeof ADMIN)[number][], overview: Overview): Answer => ({
  data: {
    portfolioBySlug: {
      ...portfolio('Prairie Sun', { permissions, org: ORG }),
      hasSubpages: overview.subpages.length > 0,
      netYields: [YIELD],
      ...overview,
    },
  },
})

const answers = (
  pages: readonly Page[],
  permissions: readonly (typeof ADMIN)[number][] = READS,
  more: Answers = {},
): Answers => ({
  Viewer: viewerOf([ORG]),
  PortfolioPage: by(({ page }) =>
    prairieSun(permissions, {
      subpages: pages,
      subpage: pages.find(({ slug }) => page == null || slug === page) ?? null,
    }),
  ),
  RecordPortfolioVisit: {
    data: {
      createRecentlyVisitedPortfolio: { __typename: 'CreateRecentlyVisitedPortfolioPayload', success: true },
    },
  },
  ...more,
})
const at = (slug = '') => `/portfolios/prairie-sun/overview${slug && `/${slug}`}`
const THREE = [text('Summary'), text('Yields'), text('Sites')]

test('SUBP-01 SUBP-02 SUBP-19 PORT-09 PORT-37 API-084 the overview opens its first page beside its contents, all in one request; previous and next walk', async () => {
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

test('SUBP-03 SUBP-08 SUBP-15 SUBP-16 SUBP-17 SUBP-18 a page is edited in its place; Cancel saves nothing, Save the new text', async () => {
  setWindowWidth(1440)
  const saved = vi.fn()
  let page = text('Summary')
  renderAt(at('summary'), {
    ...answers([], ADMIN),
    PortfolioPage: by(() => prairieSun(ADMIN, { subpages: [page, text('Yields')], subpage: page })),
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

test('SUBP-24 a text that is too long, or whose page is deleted meanwhile, stays and is told in a sentence', async () => {
  setWindowWidth(1440)
  let sent = 0
  renderAt(at('summary'), {
    ...answers([text('Summary')], ADMIN),
    SaveSubpageText: by(() => {
      sent += 1
      return refused('NOT_FOUND', 'Page not found.')
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Markdown of Summary' })
  const long = 'x'.repeat(1_000_000)
  fireEvent.change(area, { target: { value: long } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sentence = 'A page holds at most 100,000 characters. Please split it.'
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect([sent, area.value.length]).toEqual([0, long.length])
  fireEvent.change(area, { target: { value: 'Mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('This page has been deleted meanwhile. Copy your text before you leave.')
  expect([sent, area.value]).toEqual([1, 'Mine'])
})

test('SUBP-03 SUBP-36 an image of another type, one that is too large, and one that is broken are refused with the sentence', async () => {
  setWindowWidth(1440)
  let sent = 0
  renderAt(at('summary'), {
    ...answers([text('Summary')], ADMIN),
    SubpageMedia: { data: { subpageMedia: [] } },
    CreateSubpageMedia: by(() => {
      sent += 1
      return refused('BAD_USER_INPUT', MEDIA_REFUSAL)
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Media' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Media/ }))
  await dialog.findByText('No images yet')
  const large = new File(['x'], 'site.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 104_857_600 })
  for (const [file, asked] of [
    [new File(['<svg/>'], 'site.svg'), 0],
    [large, 0],
    [new File(['broken'], 'site.png'), 1],
  ] as const) {
    fireEvent.change(dialog.getByLabelText('Image'), { target: { files: [file] } })
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(MEDIA_REFUSAL))
    await waitFor(() => expect(sent).toBe(asked))
  }
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

test('SUBP-02 SUBP-20 SUBP-21 the button for a new page becomes a field; an empty title does nothing, Escape leaves', async () => {
  setWindowWidth(1440)
  const pages = [...THREE]
  const made: unknown[] = []
  const { router } = renderAt(at('summary'), {
    ...answers(pages, ADMIN),
    CreateSubpage: by(({ title }) => {
      made.push(title)
      const page = text(String(title))
      pages.push(page)
      return { data: { createSubpage: { __typename: 'CreateSubpagePayload', subpage: page } } }
    }),
  })
  const add = () => screen.findByRole('button', { name: 'Add New Page' })
  fireEvent.click(await add())
  const field = await screen.findByRole('textbox', { name: 'Title' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).toBe(await add())
  fireEvent.click(await add())
  fireEvent.change(await screen.findByRole('textbox', { name: 'Title' }), { target: { value: '   ' } })
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add page' })
  fireEvent.click(send())
  await waitFor(() => expect(send().disabled).toBe(false))
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: ' Permits ' } })
  fireEvent.click(send())
  await screen.findByText('Words of Permits')
  expect(made).toEqual(['Permits'])
  expect(router.state.location.pathname).toBe(at('permits'))
  const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
  await waitFor(() => expect(contents.getAllByRole('link')).toHaveLength(4))
  expect(await add()).toBeDefined()
})

test('SUBP-25 SUBP-26 SUBP-28 API-098 title and access are saved together; the picker is disabled until access is restricted', async () => {
  const saved: unknown[] = []
  const groups = ['Bidders', 'Lenders'].map((name) => ({
    __typename: 'SubpagePrincipal',
    id: `group-${name}`,
    name,
  }))
  renderAt(at('summary'), {
    ...answers(THREE, ADMIN),
    SubpagePrincipals: { data: { subpagePrincipals: groups } },
    SaveSubpageSettings: by((variables) => {
      saved.push(variables)
      return { data: { updateSubpage: { __typename: 'UpdateSubpagePayload', subpage: text('Summary') } } }
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Summary' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Title and access' }))
  const dialog = within(await screen.findByRole('dialog'))
  const picker = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Filter by groups/ })
  await waitFor(() => expect(picker().matches(':disabled, fieldset[disabled] *')).toBe(true))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Title' }), { target: { value: 'Terms' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Restrict access' }))
  await waitFor(() => expect(picker().matches(':disabled, fieldset[disabled] *')).toBe(false))
  expect(picker().textContent).toContain('Internal')
  fireEvent.click(picker())
  const lenders = await screen.findByRole('checkbox', { name: 'Lenders' })
  fireEvent.click(lenders)
  fireEvent.keyDown(lenders, { key: 'Escape' })
  await waitFor(() => expect(picker().textContent).toContain('Lenders'))
  fireEvent.click(await dialog.findByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved).toEqual([
      {
        id: 'page-Summary',
        subjectType: 'PORTFOLIO',
        title: 'Terms',
        restricted: true,
        groups: ['group-Lenders'],
        revision: 1,
      },
    ]),
  )
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

test('API-096 TIME-01 TIME-03 TIME-04 TIME-07 TIME-10 TIME-12 milestones show in order; who may edit them has their controls', async () => {
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
