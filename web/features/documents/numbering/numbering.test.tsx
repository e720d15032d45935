import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom, rowOf } from '../testing/openRoom.tsx'
import { type Entry, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true, number: '1' },
  { id: 'd1', name: 'PPA.pdf', number: '2' },
  { id: 'd4', name: 'Zoning permit.docx', in: 'f1', number: '1.1' },
]
const ADMIN = { canEdit: true, canEditPermissions: true, numbering: 'ONE' } as const

test('numbers show before names in the list and in the way to a folder; the list is sorted by number', async () => {
  openRoom('/f1', ADMIN, ENTRIES)
  expect((await rowOf('Zoning permit.docx')).textContent).toMatch(/1\.1.*Zoning permit\.docx/)
  expect(
    within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getByText('1 02 Permits'),
  ).toBeTruthy()
  const name = screen.getByRole('columnheader', { name: /Name/ })
  expect(name.getAttribute('aria-sort')).not.toBe('ascending')
})

test('INDEX-05 numbering is switched on for each reader unless somebody chooses otherwise, and gaps are explained', async () => {
  const sent: unknown[] = []
  const { user } = openRoom('', { canEditPermissions: true }, ENTRIES, {
    SetTreeNumbering: by(({ numbering }) => {
      sent.push(numbering)
      return { data: { setTreeNumbering: { __typename: 'DocumentTree', id: TREE, numbering } } }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Index numbers' }))
  const dialog = await screen.findByRole('dialog', { name: 'Index numbers' })
  const own = within(dialog).getByRole<HTMLInputElement>('radio', { name: /Numbers for each reader/ })
  expect(own.checked).toBe(true)
  within(dialog).getByText(/Numbers of removed or restricted entries are not given again\./)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual(['EACH_READER']))
})

/** A room whose renumbering shows two entries, of so many, with what is asked of the server. */
function renumbered(count = 2) {
  const ids = ['f1', 'd1']
  const calls: unknown[] = []
  const { user } = openRoom('', ADMIN, ENTRIES, {
    Renumber: by(({ dryRun }) => {
      const rows = ids.map((id, at) => {
        const entry = ENTRIES.find((each) => each.id === id)
        return {
          __typename: 'RenumberedDocument',
          id,
          name: entry?.name ?? '',
          fileType: entry?.folder ? 'FOLDER' : 'FILE',
          former: entry?.number ?? null,
          number: String(at + 1),
        }
      })
      if (dryRun === false) calls.push('renumber')
      const changes = rows.filter(({ former, number }) => former !== number).length
      return {
        data: {
          renumber: { __typename: 'RenumberPayload', count, changes, isDone: dryRun === false, rows },
        },
      }
    }),
    OrderDocuments: by(({ documentIds, beforeId }) => {
      calls.push([documentIds, beforeId])
      ids.reverse()
      return { data: { orderDocuments: [{ __typename: 'Document', id: 'd1' }] } }
    }),
  })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Renumber' }))
    const dialog = await screen.findByRole('dialog', { name: 'Renumber' })
    await within(dialog).findByText('PPA.pdf')
    return { dialog, items: () => within(dialog).getAllByRole('listitem') }
  }
  return { user, calls, open }
}

const drag = (entry: HTMLElement | undefined, onto: HTMLElement | undefined) => {
  if (!entry || !onto) throw new Error('There are no two entries.')
  fireEvent.dragStart(entry)
  fireEvent.dragOver(onto)
  fireEvent.drop(onto)
}

test('INDEX-07 renumbering shows old and new, in an order that is changed by Alt+Up, Alt+Down and dragging', async () => {
  const { user, calls, open } = renumbered()
  const { dialog, items } = await open()
  expect(within(dialog).getByRole('button', { name: 'Nothing to renumber' })).toHaveProperty('disabled', true)
  items()[1]?.focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(items()[0]?.textContent).toContain('PPA.pdf'))
  expect(items()[0]?.textContent).toMatch(/^2.*1.*PPA\.pdf$/)
  drag(items()[1], items()[0])
  await waitFor(() => expect(items()[0]?.textContent).toContain('02 Permits'))
  items()[0]?.focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(items()[0]?.textContent).toContain('PPA.pdf'))
  // To the end as well.
  drag(items()[0], items()[1])
  await waitFor(() => expect(calls).toHaveLength(4))
  expect(calls).toEqual([
    [['d1'], 'f1'],
    [['f1'], 'd1'],
    [['f1'], null],
    [['d1'], null],
  ])
})

test('of a folder of more entries than are shown none is put behind those that are not', async () => {
  const { user, calls, open } = renumbered(300)
  const { items } = await open()
  items()[0]?.focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  drag(items()[0], items()[1])
  items()[1]?.focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(items()[0]?.textContent).toContain('PPA.pdf'))
  expect(calls).toEqual([[['d1'], 'f1']])
})
