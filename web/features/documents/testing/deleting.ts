import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Answers, renderAt } from '../../../testing/renderAt.tsx'
import { rowOf } from './openRoom.tsx'
import { operationsOn } from './operations.ts'
import { BASE, type Entry, type Rights, room } from './room.ts'

/** The room of the tests of deleting. */
export const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '02.1 County', folder: true, in: 'f1' },
  { id: 'd4', name: 'Zoning permit.docx', in: 'f2' },
  { id: 'd1', name: 'PPA.pdf', size: 4_800_000 },
  { id: 'd2', name: 'Site.png', size: 61_400 },
  { id: 'd3', name: 'Zone.txt', size: 10 },
]

/** May delete, and nothing else. */
export const MAY: Rights = { canDelete: true }

/** That room at an address, with what the person may do. */
export function open(path = '', rights = MAY, answers: Answers = {}, entries: readonly Entry[] = ENTRIES) {
  const scripted = room([...entries], rights)
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    ...answers,
  })
  return { ...page, entries: scripted.entries, user: userEvent.setup() }
}

export type User = ReturnType<typeof userEvent.setup>

/** Names in the list, from the top down. */
export const names = () => [...document.querySelectorAll('[data-row] a')].map((link) => link.textContent)
/** Opens a row's menu. @returns its entries */
export const menuOf = async (user: User, name: string) => {
  await user.click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }))
  return screen.getAllByRole('menuitem').map((item) => item.textContent)
}
/** Asks whether to delete a row. @returns the dialog */
export const stage = async (user: User, name: string) => {
  await menuOf(user, name)
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  return screen.findByRole('dialog', { name: `Delete ${name}` })
}
/** A button of the dialog. */
export const button = (dialog: HTMLElement, name: string | RegExp) =>
  within(dialog).findByRole<HTMLButtonElement>('button', { name })
/** What the dialog names. */
export const affected = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('ul[aria-label="Affected"] > li')].map((item) => item.children[1]?.textContent)
