import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { setWindowWidth } from '../../../testing/renderAt.tsx'
import { button, MAY, menuOf, open, type User } from '../testing/deleting.ts'
import { rowOf } from '../testing/openRoom.tsx'
import { BASE, type Entry } from '../testing/room.ts'
import { afterDeletion } from './afterDeletion.ts'

beforeEach(() => setWindowWidth(1440))

const treeMenu = async (user: User) => {
  await user.click(screen.getByRole('button', { name: 'Folder actions' }))
  return screen.getAllByRole('menuitem').map((item) => item.textContent)
}

describe('who may', () => {
  test('DOC-33 Delete shows in the row menu and for a selection with canDelete alone', async () => {
    const { user } = open()
    expect(await menuOf(user, 'PPA.pdf')).toContain('Delete')
    await user.keyboard('{Escape}')
    await user.click(within(await rowOf('PPA.pdf')).getByRole('checkbox'))
    expect(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete' })).toBeTruthy()
  })

  test('DOC-33 without canDelete it is in no menu, in no strip and on no key', async () => {
    const { user } = open('/f1', { canEdit: true, canRename: true })
    expect(await menuOf(user, '02.1 County')).not.toContain('Delete')
    await user.keyboard('{Escape}')
    await user.click(within(await rowOf('02.1 County')).getByRole('checkbox'))
    expect(within(screen.getByRole('toolbar')).queryByRole('button', { name: 'Delete' })).toBeNull()
    screen.getByRole('link', { name: '02.1 County' }).closest<HTMLElement>('[role="row"]')?.focus()
    await user.keyboard('{Delete}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await treeMenu(user)).not.toContain('Delete folder')
  })

  test('DOC-33 DOP-08 DOP-13 the tree menu deletes the folder in view and goes to its parent', async () => {
    const { user, router, entries } = open('/f2')
    await rowOf('Zoning permit.docx')
    await user.click(screen.getByRole('button', { name: 'Folder actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete folder' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 02.1 County' })
    await user.click(await button(dialog, 'Delete 2 items'))
    await screen.findByText('This folder is empty')
    expect(router.state.location.pathname).toBe(`${BASE}/f1`)
    expect(entries.map(({ id }) => id)).toEqual(['f1', 'd1', 'd2', 'd3'])
  })

  test('DOC-33 the root itself can not be deleted', async () => {
    const { user } = open()
    await rowOf('PPA.pdf')
    expect(await treeMenu(user)).not.toContain('Delete folder')
  })
})

describe('by keyboard', () => {
  test('the Delete key asks about the row, or about the selection that it is in', async () => {
    const { user } = open()
    ;(await rowOf('Site.png')).focus()
    await user.keyboard('{Delete}')
    await screen.findByRole('dialog', { name: 'Delete Site.png' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    ;(await rowOf('Site.png')).focus()
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
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Download marked PDF',
      'Add to favourites',
      'Private note',
      'Show columns',
      'Show favourites',
      'Show new',
    ])
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
  await user.pointer({ keys: '[MouseLeft>]', target: await rowOf('PPA.pdf') })
  const bar = await screen.findByRole('toolbar', { name: 'Selection' })
  await user.pointer({ keys: '[/MouseLeft]' })
  await user.click(within(bar).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete PPA.pdf' })
  await user.click(await button(dialog, 'Delete 1 item'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(entries.some(({ id }) => id === 'd1')).toBe(false)
})
