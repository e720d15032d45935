import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MEDIA_REFUSAL } from '../../../shared/overviewRules.ts'
import { by, refused, renderAt, savedFirst, setWindowWidth } from '../../testing/renderAt.tsx'
import { ADMIN, answers, at, prairieSun, THREE, text } from './overview.fixture.tsx'
import { pickerWords } from './SettingsDialog.tsx'

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
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
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

test('the preview is scrolled as far as the caret is down the text', async () => {
  setWindowWidth(1440)
  renderAt(at('summary'), answers(THREE, ADMIN))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Markdown of Summary' })
  fireEvent.change(area, { target: { value: Array.from({ length: 101 }, (_, n) => `Line ${n}`).join('\n') } })
  const preview = document.querySelector<HTMLElement>('[data-preview]')
  if (!preview) throw new Error('There is no preview.')
  Object.defineProperty(preview, 'scrollHeight', { value: 2500 })
  Object.defineProperty(preview, 'clientHeight', { value: 500 })
  const caretAt = (words: string) => {
    const start = area.value.indexOf(words)
    area.setSelectionRange(start, start)
    fireEvent.select(area)
    return preview.scrollTop
  }
  expect([caretAt('Line 25'), caretAt('Line 100'), caretAt('Line 0')]).toEqual([500, 2000, 0])
})

test('SUBP-24 ERR-04 ERR-14 a save that fails is logged only, and the text stays; a newer text is shown beside one’s own', async () => {
  setWindowWidth(1440)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const sent: unknown[] = []
  const refusals = [
    refused('INTERNAL', 'A server error has occurred'),
    savedFirst({
      of: 'page',
      revision: 7,
      newer: { title: 'Summary', description: 'Theirs', restricted: false, roles: [], groups: [] },
    }),
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

test('SUBP-09 SUBP-10 an image is put into the text with words for those who can’t see it', async () => {
  setWindowWidth(1440)
  const image = {
    __typename: 'SubpageMedia',
    id: 'image-1',
    url: '/subpage-media/image-1/',
    name: 'Site "A" plan.v2.png',
  }
  renderAt(at('summary'), {
    ...answers([text('Summary')], ADMIN),
    SubpageMedia: { data: { subpageMedia: [image] } },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Media' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Insert Site "A" plan.v2.png' }))
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Markdown of Summary' })
  await waitFor(() => expect(area.value).toContain('<SubpageMedia id="image-1" alt="Site A plan.v2" />'))
})

test('an image is deleted after a question, which says what becomes of the text that shows it', async () => {
  setWindowWidth(1440)
  const imageOf = (id: string) => ({
    __typename: 'SubpageMedia',
    id,
    url: `/subpage-media/${id}/`,
    name: `${id}.png`,
  })
  const left = [imageOf('plan'), imageOf('site')]
  const asked: unknown[] = []
  let refuse = true
  renderAt(at('summary'), {
    ...answers([text('Summary')], ADMIN),
    SubpageMedia: by(() => ({ data: { subpageMedia: left } })),
    DeleteSubpageMedia: by((variables) => {
      asked.push(variables)
      if (refuse) return refused('FORBIDDEN', 'Not authorized.')
      left.splice(0, 1)
      return { data: { deleteSubpageMedia: { __typename: 'DeleteSubpageMediaPayload', success: true } } }
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Markdown of Summary' })
  fireEvent.change(area, { target: { value: '<SubpageMedia id="plan" />' } })
  fireEvent.click(screen.getByRole('button', { name: 'Media' }))
  const ask = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }))
    return within(await screen.findByRole('dialog', { name: 'Delete image' }))
  }
  const other = await ask('site.png')
  other.getByText('“site.png” will be deleted. This can’t be undone.')
  fireEvent.click(other.getByRole('button', { name: 'Cancel' }))
  const dialog = await ask('plan.png')
  dialog.getByText(/The text of this page shows it; “Error loading media” will stand in its place\./)
  fireEvent.click(dialog.getByRole('button', { name: 'Delete image' }))
  await dialog.findByText('Not authorized.')
  refuse = false
  fireEvent.click(dialog.getByRole('button', { name: 'Delete image' }))
  await screen.findByRole('button', { name: 'Insert site.png' })
  expect(screen.queryByRole('button', { name: 'Insert plan.png' })).toBeNull()
  expect(asked.at(-1)).toEqual({ mediaId: 'plan', subjectType: 'PORTFOLIO' })
  expect([asked.length, area.value]).toEqual([2, '<SubpageMedia id="plan" />'])
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

test('of two who change title and access of one page the second sees what the first has saved, and can save', async () => {
  const saved: unknown[] = []
  const newer = {
    title: 'Terms of theirs',
    description: '',
    restricted: true,
    groups: ['group-Lenders'],
    roles: [],
  }
  renderAt(at('summary'), {
    ...answers(THREE, ADMIN),
    SubpagePrincipals: {
      data: {
        subpagePrincipals: [{ __typename: 'SubpagePrincipal', id: 'group-Lenders', name: 'Lenders' }],
      },
    },
    SaveSubpageSettings: by(({ title, restricted, groups, revision }) => {
      saved.push([title, restricted, groups, revision])
      if (revision === 1) return savedFirst({ of: 'page', revision: 2, newer })
      return { data: { updateSubpage: { __typename: 'UpdateSubpagePayload', subpage: text('Summary') } } }
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Summary' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Title and access' }))
  const dialog = within(await screen.findByRole('dialog'))
  const title = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  fireEvent.change(title, { target: { value: 'Mine' } })
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  save()
  await dialog.findByText('Terms of theirs')
  expect(title.value).toBe('Mine')
  // What the first alone has changed is not undone.
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Restrict access' }).checked).toBe(true)
  dialog.getByText('Internal → Lenders')
  save()
  await dialog.findByText('Choose what to keep where you both changed something, then save.')
  expect(saved).toHaveLength(1)
  fireEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
  save()
  await waitFor(() =>
    expect(saved).toEqual([
      ['Mine', false, [], 1],
      ['Mine', true, ['group-Lenders'], 2],
    ]),
  )
})
