import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { formatDateTime, zoneName } from '../../../../shared/format/time.ts'
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

/** By what the pages of these codes were given. */
const KINDS: Readonly<Record<string, string>> = {
  '7k2m 4qxn 9trb': 'SCREEN',
  '8888-8888-8888': 'PRINT',
  '9999-9999-9999': 'PDF',
}

test('MARK-13 the tree’s menu asks for a code, and says who was given which page, from where, when and how', async () => {
  const { user } = openRoom('', { canEditPermissions: true }, ENTRIES, {
    MarkTrace: by(({ code }) =>
      typeof code === 'string' && Object.hasOwn(KINDS, code)
        ? { data: { markTrace: { ...TRACE, kind: KINDS[code] } } }
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
    // In the viewer's zone, and in UTC.
    `${formatDateTime(TRACE.at)} ${zoneName(TRACE.at)} (2026-11-23 14:32 UTC)`,
    '203.0.113.9',
    'On the screen',
  ]) {
    await dialog.findByText(text)
  }
  expect(dialog.queryByText('In the view of')).toBeNull()
  for (const [typed, how] of [
    ['8888-8888-8888', 'On paper'],
    ['9999-9999-9999', 'As a PDF'],
  ] as const) {
    await user.clear(code)
    await user.type(code, typed)
    await user.click(dialog.getByRole('button', { name: 'Trace' }))
    await dialog.findByText(how)
  }
})

test('whoever doesn’t administer the documents has no way to trace marks or to set them', async () => {
  const { user } = openRoom('', { canEdit: true, canDelete: true }, ENTRIES)
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await screen.findByRole('menuitem', { name: 'Recycle bin' })
  for (const name of ['Trace a mark', 'Viewing and marks'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull()
})
