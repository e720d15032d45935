import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import {
  type Answers,
  NO_CONNECTION,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import { operationsOn } from '../testing/operations.ts'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'd1', name: 'PPA.pdf' },
  { id: 'd2', name: 'Site.png' },
]

function open(path = '', rights: Rights = { canRename: true }, answers: Answers = {}) {
  const scripted = room([...ENTRIES], rights)
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    ...answers,
  })
  return { ...page, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>

const field = (name = 'PPA.pdf') =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `Name of ${name}` })
const noField = () => waitFor(() => expect(screen.queryByRole('textbox', { name: /^Name of/ })).toBeNull())
const names = () => [...document.querySelectorAll('[data-row] a')].map((link) => link.textContent)
const start = async (user: User, name = 'PPA.pdf') => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }))
  const found = await field(name)
  await waitFor(() => expect(document.activeElement).toBe(found))
  return found
}

test('DOP-04 a message says what was renamed, and takes it back', async () => {
  const { user } = open()
  await start(user)
  await user.keyboard('Offtake agreement{Enter}')
  await screen.findByText('PPA.pdf is called Offtake agreement.pdf now.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(names()).toEqual(['02 Permits', 'PPA.pdf', 'Site.png']))
})

test('DOP-04 Enter and Escape that an input method takes for itself neither save nor cancel', async () => {
  const { user } = open()
  const input = await start(user)
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
  fireEvent.keyDown(input, { key: 'Escape', isComposing: true })
  await field()
  expect(input.readOnly).toBe(false)
  await user.keyboard('Offtake agreement{Enter}')
  await screen.findByText('PPA.pdf is called Offtake agreement.pdf now.')
})

test('DOC-33 without canRename there is no Rename', async () => {
  const { user } = open('', { canEdit: true, canDelete: true })
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull()
})

test('DOP-04 the name becomes a field in its row, selected up to its ending; Enter keeps the new name', async () => {
  const { user } = open()
  const input = await start(user)
  expect(input.closest('[role="row"]')).not.toBeNull()
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('PPA')
  await user.keyboard('Offtake agreement{Enter}')
  await noField()
  await waitFor(() => expect(names()).toEqual(['02 Permits', 'Offtake agreement.pdf', 'Site.png']))
  expect(document.activeElement?.getAttribute('data-id')).toBe('d1')
})

test('DOC-33 DOP-04 the folder in view is renamed from its own menu, which has the focus afterwards', async () => {
  const { user } = open('/f1')
  const menu = await screen.findByRole('button', { name: 'Folder actions' })
  await user.click(menu)
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }))
  await user.clear(await field('02 Permits'))
  await user.keyboard('02 Licences{Enter}')
  await noField()
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(await way.findByText('02 Licences')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Folder actions')
})

test('DOP-04 the root keeps its name', async () => {
  const { user } = open('', { canRename: true, canEditPermissions: true })
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull()
})

test('DOP-04 the Save button keeps the new name as well', async () => {
  const { user } = open()
  await user.clear(await start(user, '02 Permits'))
  await user.keyboard('02 Licences')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await noField()
  await waitFor(() => expect(names()).toContain('02 Licences'))
})

test.each(['Escape', 'Cancel'])('DOP-04 %s drops what was typed, and keeps the selection', async (how) => {
  const { user, asked } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Site.png' }))
  await start(user)
  await user.keyboard('Other')
  if (how === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await noField()
  expect(names()).toEqual(['02 Permits', 'PPA.pdf', 'Site.png'])
  expect(asked).not.toContain('RenameDocument')
  expect(screen.getByText('1 selected')).toBeTruthy()
  await start(user)
  expect((await field()).value).toBe('PPA.pdf')
})

test('DOP-04 one row at a time is renamed', async () => {
  const { user } = open()
  await start(user)
  await start(user, 'Site.png')
  expect(screen.getAllByRole('textbox', { name: /^Name of/ })).toHaveLength(1)
})

test.each(['', '   '])('DOP-04 the blank name "%s" is not sent and says why', async (blank) => {
  const { user, asked } = open()
  const input = await start(user)
  await user.clear(input)
  await user.type(input, `${blank}{Enter}`)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This field may not be blank')
  expect(input.getAttribute('aria-describedby')).toBe(alert.id)
  expect(input.placeholder).toBe('This field may not be blank')
  expect(asked).not.toContain('RenameDocument')
})

test('DOP-05 DOP-06 DOP-07 a taken name opens the dialog, and what was typed stays', async () => {
  const { user } = open()
  await user.clear(await start(user))
  await user.keyboard('Site.png{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Rename to .png' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename Failed' })
  expect(within(dialog).getByText('Renaming of the entry below failed')).toBeTruthy()
  expect([...dialog.querySelectorAll('dt, dd')].map((each) => each.textContent)).toEqual([
    ...['Type', 'File'],
    ...['Name', 'PPA.pdf'],
    ...['Message', 'An entry with this name already exists.'],
  ])
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[1] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await field()).value).toBe('Site.png')
})

test.each([
  ['fails', SERVER_ERROR, 'A server error has occurred'],
  ['is refused', refused('NOT_FOUND', 'Document not found.'), 'Document not found.'],
  ['finds no connection', NO_CONNECTION, 'Connection lost. Please check your network and try again.'],
])(
  'DOP-05 ERR-08 a rename that %s opens the dialog, and what was typed stays',
  async (_how, answer, message) => {
    const { user } = open('', { canRename: true }, { RenameDocument: answer })
    await start(user, '02 Permits')
    await user.keyboard('Licences{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Rename Failed' })
    expect([...dialog.querySelectorAll('dd')].map((each) => each.textContent)).toEqual([
      'Folder',
      '02 Permits',
      message,
    ])
    await user.keyboard('{Escape}')
    expect((await field('02 Permits')).value).toBe('Licences')
  },
)

test('DOP-05 DOP-07 what somebody else renamed meanwhile is told, shown, and renamed only when saved again', async () => {
  const scripted = room([...ENTRIES], { canRename: true })
  const { entries } = scripted
  renderAt(BASE, { ...scripted.answers, ...operationsOn(entries) })
  const user = userEvent.setup()
  await user.clear(await start(user))
  entries[1] = { id: 'd1', name: 'Executed PPA.pdf' }
  await user.keyboard('Signed PPA.pdf{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Rename Failed' })
  expect(dialog.textContent).toContain('Someone else has just changed the name to "Executed PPA.pdf".')
  await user.keyboard('{Escape}')
  const input = await field('Executed PPA.pdf')
  expect(input.value).toBe('Signed PPA.pdf')
  await user.type(input, '{Enter}')
  await noField()
  expect(entries[1]?.name).toBe('Signed PPA.pdf')
})

test('DOP-04 F2 on a row renames it', async () => {
  const { user } = open()
  ;(await screen.findByRole('link', { name: 'PPA.pdf' })).closest<HTMLElement>('[role="row"]')?.focus()
  await user.keyboard('{F2}')
  expect((await field()).value).toBe('PPA.pdf')
})

test('DOC-12 DOP-04 the preview’s bar renames the file in view', async () => {
  const { user } = open('/d1')
  const bar = within(await screen.findByRole('region', { name: 'Preview of PPA.pdf' }))
  await user.click(bar.getByRole('button', { name: 'Actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }))
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  await user.keyboard('{ArrowRight}')
  await user.clear(await field())
  await user.keyboard('Offtake.pdf{Enter}')
  expect(await screen.findByRole('region', { name: 'Preview of Offtake.pdf' })).toBeTruthy()
  await noField()
})

test('DOP-04 on a phone the name becomes a field in its row', async () => {
  setWindowWidth(390)
  const { user } = open()
  const input = await start(user)
  await user.clear(input)
  await user.keyboard('Offtake.pdf{Enter}')
  await noField()
  await waitFor(() => expect(names()).toContain('Offtake.pdf'))
})

test('DOP-04 a name without the ending of the file is asked about before it is kept', async () => {
  const { user } = open()
  const input = await start(user)
  await user.clear(input)
  await user.type(input, 'Signed{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Keep .pdf?' })
  expect(names()).not.toContain('Signed')
  await user.click(within(dialog).getByRole('button', { name: 'Keep .pdf' }))
  await waitFor(() => expect(names()).toContain('Signed.pdf'))
})
