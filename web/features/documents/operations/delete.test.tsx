import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import { operationsOn } from '../testing/operations.ts'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'
import { afterDeletion } from './afterDeletion.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '02.1 County', folder: true, in: 'f1' },
  { id: 'd4', name: 'Zoning permit.docx', in: 'f2' },
  { id: 'd1', name: 'PPA.pdf', size: 4_800_000 },
  { id: 'd2', name: 'Site.png', size: 61_400 },
  { id: 'd3', name: 'Zone.txt', size: 10 },
]

const MAY: Rights = { canDelete: true }

function open(path = '', rights = MAY, answers: Answers = {}, entries: readonly Entry[] = ENTRIES) {
  const scripted = room([...entries], rights)
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    ...answers,
  })
  return { ...page, entries: scripted.entries, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>

const row = async (name: string) => {
  const found = (await screen.findByRole('link', { name })).closest('[role="row"]')
  if (!(found instanceof HTMLElement)) throw new Error(`${name} stands in no row`)
  return found
}
const names = () => [...document.querySelectorAll('[data-row] a')].map((link) => link.textContent)
const menuOf = async (user: User, name: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: `Actions for ${name}` }))
  return screen.getAllByRole('menuitem').map((item) => item.textContent)
}
const treeMenu = async (user: User) => {
  await user.click(screen.getByRole('button', { name: 'Folder actions' }))
  return screen.getAllByRole('menuitem').map((item) => item.textContent)
}
const stage = async (user: User, name: string) => {
  await menuOf(user, name)
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  return screen.findByRole('dialog', { name: `Delete ${name}` })
}
const button = (dialog: HTMLElement, name: string | RegExp) =>
  within(dialog).findByRole<HTMLButtonElement>('button', { name })
const affected = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('ul[aria-label="Affected"] > li')].map(
    (item) => item.lastElementChild?.textContent,
  )

describe('who may', () => {
  test('DOC-33 Delete shows in the row menu and for a selection with canDelete alone', async () => {
    const { user } = open()
    expect(await menuOf(user, 'PPA.pdf')).toContain('Delete')
    await user.keyboard('{Escape}')
    await user.click(within(await row('PPA.pdf')).getByRole('checkbox'))
    expect(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' })).toBeTruthy()
  })

  test('DOC-33 without canDelete it shows nowhere', async () => {
    const { user } = open('/f1', { canEdit: true, canRename: true })
    expect(await menuOf(user, '02.1 County')).not.toContain('Delete')
    await user.keyboard('{Escape}')
    await user.click(within(await row('02.1 County')).getByRole('checkbox'))
    expect(within(screen.getByRole('toolbar')).queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(await treeMenu(user)).not.toContain('Delete (admin)')
  })

  test('DOC-33 DOP-08 DOP-13 the tree menu deletes the folder in view and goes to its parent', async () => {
    const { user, router, entries } = open('/f2')
    await row('Zoning permit.docx')
    await user.click(screen.getByRole('button', { name: 'Folder actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete (admin)' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 02.1 County' })
    await user.click(await button(dialog, 'Delete 2 items'))
    await screen.findByText('This folder is empty')
    expect(router.state.location.pathname).toBe(`${BASE}/f1`)
    expect(entries.map(({ id }) => id)).toEqual(['f1', 'd1', 'd2', 'd3'])
  })

  test('DOC-33 the root itself can not be deleted', async () => {
    const { user } = open()
    await row('PPA.pdf')
    expect(await treeMenu(user)).not.toContain('Delete (admin)')
  })
})

describe('in a list', () => {
  test('DOP-08 DOP-12 DOP-15 a row is deleted with what lies below it, which the dialog names', async () => {
    const { user, entries } = open()
    const dialog = await stage(user, '02 Permits')
    expect(await button(dialog, 'Delete 3 items')).toBeTruthy()
    expect(affected(dialog)).toEqual(['02 Permits', '02.1 County', 'Zoning permit.docx'])
    expect(dialog.textContent).toContain('3 items, all that the folders hold included, will be deleted.')
    await user.click(await button(dialog, 'Delete 3 items'))
    expect(await screen.findByText('3 items were deleted.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['PPA.pdf', 'Site.png', 'Zone.txt'])
    expect(entries.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3'])
  })

  test('DOP-08 DOP-12 a selection is deleted at once, and nothing is selected afterwards', async () => {
    const { user } = open()
    for (const name of ['PPA.pdf', 'Zone.txt'])
      await user.click(within(await row(name)).getByRole('checkbox'))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 items' })
    await user.click(await button(dialog, 'Delete 2 items'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['02 Permits', 'Site.png'])
    expect(screen.queryByText(/selected/)).toBeNull()
  })

  test('DOP-12 the rows go also where the list can not be read again', async () => {
    let offline = false
    const scripted = room([...ENTRIES], MAY)
    const { OpenDocument } = scripted.answers
    const { user } = open('', MAY, {
      OpenDocument: by((variables) =>
        offline || typeof OpenDocument !== 'function' ? SERVER_ERROR : OpenDocument(variables),
      ),
    })
    const dialog = await stage(user, 'PPA.pdf')
    offline = true
    await user.click(await button(dialog, 'Delete 1 item'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(names()).toEqual(['02 Permits', 'Site.png', 'Zone.txt'])
  })

  test('DOP-09 the button is disabled before the dry run has answered', async () => {
    const answered = Promise.withResolvers<void>()
    const { RemoveDocumentsDryRun } = operationsOn([...ENTRIES])
    const { user, asked } = open('', MAY, {
      RemoveDocumentsDryRun: by(async (variables) => {
        await answered.promise
        return typeof RemoveDocumentsDryRun === 'function' ? RemoveDocumentsDryRun(variables) : {}
      }),
    })
    const dialog = await stage(user, 'PPA.pdf')
    expect((await button(dialog, 'Delete')).disabled).toBe(true)
    answered.resolve()
    expect((await button(dialog, 'Delete 1 item')).disabled).toBe(false)
    expect(asked).not.toContain('RemoveDocuments')
  })

  test('DOP-10 a dry run that names nothing says so, and nothing can be deleted', async () => {
    const nothing = { __typename: 'RemoveDocumentsDryRunPayload', count: 0, documents: [] }
    const { user } = open('', MAY, { RemoveDocumentsDryRun: { data: { removeDocumentsDryRun: nothing } } })
    const dialog = await stage(user, 'PPA.pdf')
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'No documents returned from remove dry run',
    )
    expect((await button(dialog, 'Delete')).disabled).toBe(true)
  })

  test('DOP-09 ERR-12 a dry run that is refused says why', async () => {
    const { user } = open('', MAY, {
      RemoveDocumentsDryRun: refused('NOT_FOUND', 'Document not found.'),
    })
    const dialog = await stage(user, 'PPA.pdf')
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Document not found.')
    expect((await button(dialog, 'Delete')).disabled).toBe(true)
  })

  test.each([
    ['fails', SERVER_ERROR],
    ['is refused', refused('NOT_FOUND', 'Document not found.')],
  ])('DOP-11 a delete that %s says so, and can be tried again', async (_how, answer) => {
    const { user } = open('', MAY, { RemoveDocuments: answer })
    const dialog = await stage(user, 'PPA.pdf')
    await user.click(await button(dialog, 'Delete 1 item'))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('A server error has occurred')
    expect((await button(dialog, 'Delete 1 item')).disabled).toBe(false)
  })

  test.each(['Cancel', 'Escape'])('DOP-14 %s resets what was staged', async (how) => {
    const { user, asked } = open()
    const dialog = await stage(user, 'PPA.pdf')
    await button(dialog, 'Delete 1 item')
    if (how === 'Escape') await user.keyboard('{Escape}')
    else await user.click(await button(dialog, 'Cancel'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).not.toContain('RemoveDocuments')
    expect(await row('PPA.pdf')).toBeTruthy()
    const other = await stage(user, 'Site.png')
    await button(other, 'Delete 1 item')
    expect(affected(other)).toEqual(['Site.png'])
  })

  test.each([
    ['folder', `${BASE}/f1`],
    ['view', `${BASE}?view=upload`],
  ])('DOP-17 a change of %s resets what was staged', async (_what, address) => {
    const { user, router } = open('', { ...MAY, canEdit: true, allowRootFiles: true })
    await stage(user, 'PPA.pdf')
    await router.navigate(address)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await router.navigate(-1)
    await row('PPA.pdf')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('DOP-08 a long list comes in pages as it is scrolled', async () => {
    const files = Array.from({ length: 450 }, (_, at) => ({ id: `n${at}`, name: `Entry ${at}`, in: 'f1' }))
    const { user, asked } = open('', MAY, {}, [{ id: 'f1', name: '02 Permits', folder: true }, ...files])
    const dialog = await stage(user, '02 Permits')
    await within(dialog).findByText('Delete 451 items')
    expect(affected(dialog)).toHaveLength(200)
    const list = within(dialog).getByLabelText('Affected')
    fireEvent.scroll(list)
    await waitFor(() => expect(affected(dialog)).toHaveLength(400))
    fireEvent.scroll(list)
    await waitFor(() => expect(affected(dialog)).toHaveLength(451))
    fireEvent.scroll(list)
    expect(asked.filter((name) => name === 'RemoveDocumentsDryRun')).toHaveLength(3)
  })
})

describe('what somebody else was quicker with', () => {
  const confirm = async (user: User, dialog: HTMLElement, name: string, meanwhile: () => void) => {
    const act = await button(dialog, name)
    meanwhile()
    await user.click(act)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  test('DOP-12 of a selection the rest goes, one sentence tells of the others, and nothing stays selected', async () => {
    const { user, entries } = open()
    for (const name of ['PPA.pdf', 'Site.png', 'Zone.txt'])
      await user.click(within(await row(name)).getByRole('checkbox'))
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 3 items' })
    await confirm(user, dialog, 'Delete 3 items', () => {
      entries.splice(3, 1, { id: 'd1', name: 'PPA.pdf', in: 'f1' })
      entries.splice(4, 1)
    })
    expect(
      await screen.findByText('1 of 3 items were deleted. Somebody else has moved or deleted 2 items.'),
    ).toBeTruthy()
    expect(names()).toEqual(['02 Permits'])
    expect(screen.queryByText(/selected/)).toBeNull()
    expect(entries.find(({ id }) => id === 'd1')?.in).toBe('f1')
  })

  test('what was just moved is not deleted where it went, and the preview stays with it', async () => {
    const { user, entries, router } = open('/d2')
    const bar = within(await screen.findByRole('region', { name: 'Preview of Site.png' }))
    await user.click(bar.getByRole('button', { name: 'Actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Site.png' })
    await confirm(user, dialog, 'Delete 1 item', () => {
      entries[4] = { id: 'd2', name: 'Site.png', in: 'f1' }
    })
    expect(
      await screen.findByText('Site.png was not deleted: somebody else has moved or deleted it.'),
    ).toBeTruthy()
    expect(router.state.location.pathname).toBe(`${BASE}/d2`)
    expect(await screen.findByRole('link', { name: '02 Permits' })).toBeTruthy()
  })

  test('DOP-10 a dry run of what is gone says so', async () => {
    const { user, entries } = open()
    await menuOf(user, 'PPA.pdf')
    entries.splice(3, 1)
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    expect(await screen.findByText('No documents returned from remove dry run')).toBeTruthy()
  })
})

describe('by keyboard', () => {
  test('the Delete key asks about the row, or about the selection that it is in', async () => {
    const { user } = open()
    ;(await row('Site.png')).focus()
    await user.keyboard('{Delete}')
    await screen.findByRole('dialog', { name: 'Delete Site.png' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await row('Site.png')).focus()
    await user.keyboard('{Control>}a{/Control}')
    await screen.findByText('4 selected')
    await user.keyboard('{Delete}')
    await screen.findByRole('dialog', { name: 'Delete 4 items' })
  })
})

describe('a long folder', () => {
  const many = (count: number): Entry[] =>
    Array.from({ length: count }, (_, at) => ({ id: `n${at}`, name: `Entry ${at}` }))
  const selectAll = async (user: User) => {
    await screen.findByRole('link', { name: 'Entry 0' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  }

  test('DOC-40 everything is selected, what was never scrolled to included', async () => {
    const { user } = open('', MAY, {}, many(250))
    await selectAll(user)
    await screen.findByText('250 selected')
  })

  test('DOC-40 of more than one operation takes, the first thousand, and a word about it', async () => {
    const { user } = open('', MAY, {}, many(1200))
    await selectAll(user)
    await screen.findByText('1,000 selected')
    expect(screen.getByText('The first 1,000 of 1,200 are selected.')).toBeTruthy()
  })
})

describe('in the preview', () => {
  test('DOC-12 DOP-08 DOP-13 the file in view is deleted, and the next one shows', async () => {
    const { user, router } = open('/d2')
    const bar = within(await screen.findByRole('region', { name: 'Preview of Site.png' }))
    await user.click(bar.getByRole('button', { name: 'Actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete Site.png' })
    await user.click(await button(dialog, 'Delete 1 item'))
    await screen.findByRole('region', { name: 'Preview of Zone.txt' })
    expect(router.state.location.pathname).toBe(`${BASE}/d3`)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('Document not found.')).toBeNull()
  })

  test('DOC-12 DOC-33 without rights the preview offers nothing that changes the file', async () => {
    const { user } = open('/d2', {})
    const bar = within(await screen.findByRole('region', { name: 'Preview of Site.png' }))
    await user.click(bar.getByRole('button', { name: 'Actions' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Show columns'])
  })

  const next = { id: 'n', name: 'n' }
  const previous = { id: 'p', name: 'p' }
  test.each([
    ['the next file', { nextFile: next, previousFile: previous, parentId: 'f' }, 'n'],
    ['the previous one at the end', { nextFile: null, previousFile: previous, parentId: 'f' }, 'p'],
    ['the parent of an only file', { nextFile: null, previousFile: null, parentId: 'f' }, 'f'],
    ['the root where there is no parent', { nextFile: null, previousFile: null, parentId: null }, 'tree:t'],
  ])('DOP-13 after a deletion comes %s', (_what, file, id) => {
    expect(afterDeletion('t', file)).toBe(id)
  })
})

test('DOC-33 on a phone a selection is deleted from the bar at the bottom', async () => {
  setWindowWidth(390)
  const { user, entries } = open()
  await user.pointer({ keys: '[MouseLeft>]', target: await row('PPA.pdf') })
  const bar = await screen.findByRole('toolbar', { name: 'Selection' })
  await user.pointer({ keys: '[/MouseLeft]' })
  await user.click(within(bar).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete PPA.pdf' })
  await user.click(await button(dialog, 'Delete 1 item'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(entries.some(({ id }) => id === 'd1')).toBe(false)
})
