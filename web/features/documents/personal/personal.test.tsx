import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { by, refused, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom, rowOf } from '../testing/openRoom.tsx'
import { type Entry, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const entries = (): Entry[] => [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'd1', name: 'PPA.pdf' },
  { id: 'd4', name: 'Zoning permit.docx', in: 'f1', favourite: true },
]
const star = async (name: string) =>
  within(await rowOf(name)).findByRole('button', { name: `Favourite: ${name}` })

test('INDEX-08 the star of a row turns immediately, and favourites are listed with where they lie', async () => {
  const { user } = openRoom('', {}, entries())
  expect((await star('PPA.pdf')).getAttribute('aria-pressed')).toBe('false')
  await user.click(await star('PPA.pdf'))
  await waitFor(async () => expect((await star('PPA.pdf')).getAttribute('aria-pressed')).toBe('true'))

  await user.click(screen.getByRole('button', { name: 'Favourites' }))
  const list = await screen.findByRole('grid', { name: 'Favourites' })
  await within(list).findByRole('link', { name: 'Zoning permit.docx' })
  expect(within(list).getByRole('link', { name: 'Documents / 02 Permits' })).toBeTruthy()
  await user.click(within(list).getByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Remove from favourites' }))
  await waitFor(() => expect(within(list).queryByRole('link', { name: 'PPA.pdf' })).toBeNull())
})

test('INDEX-08 a star that could not be given goes back, and the sentence is shown', async () => {
  const FULL = 'You have 500 favourites in this room. Please remove one of them first.'
  const { user } = openRoom('', {}, entries(), { SetFavourite: refused('CONFLICT', FULL) })
  await user.click(await star('PPA.pdf'))
  await screen.findByText(FULL)
  await waitFor(async () => expect((await star('PPA.pdf')).getAttribute('aria-pressed')).toBe('false'))
})

const note = (change: object = {}) => ({
  __typename: 'DocumentNote',
  id: 'n1',
  revision: 3,
  text: 'Check the term.',
  author: 'Maya Okafor',
  isMine: true,
  groups: [],
  groupIds: [],
  at: new Date().toISOString(),
  ...change,
})

/** A server that has these notes, and what is sent to it. */
function notes(...all: object[]) {
  const sent: Record<string, unknown>[] = []
  const answers = {
    DocumentNotes: by(() => ({
      data: {
        documentTree: {
          __typename: 'DocumentTree',
          id: TREE,
          noteGroups: [{ __typename: 'NoteGroup', id: 'g1', name: 'Bidder: Northwind' }],
        },
        documentNotes: all,
      },
    })),
    SaveDocumentNote: by((variables) => {
      sent.push(variables)
      return {
        data: {
          saveDocumentNote: { __typename: 'DocumentNotePayload', note: note({ revision: 4 }), errors: [] },
        },
      }
    }),
  }
  return { answers, sent }
}

async function openNote(server: ReturnType<typeof notes>) {
  const { user } = openRoom('', {}, entries(), server.answers)
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Private note' }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Private note' }) }
}

test('INDEX-12 a note is one’s own unless it is given to a group, and says who reads it', async () => {
  const server = notes(
    note(),
    note({ id: 'n2', isMine: false, text: 'Theirs', groups: ['Bidder: Northwind'] }),
  )
  const { user, dialog } = await openNote(server)
  const field = await within(dialog).findByLabelText<HTMLTextAreaElement>('Your note')
  expect(field.value).toBe('Check the term.')
  expect(
    within(within(dialog).getByRole('list', { name: 'Notes of your groups' })).getByText('Theirs'),
  ).toBeTruthy()
  within(dialog).getByText('Only you read this note. Nobody else can open it, no administrator either.')
  await user.click(within(dialog).getByRole('checkbox', { name: 'Bidder: Northwind' }))
  await user.clear(field)
  await user.type(field, 'Ask for the cap.')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent).toEqual([{ documentId: 'd1', text: 'Ask for the cap.', groupIds: ['g1'], revision: 3 }])
})

test('INDEX-12 a text of more than 2,000 characters is refused at its field, and stays', async () => {
  const server = notes(note({ text: 'a'.repeat(2001) }))
  const { user, dialog } = await openNote(server)
  await within(dialog).findByLabelText('Your note')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Please use at most 2,000 characters; these are 2,001.')
  expect(server.sent).toEqual([])
})
