// The dialog of permissions over a room of a few entries.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach } from 'vitest'
import { type Answers, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { permissionsOn } from '../testing/permissions.ts'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

export const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true, permitted: ['Deal team', 'Lenders'] },
  { id: 'd1', name: 'PPA.pdf', permitted: ['Deal team'] },
  { id: 'd2', name: 'Site.png', permitted: ['Deal team', 'Lenders', 'Tax equity'] },
]

export function open(rights: Rights = { canEditPermissions: true }, answers: Answers = {}) {
  const scripted = room([...ENTRIES], rights)
  const page = renderAt(BASE, { ...scripted.answers, ...permissionsOn(scripted.entries), ...answers })
  return { ...page, entries: scripted.entries, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>

export const dialog = () => screen.findByRole('dialog', { name: 'Permissions' })
export const toggle = async (name: string) =>
  within(await dialog()).findByRole<HTMLInputElement>('checkbox', { name })
export const stateOf = async (name: string) => {
  const box = await toggle(name)
  return box.dataset.indeterminate === 'true' ? 'mixed' : box.checked ? 'on' : 'off'
}
export const openOf = async (user: User, name: string) =>
  user.click(await screen.findByRole('button', { name: new RegExp(`^Permissions of ${name}`) }))

export const rowOf = (name: string): HTMLElement => {
  const row = screen.getByRole('checkbox', { name }).closest('tr')
  if (!row) throw new Error(`${name} has no row.`)
  return row
}
export const radio = (name: string, level: string) => within(rowOf(name)).getByRole('radio', { name: level })
export const chosenOf = (name: string) =>
  within(rowOf(name))
    .queryAllByRole('radio', { checked: true })
    .map((each) => each.getAttribute('aria-label'))
