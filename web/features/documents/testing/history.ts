import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Answers, by, renderAt } from '../../../testing/renderAt.tsx'
import { operationsOn } from './operations.ts'
import { BASE, type Entry, type Rights, ROOT, room, TREE } from './room.ts'

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '03 Offtake', folder: true },
  { id: 'd1', name: 'PPA.pdf', in: 'f2' },
  { id: 'f3', name: '02.1 Easements', folder: true, in: 'f1' },
]

/** Reads the history and its change log. */
export const HISTORIAN: Rights = {
  canViewDocumentsHistory: true,
  changeLogUrl: `/documents/${TREE}/change-log`,
}

/** An entry as far as a test says it. */
interface Change {
  readonly id: string
  readonly activityType?: string
  readonly documentId?: string | null
  readonly recordedPath?: string
  readonly formerPath?: string | null
  readonly formerNumber?: string | null
  readonly newNumber?: string | null
  readonly formerAudience?: string | null
  readonly audience?: string | null
  readonly version?: number | null
  readonly restorableId?: string
  readonly at?: string
}

const change = ({ id, documentId = 'd1', ...given }: Change) => ({
  __typename: 'DocumentActivity',
  id,
  document: documentId === null ? null : { __typename: 'Document', id: documentId, number: null },
  user: { __typename: 'User', id: 'maya', fullName: 'Maya Okafor' },
  userGroups: [{ __typename: 'UserGroup', id: 'g1', name: 'Deal team' }],
  activityType: 'UPLOAD',
  createdAt: given.at ?? '2026-03-04T15:07:00.000Z',
  active: documentId !== null,
  recordedPath: '03 Offtake/PPA.pdf',
  formerPath: null,
  formerNumber: null,
  newNumber: null,
  restored: false,
  token: null,
  restorableId: null,
  formerAudience: null,
  audience: null,
  version: 1,
  ...given,
})

/** One page of a history, with how many there are on all. */
export const answerOf = (changes: readonly Change[], count = changes.length) => ({
  data: {
    history: {
      __typename: 'DocumentHistory',
      count,
      activity: changes.map(change),
      ancestors: [{ __typename: 'Document', id: 'f2', name: '03 Offtake' }],
    },
  },
})

/** A page of the scripted room with that answer to its history, and what was asked for it. */
export function openHistory(
  path: string,
  answer: Answers[string],
  rights: Rights = HISTORIAN,
  further: Answers = {},
) {
  const scripted = room([...ENTRIES], rights)
  const histories: Record<string, unknown>[] = []
  const choices: Record<string, unknown>[] = []
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    DocumentHistory: by((variables) => {
      histories.push(variables)
      return typeof answer === 'function' ? answer(variables) : (answer ?? {})
    }),
    HistoryFilterChoices: by((variables) => {
      choices.push(variables)
      return {
        data: {
          documentTree: { __typename: 'DocumentTree', id: TREE, fileTypes: ['folder', 'pdf', 'xlsx'] },
          ...(variables.withGroups === true && {
            userGroups: [{ __typename: 'UserGroup', id: 'g1', name: 'Deal team' }],
          }),
        },
      }
    }),
    FoldersByName: by(({ search }) => ({
      data: {
        searchCount: 150,
        search: [...scripted.entries]
          .filter(({ name, folder }) => folder && name.toLowerCase().includes(String(search)))
          .map(({ id, name }) => ({
            __typename: 'Document',
            id,
            name,
            ancestors: [
              { __typename: 'Document', id: ROOT, name: 'Documents' },
              { __typename: 'Document', id: 'f0', name: '01 Company' },
              { __typename: 'Document', id: 'f1', name: '02 Permits' },
            ],
          })),
      },
    })),
    ...further,
  })
  return { ...page, histories, choices, user: userEvent.setup() }
}

/** The table of entries, by the name of what it is of. */
export const historyTable = (name = 'History of Documents') => screen.findByRole('grid', { name })
/** The words of each entry, cell by cell. */
export const entryRows = async () =>
  [...(await historyTable()).querySelectorAll('[data-row]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
/** The query of the page's address. */
export const queryOf = ({ router }: ReturnType<typeof openHistory>) =>
  new URLSearchParams(router.state.location.search)
/** The button of a filter, by the end of its name. */
export const filterButton = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Filter by ${name}`) })
