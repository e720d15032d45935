import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { by, refused, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom } from '../testing/openRoom.tsx'
import type { Entry } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [{ id: 'd1', name: 'PPA.pdf' }]
const TRACE = {
  __typename: 'MarkTrace',
  code: '7K2M-4QXN-9TRB',
  kind: 'SCREEN',
  at: '2026-11-23T14:32:00.000Z',
  address: '203.0.113.9',
  user: { __typename: 'User', id: 'u1', fullName: 'Ann Lee', email: 'ann.lee@bidder.example' },
  companyName: 'Northwind Energy',
  groups: ['Bidders', 'Lenders'],
  recordedPath: '03 Offtake/PPA.pdf',
  version: 2,
  viewedAs: null,
}

test('the tree’s menu asks for a code, and says who was given the page, where and when', async () => {
  const { user } = openRoom('', { canEditPermissions: true }, ENTRIES, {
    MarkTrace: by(({ code }) =>
      code === '7k2m 4qxn 9trb'
        ? { data: { markTrace: TRACE } }
        : refused('NOT_FOUND', 'No mark has this code.'),
    ),
  })
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Trace a mark' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Trace a mark' }))
  const code = await dialog.findByRole('textbox', { name: /Code/ })
  await user.type(code, 'AAAA-AAAA-AAAA')
  await user.click(dialog.getByRole('button', { name: 'Trace' }))
  await dialog.findByText('No mark has this code.')
  await user.clear(code)
  await user.type(code, '7k2m 4qxn 9trb')
  await user.click(dialog.getByRole('button', { name: 'Trace' }))
  for (const text of [
    '7K2M-4QXN-9TRB',
    'Ann Lee, ann.lee@bidder.example',
    'Northwind Energy',
    'Bidders, Lenders',
    '03 Offtake/PPA.pdf, version 2',
    /2026-11-23 14:32 UTC/,
    '203.0.113.9',
    'On the screen',
  ]) {
    await dialog.findByText(text)
  }
  expect(dialog.queryByText('In the view of')).toBeNull()
})

test('whoever doesn’t administer the documents has no way to trace marks', async () => {
  const { user } = openRoom('', { canEdit: true, canDelete: true }, ENTRIES)
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await screen.findByRole('menuitem', { name: 'Recycle bin' })
  expect(screen.queryByRole('menuitem', { name: 'Trace a mark' })).toBeNull()
})
