import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom } from '../testing/openRoom.tsx'
import { BASE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const MAY = { canEdit: true, canDelete: true, canRename: true }

const entry = (id: string, given: Record<string, unknown> = {}) => ({
  __typename: 'DeletedDocument',
  id,
  name: `${id}.pdf`,
  path: `02 Permits/${id}.pdf`,
  fileType: 'FILE',
  deletedAt: '2026-03-04T15:07:00.000Z',
  deletedBy: 'Maya Okafor',
  daysLeft: 30,
  below: 0,
  size: 4_800_000,
  ...given,
})

const FOLDER = entry('f9', {
  name: 'Old offers',
  path: 'Old offers',
  fileType: 'FOLDER',
  below: 1204,
  daysLeft: 2,
})

/** A scripted bin; what is restored leaves it. */
function bin(
  entries: Record<string, unknown>[],
  {
    canDeleteForGood = false,
    problems = {} as Record<string, string>,
    names = {} as Record<string, string>,
  } = {},
) {
  const asked: Record<string, unknown>[] = []
  const leave = (id: unknown) =>
    entries.splice(
      entries.findIndex((each) => each.id === id),
      1,
    )[0]
  const answers: Answers = {
    RecycleBin: by((variables) => {
      asked.push(variables)
      const page = { __typename: 'DeletedDocumentPage', count: entries.length, days: 14, canDeleteForGood }
      return { data: { recycleBin: { ...page, items: [...entries] } } }
    }),
    RestoreFromBin: by(({ documentIds }) => {
      const results = (documentIds as string[]).map((id) => {
        const problem = problems[id] ?? null
        const gone = problem === null ? leave(id) : undefined
        const document = gone && { __typename: 'Document', id, name: names[id] ?? gone.name }
        return { __typename: 'RestoredDocument', id, document: document ?? null, problem }
      })
      return { data: { restoreFromBin: { __typename: 'RestoreFromBinPayload', results } } }
    }),
    DeleteForGood: by(({ documentId }) => {
      leave(documentId)
      return { data: { deleteForGood: { __typename: 'DeletePayload', success: true, errors: [] } } }
    }),
  }
  return { answers, asked }
}

const open = (scripted: ReturnType<typeof bin>, rights = MAY) =>
  openRoom('/bin', rights, undefined, scripted.answers)
const table = () => screen.findByRole('grid', { name: 'Recycle bin' })
const cells = async (name: string) => {
  const row = within(await table())
    .getByText(name)
    .closest('[role="row"]')
  return within(row as HTMLElement)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent)
}

test('BIN-01 BIN-09 the bin says of each entry where it was, who deleted it and when, what went with it and how long it stays', async () => {
  const scripted = bin([FOLDER, entry('d9')])
  const { user } = open(scripted)
  await screen.findByText('Old offers')
  expect((await cells('Old offers')).join('|')).toMatch(
    /Old offers\|Documents\|Maya Okafor\|.*\|2 days\|1,204 entries\|4\.8 MB/,
  )
  expect((await cells('d9.pdf')).join('|')).toContain('|Documents / 02 Permits|Maya Okafor|')
  expect(
    screen.getByText('Deleted documents are kept for 14 days, then their contents are removed.'),
  ).toBeTruthy()
  expect(scripted.asked.at(-1)).toMatchObject({ ordering: '-deletedAt', limit: 50, offset: 0, search: null })
  await user.click(within(await table()).getByRole('button', { name: /Size/ }))
  await waitFor(() =>
    expect(scripted.asked.at(-1)).toMatchObject({ ordering: expect.stringContaining('size') }),
  )
  await user.type(screen.getByLabelText('Search the recycle bin'), 'offer')
  await waitFor(() => expect(scripted.asked.at(-1)).toMatchObject({ search: 'offer' }))
  expect(screen.queryByRole('menuitem', { name: 'Delete for good…' })).toBeNull()
})

test('BIN-05 several are restored together, with what became of each', async () => {
  const problem = "You can't add to the folder that this was in."
  const { user } = open(bin([FOLDER, entry('d8'), entry('d9')], { problems: { d9: problem } }))
  await user.click(await screen.findByRole('checkbox', { name: 'Select Old offers' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select d9.pdf' }))
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText(`1 of 2 items is back. ${problem}`)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Old offers')).toBeNull())
  expect(screen.getByText('d9.pdf')).toBeTruthy()
})

test('BIN-03 an entry whose name is taken says what it is called now', async () => {
  const { user } = open(bin([entry('d9')], { names: { d9: 'd9 (restored).pdf' } }))
  await user.click(await screen.findByRole('button', { name: 'Actions for d9.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
  expect(await screen.findByText('d9.pdf is back as "d9 (restored).pdf": its name is taken.')).toBeTruthy()
  expect(await screen.findByText('The recycle bin is empty.')).toBeTruthy()
})

test('BIN-06 deleting for good asks for the name', async () => {
  const { user } = open(bin([FOLDER], { canDeleteForGood: true }))
  await user.click(await screen.findByRole('button', { name: 'Actions for Old offers' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete for good…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete for good' }))
  expect(
    dialog.getByText(/Nobody can restore Old offers and the 1,204 entries in it after this/),
  ).toBeTruthy()
  await user.type(dialog.getByLabelText('Type Old offers to delete'), 'old offers')
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
  expect(await dialog.findByText('Please type Old offers.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Type Old offers to delete'))
  await user.type(dialog.getByLabelText('Type Old offers to delete'), 'Old offers')
  await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('Old offers is deleted for good.')).toBeTruthy()
  expect(await screen.findByText('The recycle bin is empty.')).toBeTruthy()
})

test('BIN-01 the menu of a folder leads to the bin for who may delete, and nobody else opens it', async () => {
  const { user } = openRoom('', MAY)
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  const link = await screen.findByRole('menuitem', { name: 'Recycle bin' })
  expect(link.getAttribute('href')).toBe(`${BASE}/bin`)
})

test('BIN-01 nobody without the right to delete opens the bin', async () => {
  open(bin([FOLDER]), { ...MAY, canDelete: false })
  expect(await screen.findByText('Not authorized.')).toBeTruthy()
})

test('BIN-01 on a phone an entry says in two lines what it is and how long it stays', async () => {
  setWindowWidth(390)
  open(bin([FOLDER]))
  expect(await screen.findByText('2 days')).toBeTruthy()
  expect((await table()).textContent).toContain('1,204 entries')
})
