import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type RenameRule, renamed } from '../../../../shared/renaming.ts'
import { by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { ENTRIES, openRoom, rowOf } from '../testing/openRoom.tsx'

beforeEach(() => setWindowWidth(1440))

test('a selection is renamed by a rule after a preview with conflicts at their rows, and taken back in one step', async () => {
  const undone: unknown[] = []
  const done: unknown[] = []
  const { user } = openRoom('', { canEdit: true, canRename: true }, ENTRIES, {
    RenameDocuments: by(({ documentIds, rule, dryRun }) => {
      const chosen = (documentIds as string[]).map((id) => {
        const entry = ENTRIES.find((each) => each.id === id)
        return { id, name: entry?.name ?? '', isFolder: entry?.folder ?? false }
      })
      const names = renamed(chosen, rule as RenameRule)
      const rows = chosen.map(({ id, name: former }, at) => ({
        __typename: 'RenamedDocument',
        id,
        former,
        name: names[at] ?? '',
        problem: names[at] === 'Taken PPA.pdf' ? 'An entry with this name already exists.' : null,
      }))
      if (dryRun === false) done.push(rule)
      return { data: { renameDocuments: { __typename: 'RenameDocumentsPayload', isDone: !dryRun, rows } } }
    }),
    UndoRenameDocuments: by(({ names }) => {
      undone.push(names)
      return { data: { undoRenameDocuments: { __typename: 'RenameDocumentsPayload', isDone: true } } }
    }),
  })
  for (const name of ['PPA.pdf', 'Site.png']) {
    await user.click(within(await rowOf(name)).getByRole('checkbox'))
  }
  await user.click(await screen.findByRole('button', { name: 'Rename' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename' })
  const before = within(dialog).getByLabelText('Add before')
  await user.type(before, 'Taken ')
  await within(dialog).findByText('An entry with this name already exists.')
  expect(within(dialog).getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true)
  await user.clear(before)
  await user.type(before, 'Old ')
  await within(dialog).findByText('Old Site.png')
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(done).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(undone).toEqual([
      [
        { id: 'd1', former: 'PPA.pdf', name: 'Old PPA.pdf' },
        { id: 'd2', former: 'Site.png', name: 'Old Site.png' },
      ],
    ]),
  )
})
