import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom, rowOf } from '../testing/openRoom.tsx'
import { type Entry, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const entries = (): Entry[] => [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'd1', name: 'PPA.pdf', news: 'NEW_VERSION', versions: 2 },
  { id: 'd2', name: 'Lease.pdf' },
  { id: 'd4', name: 'Zoning permit.docx', in: 'f1', news: 'NEW' },
]

test('rows say what is new, and folders how much is below them', async () => {
  openRoom('', {}, entries())
  // The marks are loaded where something is new.
  await waitFor(async () => expect((await rowOf('PPA.pdf')).textContent).toContain('New version'))
  expect((await rowOf('02 Permits')).textContent).toContain('1 new')
  expect((await rowOf('Lease.pdf')).textContent).not.toContain('ew')
})

test('NEW-02 what is new is listed with its folder and, for who sees the history, its author; the index and the marks go with it', async () => {
  const { user } = openRoom('', { canViewDocumentsHistory: true }, entries())
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const list = await screen.findByRole('grid', { name: 'New' })
  await within(list).findByRole('link', { name: 'Zoning permit.docx' })
  expect(within(list).getByRole('link', { name: 'Documents / 02 Permits' })).toBeTruthy()
  expect(within(list).getAllByText('Maya Okafor')).toHaveLength(2)
  await screen.findByRole('heading', { name: /^New since 11\/20\/2026/ })
  // What is chosen goes into one zip.
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await screen.findByRole('button', { name: 'Download as zip' })
  expect(screen.getByRole('link', { name: 'Index' }).getAttribute('href')).toBe(
    `/documents/${TREE}/new/spreadsheet`,
  )
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('Nothing is new here.')
})

test('without the history no author is named, and of one folder only what is below it is listed', async () => {
  openRoom('/f1?view=new', {}, entries())
  const list = await screen.findByRole('grid', { name: 'New' })
  await within(list).findByRole('link', { name: 'Zoning permit.docx' })
  expect(within(list).queryByRole('link', { name: 'PPA.pdf' })).toBeNull()
  await waitFor(() => expect(within(list).queryByText('Published by')).toBeNull())
  expect(screen.getByRole('link', { name: 'Index' }).getAttribute('href')).toBe(
    `/documents/${TREE}/new/spreadsheet?folderId=f1`,
  )
})
