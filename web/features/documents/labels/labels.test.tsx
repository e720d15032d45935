import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Answers, refused, renderAt, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'
import { permissionsOn } from '../testing/permissions.ts'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'd1', name: 'PPA.pdf', labels: ['Draft', 'Executed', 'Redacted'] },
  { id: 'd2', name: 'Site.png' },
]
const ADMIN: Rights = { canEditPermissions: true, documentLabels: true }

function open(rights: Rights = ADMIN, answers: Answers = {}, all: readonly Entry[] = ENTRIES) {
  const scripted = room([...all], rights)
  const labels = ['Confidential', 'Draft', 'Executed', 'Redacted']
  const page = renderAt(BASE, {
    ...scripted.answers,
    ...permissionsOn(scripted.entries, labels),
    ...answers,
  })
  return { ...page, entries: scripted.entries, user: userEvent.setup() }
}

const dialog = () => screen.findByRole('dialog', { name: 'Labels' })
const openOf = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(screen.getByRole('menuitem', { name: 'Labels' }))
  return dialog()
}
const choice = async (name: string) =>
  within(await dialog()).findByRole<HTMLInputElement>('checkbox', { name })
const cellOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('[role="row"]')
  return within(row as HTMLElement).getAllByRole('gridcell')[2]
}

test('PERM-14 DOC-07 labels stand in their column with their colour, two and then how many more', async () => {
  open({ documentLabels: true })
  expect((await cellOf('PPA.pdf'))?.textContent).toBe('DraftExecuted+1')
  const dot = (await cellOf('PPA.pdf'))?.querySelector('[data-label] > span')
  expect(dot?.getAttribute('style')).toContain('#1f8a4c')
  expect((await cellOf('Site.png'))?.textContent).toBe('')
})

test('DOC-07 without the feature flag there is no column and no menu entry', async () => {
  const { user } = open({ canEditPermissions: true, documentLabels: false })
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  expect(screen.queryByRole('menuitem', { name: 'Labels' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Labels' })).toBeNull()
})

test('PERM-16 who may not change permissions sees labels and sets none', async () => {
  const { user } = open({ documentLabels: true, canEdit: true, canRename: true })
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  expect(screen.queryByRole('menuitem', { name: 'Labels' })).toBeNull()
})

test('PERM-16 labels are ticked and saved together, and show in the list', async () => {
  const { user } = open()
  await openOf(user, 'Site.png')
  await user.click(await choice('Confidential'))
  await user.click(await choice('Draft'))
  await user.click(within(await dialog()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await cellOf('Site.png'))?.textContent).toBe('ConfidentialDraft')
})

test('PERM-16 Cancel changes nothing', async () => {
  const { user, asked } = open()
  await openOf(user, 'PPA.pdf')
  await user.click(await choice('Draft'))
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  expect(asked).not.toContain('SetDocumentLabels')
})

test('what somebody else changed meanwhile shows, with what was ticked here on top', async () => {
  const { user, entries } = open()
  await openOf(user, 'Site.png')
  await user.click(await choice('Draft'))
  const [, entry] = entries
  if (entry) entries[1] = { ...entry, labels: ['Executed'] }
  const save = within(await dialog()).getByRole('button', { name: 'Save' })
  await user.click(save)
  await within(await dialog()).findByText(/Someone else has just changed these labels/)
  await waitFor(async () => expect((await choice('Executed')).checked).toBe(true))
  expect((await choice('Draft')).checked).toBe(true)
  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(entries[1]?.labels).toEqual(['Draft', 'Executed'])
})

test('PERM-14 PERM-16 who may creates a label in place; a taken text is refused at its field', async () => {
  const { user, entries } = open({ ...ADMIN, canCreateLabels: true })
  await openOf(user, 'Site.png')
  await user.click(await within(await dialog()).findByRole('button', { name: 'New label' }))
  const field = within(await dialog()).getByRole('textbox', { name: 'New label' })
  await user.type(field, 'Draft')
  await user.click(within(await dialog()).getByRole('button', { name: 'Create label' }))
  await within(await dialog()).findByText('A label with this text already exists.')
  await user.clear(field)
  await user.type(field, 'Superseded')
  await user.click(within(await dialog()).getByRole('radio', { name: 'Violet' }))
  await user.click(within(await dialog()).getByRole('button', { name: 'Create label' }))
  await waitFor(async () => expect((await choice('Superseded')).checked).toBe(true))
  await user.click(within(await dialog()).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(entries[1]?.labels).toEqual(['Superseded']))
})

test('without the right on the organisation no label can be created here', async () => {
  const { user } = open()
  await openOf(user, 'Site.png')
  await choice('Draft')
  expect(within(await dialog()).queryByRole('button', { name: 'New label' })).toBeNull()
})

test('ERR-02 a failed save says so and keeps what was ticked', async () => {
  const { user } = open(ADMIN, { SetDocumentLabels: SERVER_ERROR })
  await openOf(user, 'Site.png')
  await user.click(await choice('Draft'))
  await user.click(within(await dialog()).getByRole('button', { name: 'Save' }))
  await within(await dialog()).findByText('A server error has occurred')
  expect((await choice('Draft')).checked).toBe(true)
})

test('what is ticked and not saved is not left without a question', async () => {
  const { user, router } = open()
  await openOf(user, 'Site.png')
  await user.click(await choice('Draft'))
  await act(() => router.navigate('/dealroom'))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect((await choice('Draft')).checked).toBe(true)
  await act(() => router.navigate('/dealroom'))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dealroom'))
})

describe('of a selection', () => {
  const THREE: readonly Entry[] = [...ENTRIES, { id: 'd3', name: 'Terms.pdf', labels: ['Draft'] }]
  const openOfAll = async (answers: Answers = {}) => {
    const page = open(ADMIN, answers, THREE)
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    await page.user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Labels' }))
    await choice('Draft')
    return page
  }
  const save = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(within(await dialog()).getByRole('button', { name: 'Save' }))
  const isPartly = async (name: string) => (await choice(name)).dataset.indeterminate === 'true'

  test('DOC-40 PERM-16 what is ticked is added to all, what is cleared taken from all, the rest stays', async () => {
    const { user, entries } = await openOfAll()
    expect((await dialog()).textContent).toContain('3 items')
    expect([await isPartly('Draft'), await isPartly('Executed'), await isPartly('Confidential')]).toEqual([
      true,
      true,
      false,
    ])
    await user.click(await choice('Confidential'))
    await user.click(await choice('Draft'))
    for (let click = 0; click < 2; click += 1) await user.click(await choice('Redacted'))
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(entries.map(({ labels }) => labels)).toEqual([
      ['Confidential', 'Draft', 'Executed'],
      ['Confidential', 'Draft'],
      ['Confidential', 'Draft'],
    ])
  })

  test('a label that only some have is turned on, off, and back to how it was', async () => {
    const { user, asked } = await openOfAll()
    const states: unknown[] = []
    for (let click = 0; click < 3; click += 1) {
      await user.click(await choice('Draft'))
      states.push((await isPartly('Draft')) ? 'partly' : (await choice('Draft')).checked)
    }
    expect(states).toEqual([true, false, 'partly'])
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).not.toContain('ChangeDocumentLabels')
  })

  test('DOC-40 of what is gone meanwhile a sentence tells', async () => {
    const { user, entries } = await openOfAll()
    entries.splice(0, 1)
    await user.click(await choice('Confidential'))
    await save(user)
    expect(await screen.findByText('1 of these 3 items is no longer here.')).toBeTruthy()
  })

  test('what the server refuses is said, and what was ticked stays', async () => {
    const sentence = '"PPA.pdf" would have 21 labels; a document can have at most 20. Please remove some.'
    const { user } = await openOfAll({ ChangeDocumentLabels: refused('BAD_USER_INPUT', sentence) })
    await user.click(await choice('Confidential'))
    await save(user)
    await within(await dialog()).findByText(sentence)
    expect((await choice('Confidential')).checked).toBe(true)
  })

  test('PERM-16 DOC-07 without the right there is no such action', async () => {
    const { user } = open({ documentLabels: true, canEdit: true })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    expect(within(screen.getByRole('toolbar')).queryByRole('button', { name: 'Labels' })).toBeNull()
  })
})

test('DOP-17 the question belongs to its folder', async () => {
  const { user, router } = open()
  await openOf(user, 'PPA.pdf')
  await act(() => router.navigate(`${BASE}?view=upload`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
