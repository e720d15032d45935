import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom, rowOf } from '../testing/openRoom.tsx'
import type { Rights } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const actions = async () => {
  await rowOf('PPA.pdf')
  return ['New folder', 'Upload'].filter((name) => screen.queryByRole('button', { name }))
}

test('DOC-33 without the edit right there is neither new folder nor upload', async () => {
  openRoom()
  expect(await actions()).toEqual([])
})

test('DOC-33 DOC-34 a root that may not hold files has new folder, but no upload', async () => {
  openRoom('', { canEdit: true })
  expect(await actions()).toEqual(['New folder'])
})

test('DOC-33 a root that may hold files has both', async () => {
  openRoom('', { canEdit: true, allowRootFiles: true })
  expect(await actions()).toEqual(['New folder', 'Upload'])
})

test('DOC-34 folders of such a tree take uploads all the same', async () => {
  openRoom('/f1', { canEdit: true })
  await rowOf('Zoning permit.docx')
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy()
})

test('DOC-03 DOC-16 the upload view takes files, where one may upload', async () => {
  openRoom('/f1?view=upload', { canEdit: true })
  expect(await screen.findByText('Drag files or click choose to start uploading')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Choose...' })).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('DOC-34 the upload view of a root that may not hold files is its list', async () => {
  openRoom('?view=upload', { canEdit: true })
  expect(await rowOf('PPA.pdf')).toBeTruthy()
  expect(screen.queryByText('Drag files or click choose to start uploading')).toBeNull()
})

test.each<[string, Rights, string, string | null]>([
  ['may upload', { canEdit: true, allowRootFiles: true }, 'Drop files here or choose them.', 'Upload'],
  [
    'may only make folders',
    { canEdit: true },
    'Files are kept in folders here: create the first one.',
    'New folder',
  ],
  ['may only look', {}, 'Documents appear here as soon as they are shared with you.', null],
])('DOC-18 an empty folder says so, and what to do next for who %s', async (_who, rights, hint, action) => {
  openRoom('', rights, [])
  const empty = (await screen.findByText('This folder is empty')).parentElement
  if (!empty) throw new Error('no empty state')
  expect(within(empty).getByText(hint)).toBeTruthy()
  expect(
    within(empty)
      .queryAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(action === null ? [] : [action])
})

test('UPL-35 the folder in view shows what was uploaded, and keeps the selection', async () => {
  const { user } = openRoom('/f1', { canEdit: true })
  await user.click(within(await rowOf('Zoning permit.docx')).getByRole('checkbox'))
  const folder = {
    isFile: false,
    isDirectory: true,
    name: 'Surveys',
    createReader: () => ({ readEntries: (take: (entries: []) => void) => take([]) }),
  }
  const dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => folder }] }
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(drop, 'dataTransfer', { value: dataTransfer })
  act(() => {
    document.querySelector('[role="grid"]')?.dispatchEvent(drop)
  })
  expect(await rowOf('Surveys')).toBeTruthy()
  expect(screen.getByText('1 selected')).toBeTruthy()
})
