import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { BASE, type Rights, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES = [
  { id: 'd1', name: 'PPA.docm', versions: 3, size: 3000 },
  { id: 'd2', name: 'Lease.docm' },
]

function open(rights: Rights = { canEdit: true }, path = BASE) {
  const scripted = room([...ENTRIES], rights)
  return { ...renderAt(path, scripted.answers), user: userEvent.setup() }
}

const dialog = () => screen.findByRole('dialog', { name: 'Versions' })
const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.docm' }))
  await user.click(screen.getByRole('menuitem', { name: 'Versions' }))
}

test('UPL-36 HIST-12 the list marks files with versions, and only their menus lead to them', async () => {
  const { user } = open()
  expect(await screen.findByText('3 versions')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Actions for Lease.docm' }))
  expect(screen.queryByRole('menuitem', { name: 'Versions' })).toBeNull()
  await user.keyboard('{Escape}')
  await openDialog(user)
  const rows = await within(await dialog()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.replace(/ · \d.*/, ''))).toEqual([
    `Version 3Current${formatBytes(3000)} (+${formatBytes(1000)})`,
    `Version 2${formatBytes(2000)} (+${formatBytes(1000)})`,
    `Version 1${formatBytes(1000)}`,
  ])
  expect(within(rows[0] as HTMLElement).queryByRole('button', { name: /Restore/ })).toBeNull()
  expect(
    within(rows[1] as HTMLElement)
      .getByRole('link', { name: 'Preview version 2' })
      .getAttribute('href'),
  ).toBe(`${BASE}/d1?version=d1-v2`)
})

test('UPL-36 an earlier version is made current again, with Undo; readers are not offered it', async () => {
  const { user, asked } = open()
  await openDialog(user)
  await user.click(await within(await dialog()).findByRole('button', { name: 'Restore version 1' }))
  await screen.findByText('Version 1 of PPA.docm is the current one again.')
  expect(asked.filter((name) => name === 'RestoreVersion')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }))
  await waitFor(() => expect(asked.filter((name) => name === 'RestoreVersion')).toHaveLength(2))
})

test('UPL-36 who may only read can look at versions, and restores none', async () => {
  const { user } = open({})
  await openDialog(user)
  await within(await dialog()).findByRole('button', { name: 'Download version 1' })
  expect(within(await dialog()).queryByRole('button', { name: /Restore/ })).toBeNull()
})

test('UPL-36 a page of an earlier version says so and leads to the current one', async () => {
  open({}, `${BASE}/d1?version=d1-v2`)
  await screen.findByText(/^Version 2 of 3, from .* by Maya Okafor\. It is not the current one\.$/)
  expect(screen.getByRole('link', { name: 'Show the current version' }).getAttribute('href')).toBe(
    `${BASE}/d1`,
  )
})
