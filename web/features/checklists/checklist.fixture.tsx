import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { SESSION_SOCKET } from '../../addresses.ts'
import { organisation, portfolio, viewerOf } from '../../testing/fixtures.ts'
import { type Answers, by, PAGE, renderAt } from '../../testing/renderAt.tsx'

export const user = (id: string, fullName: string) => ({
  __typename: 'User',
  id,
  fullName,
  companyName: 'Meridian Solar Fund',
  avatarUrl: null,
})
const category = (id: string, parentId: string | null, name: string, rowNumber: number) => ({
  __typename: 'ChecklistCategory',
  id,
  parentId,
  name,
  rowNumber,
  isDevelopment: true,
  isOperating: true,
})
export const project = (id: string, name: string) => ({
  __typename: 'Project',
  id,
  name,
  capacity: 20_000,
  cod: null,
  offtakerName: null,
  location: { __typename: 'ProjectLocation', id, city: 'Hays', state: 'KS', zipCode: null },
})
export const item = (id: string, categoryId: string, projectId: string, more: object = {}) => ({
  __typename: 'ChecklistItem',
  id,
  categoryId,
  projectId,
  link: null,
  commentCount: 0,
  status: 'STATE_REQUESTED',
  userId: null,
  ...more,
})

export const PROJECTS = [project('p1', 'Cedar Bluff'), project('p2', 'Harlan County')]
export const CATEGORIES = [
  {
    ...category('1', null, 'Site control', 1),
    children: [category('2', '1', 'Lease', 1), category('3', '1', 'Title', 2)],
  },
  { ...category('4', null, 'Offtake', 2), children: [category('5', '4', 'Estoppel', 1)] },
]
/** Of the last row nothing applies to the second project. */
export const ITEMS = [
  item('11', '1', 'p1', { link: '/portfolios/one/storage/documents' }),
  item('12', '1', 'p2'),
  item('21', '2', 'p1', { status: 'DONE', userId: 'u1' }),
  item('22', '2', 'p2', { status: 'FOLLOW_UP_NEEDED', userId: 'u2', commentCount: 3 }),
  item('31', '3', 'p1', { status: 'UNDER_REVIEW' }),
  item('32', '3', 'p2'),
  item('41', '4', 'p1', { link: 'javascript:alert(1)' }),
  item('42', '4', 'p2'),
  item('51', '5', 'p1', { status: 'SIGNATURE_REQUIRED' }),
]

export const checklist = (more: object = {}) => ({
  data: {
    checklist: {
      __typename: 'Checklist',
      id: 'c1',
      name: 'Closing checklist',
      categories: CATEGORIES,
      assignees: [user('u1', 'Ann Lee')],
      parties: null,
      ...more,
    },
  },
})

/** The cells of a matrix as the server gives them. */
export const cellsOf = (all: readonly ReturnType<typeof item>[]) =>
  by(({ projectIds, ids }: { projectIds?: string[]; ids?: string[] }) => ({
    data: {
      checklist: {
        __typename: 'Checklist',
        id: 'c1',
        items: all.filter(
          (each) => (projectIds?.includes(each.projectId) ?? true) && (ids?.includes(each.id) ?? true),
        ),
      },
    },
  }))

export const figuresOf = (
  counts: Record<'total' | 'done' | 'attention' | 'inProgress' | 'assigned', number>,
) => ({
  data: {
    checklist: { __typename: 'Checklist', id: 'c1', counts: { __typename: 'ChecklistCounts', ...counts } },
  },
})
/** What the server counts of `ITEMS`. */
const FIGURES = figuresOf({ total: 5, done: 1, attention: 2, inProgress: 2, assigned: 2 })

/** A socket of the page, with the server's part played by the test. */
export class FakeSocket {
  static all: FakeSocket[] = []
  static readonly OPEN = 1
  readonly url: string
  readonly sent: { comment: string; checklistItemIds: string[]; ref: string; audience?: string }[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(url: string) {
    this.url = url
    // That of the session is the shell's.
    if (!url.includes(SESSION_SOCKET)) FakeSocket.all.push(this)
  }
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1)
    if (!socket) throw new Error('There is no socket.')
    return socket
  }
  open(): void {
    this.readyState = 1
    this.onopen?.()
    this.message({ comments: {} })
  }
  message(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  end(code: number): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
  close(): void {
    this.readyState = 3
  }
}

/** The page of a checklist, for an admin of checklists unless told. */
export function openChecklistPage(
  answers: Answers = {},
  given: { mayEdit?: boolean; hasChecklist?: boolean; switchedOn?: boolean; query?: string } = {},
) {
  FakeSocket.all = []
  // The room that a browser would measure; its width is the window's.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(680)
  vi.stubGlobal('WebSocket', FakeSocket)
  const org = organisation('Meridian', ['DEALROOM_VIEW'])
  const room = portfolio('One', {
    org,
    hasChecklist: given.hasChecklist ?? true,
    headerEnabled: false,
    permissions: ['DEALROOM_VIEW', ...(given.mayEdit === false ? [] : (['CHECKLISTS_ADMIN'] as const))],
  })
  const page = { ...PAGE, config: { ...PAGE.config, checklists: given.switchedOn ?? true } }
  const all = {
    Viewer: viewerOf([org]),
    PortfolioPage: { data: { portfolioBySlug: room } },
    ActiveChecklists: {
      data: { activeChecklists: [{ __typename: 'Checklist', id: 'c1', name: 'Closing checklist' }] },
    },
    PortfolioProjects: { data: { portfolioProjects: PROJECTS } },
    ChecklistData: checklist(),
    ChecklistItems: cellsOf(ITEMS),
    ChecklistFigures: FIGURES,
    AssignableUsers: { data: { portfolioUsers: [user('u1', 'Ann Lee'), user('u3', 'Omar Haddad')] } },
    ...answers,
  }
  return renderAt(`/portfolios/one/checklist${given.query ?? ''}`, all, page)
}

/** The page at a desk with its socket open. */
export async function openMatrix(...given: Parameters<typeof openChecklistPage>) {
  const page = openChecklistPage(...given)
  await waitFor(() => expect(FakeSocket.all).not.toEqual([]))
  act(() => FakeSocket.last.open())
  const grid = await screen.findByRole('grid', { name: 'Closing checklist' })
  return { ...page, grid, user: userEvent.setup() }
}

export const cell = (name: RegExp, at = 0): HTMLElement => {
  const found = screen.getAllByRole('gridcell', { name })[at]
  if (!found) throw new Error(`There is no cell ${name}.`)
  return found
}

/** The figures over the matrix, in their order. */
export const figures = () =>
  within(screen.getByLabelText('Summary'))
    .getAllByRole('definition', { hidden: true })
    .map((each) => each.textContent)
