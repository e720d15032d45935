import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Answers, renderAt } from '../../../testing/renderAt.tsx'
import { BASE, type Entry, type Rights, room } from './room.ts'

/** What the scripted room holds by default. */
export const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true, permitted: ['Deal team', 'Lenders'] },
  { id: 'f2', name: '03 Offtake', folder: true },
  { id: 'd1', name: 'PPA.pdf', size: 4_800_000, permitted: ['Lenders'] },
  { id: 'd2', name: 'Site.png', size: 61_400 },
  { id: 'd3', name: 'Notes.txt', size: 10 },
  { id: 'd4', name: 'Zoning permit.docx', size: 386_000, in: 'f1' },
  { id: 'f3', name: '02.1 County', folder: true, in: 'f1' },
]

/** The room at an address, with what the person may do. */
export function openRoom(
  path = '',
  rights: Rights = {},
  entries: readonly Entry[] = ENTRIES,
  answers: Answers = {},
) {
  const scripted = room([...entries], rights)
  const page = renderAt(`${BASE}${path}`, { ...scripted.answers, ...answers })
  return { ...page, entries: scripted.entries, user: userEvent.setup() }
}

/** The list of the folder in view. */
export const grid = () => screen.findByRole('grid')

/** The row of the list with that name. */
export async function rowOf(name: string): Promise<HTMLElement> {
  const link = await within(await grid()).findByRole('link', { name })
  const found = link.closest('[role="row"]')
  if (!(found instanceof HTMLElement)) throw new Error(`${name} stands in no row`)
  return found
}

/** The address of the page, without its origin. */
export const addressOf = ({ router }: Pick<ReturnType<typeof openRoom>, 'router'>): string =>
  router.state.location.pathname + router.state.location.search
