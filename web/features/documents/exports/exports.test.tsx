import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { BASE, type Rights, room, TREE } from '../testing/room.ts'
import { fileIndexAddress } from './FileIndexDialog.tsx'

beforeEach(() => setWindowWidth(1440))

const ALL: Rights = {
  canViewDocumentsHistory: true,
  fileIndexUrl: `/documents/${TREE}/file-index`,
  canViewAccessLog: true,
  accessLogUrl: `/documents/${TREE}/access-log`,
  changeLogUrl: `/documents/${TREE}/change-log`,
}

function open(path: string, rights: Rights) {
  const { answers } = room([{ id: 'f1', name: '02 Permits', folder: true }], rights)
  return { ...renderAt(`${BASE}${path}`, answers), user: userEvent.setup() }
}

const menu = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  return screen.getAllByRole('menuitem')
}

test('DOC-26 DOC-27 DOP-30 the menu has each spreadsheet that the tree gives an address for', async () => {
  const { user } = open('', ALL)
  const entries = await menu(user)
  expect(entries.map((entry) => entry.textContent)).toEqual(['File index…', 'Access log', 'Change log'])
  expect(entries.slice(1).map((entry) => [entry.getAttribute('href'), entry.getAttribute('target')])).toEqual(
    [
      [`/documents/${TREE}/access-log`, '_blank'],
      [`/documents/${TREE}/change-log`, '_blank'],
    ],
  )
})

test('DOC-26 the access log needs its right as well as its address', async () => {
  const { user } = open('', { ...ALL, canViewAccessLog: false })
  expect((await menu(user)).map((entry) => entry.textContent)).toEqual(['File index…', 'Change log'])
})

test('DOC-26 DOP-30 without the addresses there is nothing of it', async () => {
  const alone = open('', { fileIndexUrl: `/documents/${TREE}/file-index` })
  expect((await menu(alone.user)).map((entry) => entry.textContent)).toEqual(['File index…'])
  alone.unmount()
  open('', {})
  await screen.findByRole('grid', { name: 'Documents' })
  expect(screen.queryByRole('button', { name: 'Folder actions' })).toBeNull()
})

test('DOP-29 DOC-28 the file index has four columns, three more by choice, and the folder in view', async () => {
  const { user } = open('/f1', ALL)
  await menu(user)
  await user.click(screen.getByRole('menuitem', { name: 'File index…' }))
  await screen.findByRole('dialog')
  const always = ['Modified', 'Path', 'Name', 'Link'].map((name) =>
    screen.getByRole<HTMLInputElement>('checkbox', { name }),
  )
  expect(always.map((box) => [box.checked, box.disabled])).toEqual(always.map(() => [true, true]))
  const link = screen.getByRole('link', { name: 'Export' })
  const columns = (address: string | null) =>
    new URL(address ?? '', 'http://room.example').searchParams.getAll('columns')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(columns(link.getAttribute('href'))).toEqual(['modified', 'path', 'name', 'link'])
  for (const name of ['Size', 'Created', 'Download URL']) {
    await user.click(screen.getByRole('checkbox', { name }))
  }
  await user.click(screen.getByRole('checkbox', { name: 'Created' }))
  expect(columns(link.getAttribute('href'))).toEqual([
    'modified',
    'path',
    'name',
    'link',
    'download_url',
    'size',
  ])
  expect(link.getAttribute('href')).toMatch(/&folderId=f1$/)
  // The test has no tabs to open.
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('DOC-28 in the root the address has no folder', () => {
  expect(fileIndexAddress('/documents/t/file-index', null, ['size'])).toBe(
    '/documents/t/file-index?columns=modified&columns=path&columns=name&columns=link&columns=size',
  )
})
