import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom } from '../testing/openRoom.tsx'
import { type Entry, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [{ id: 'd1', name: 'PPA.pdf' }]
const MARK = {
  __typename: 'Mark',
  pattern: '{name} · {email}',
  position: 'TILED',
  opacity: 25,
  size: 14,
  zone: 'UTC',
  originals: false,
}

test('the mark of a room is changed beside a page that shows it; what is wrong is said at its field', async () => {
  const saved: unknown[] = []
  const shown: unknown[] = []
  const { user } = openRoom('', { canEditPermissions: true }, ENTRIES, {
    TreeMark: {
      data: {
        documentTree: {
          __typename: 'DocumentTree',
          id: TREE,
          viewing: { __typename: 'TreeViewing', mark: MARK, revision: 7 },
        },
      },
    },
    MarkPreview: by(({ mark }) => {
      shown.push(mark)
      return {
        data: {
          markPreview: { __typename: 'MarkPreview', image: 'AAAA', lines: ['Dana Reyes', '7K2M-4QXN-9TRB'] },
        },
      }
    }),
    UpdateTreeMark: by(({ mark, revision }) => {
      saved.push({ mark, revision })
      return {
        data: {
          updateTreeViewing: {
            __typename: 'UpdateTreeViewingPayload',
            documentTree: { __typename: 'DocumentTree', id: TREE },
            errors: [],
          },
        },
      }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Viewing and marks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Viewing and marks' }))
  await dialog.findByRole('img', { name: 'A page with your mark: Dana Reyes, 7K2M-4QXN-9TRB' })
  const pattern = await dialog.findByRole('textbox', { name: /What the mark says/ })
  await user.clear(pattern)
  await user.type(pattern, '{{shoe}')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^There is no \{shoe\}\. Please choose among/)
  expect(saved).toEqual([])
  await user.clear(pattern)
  await user.type(pattern, '{{room}')
  await waitFor(() => expect(shown.at(-1)).toMatchObject({ pattern: '{room}', opacity: 25, size: 14 }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved).toEqual([
      {
        mark: {
          pattern: '{room}',
          position: 'TILED',
          opacity: 25,
          size: 14,
          zone: 'UTC',
          originals: false,
        },
        revision: 7,
      },
    ]),
  )
})
