import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FIRST_MARK } from '../../../../shared/markRules.ts'
import { by, savedFirst, setWindowWidth } from '../../../testing/renderAt.tsx'
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
  restrictPdf: false,
}

const VIEWING = {
  __typename: 'TreeViewing',
  usualLevel: 'ORIGINAL',
  mark: MARK,
  measureReading: true,
  textPrincipalIds: ['g2'],
  revision: 7,
}
const PERMISSIONS = {
  __typename: 'SelectionPermissions',
  permissions: [
    { id: 'p1', principal: { __typename: 'DocumentPrincipal', id: 'g1', name: 'Bidders' } },
    { id: 'p2', principal: { __typename: 'DocumentPrincipal', id: 'g2', name: 'Lenders' } },
  ].map((row) => ({ __typename: 'SelectionPermission', ...row })),
}

test('MARK-21 the mark of a room is changed beside a page that shows it 300 ms after the last change; what is wrong is said at its field', async () => {
  const saved: unknown[] = []
  const shown: unknown[] = []
  const { user } = openRoom('', { canEditPermissions: true }, ENTRIES, {
    TreeMark: {
      data: {
        documentTree: {
          __typename: 'DocumentTree',
          id: TREE,
          viewing: VIEWING,
        },
        documentPermissions: PERMISSIONS,
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
    UpdateTreeMark: by(({ mark, measureReading, revision }) => {
      saved.push({ mark, measureReading, revision })
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
  await user.click(dialog.getByRole('checkbox', { name: /Measure how long pages are in view/ }))
  await waitFor(() => expect(shown.at(-1)).toMatchObject({ pattern: '{room}', opacity: 25, size: 14 }))
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const before = shown.length
    const size = dialog.getByRole('textbox', { name: /^Size/ })
    fireEvent.change(size, { target: { value: '1' } })
    fireEvent.change(size, { target: { value: '12' } })
    await vi.advanceTimersByTimeAsync(290)
    fireEvent.change(size, { target: { value: '14' } })
    fireEvent.change(size, { target: { value: '20' } })
    await vi.advanceTimersByTimeAsync(290)
    expect(shown).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(20)
    expect(shown.slice(before)).toMatchObject([{ size: 20 }])
    fireEvent.change(size, { target: { value: '14' } })
  } finally {
    vi.useRealTimers()
  }
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
          restrictPdf: false,
        },
        measureReading: false,
        revision: 7,
      },
    ]),
  )
})

test('MARK-21 MARK-22 the usual level shows first whose level it changes; it, groups with words and the mark are saved together', async () => {
  const saved: unknown[] = []
  const asked: unknown[] = []
  const { user } = openRoom('', { canEditPermissions: true }, ENTRIES, {
    TreeMark: {
      data: {
        documentTree: { __typename: 'DocumentTree', id: TREE, viewing: VIEWING },
        documentPermissions: PERMISSIONS,
      },
    },
    MarkPreview: { data: { markPreview: { __typename: 'MarkPreview', image: 'AAAA', lines: [] } } },
    UsualLevelDifference: by(({ level }) => {
      asked.push(level)
      return {
        data: {
          usualLevelDifference: {
            __typename: 'LevelDifference',
            lowered: [
              {
                __typename: 'LevelDifferenceRow',
                principal: { __typename: 'DocumentPrincipal', id: 'g1', name: 'Bidders' },
                from: 'ORIGINAL',
                to: 'VIEW',
                fromRendition: 'FULL',
                toRendition: 'FULL',
                files: 31,
                folders: 0,
              },
            ],
            raised: [],
          },
        },
      }
    }),
    UpdateTreeMark: by(({ usualLevel, textPrincipalIds, measureReading, revision }) => {
      saved.push({ usualLevel, textPrincipalIds, measureReading, revision })
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
  await user.click(await dialog.findByRole('combobox', { name: /Usual level/ }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'View',
    'View and print',
    'Marked PDF',
    'Original',
  ])
  await user.click(screen.getByRole('option', { name: 'View' }))
  await dialog.findByText('Bidders goes from Original to View on 31 files.')
  expect(asked).toEqual(['VIEW'])
  expect(dialog.getByRole('checkbox', { name: 'Lenders' })).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('checkbox', { name: 'Bidders' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Lenders' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved).toEqual([
      { usualLevel: 'VIEW', textPrincipalIds: ['g1'], measureReading: true, revision: 7 },
    ]),
  )
})

test('MARK-21 of two who change the mark the second is told, keeps what they typed and chooses', async () => {
  const saved: unknown[] = []
  const { user } = openRoom('', { canEditPermissions: true }, ENTRIES, {
    TreeMark: {
      data: {
        documentTree: {
          __typename: 'DocumentTree',
          id: TREE,
          viewing: VIEWING,
        },
        documentPermissions: PERMISSIONS,
      },
    },
    MarkPreview: { data: { markPreview: { __typename: 'MarkPreview', image: 'AAAA', lines: [] } } },
    UpdateTreeMark: by(({ mark, revision }) => {
      saved.push({ mark, revision })
      if (revision === 7) {
        return savedFirst({
          of: 'treeViewing',
          revision: 9,
          newer: {
            usualLevel: 'VIEW',
            mark: { ...FIRST_MARK, pattern: '{company}', opacity: 40 },
            measureReading: true,
            textPrincipalIds: [],
          },
        })
      }
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
  const pattern = await dialog.findByRole('textbox', { name: /What the mark says/ })
  await user.clear(pattern)
  await user.type(pattern, '{{room}')
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  await save()
  // What only the other changed is in the form; of what both changed nothing is saved before the person chose.
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /Opacity/ })).toHaveProperty('value', '40'))
  expect(pattern).toHaveProperty('value', '{room}')
  await save()
  await dialog.findByText('Choose what to keep where you both changed something, then save.')
  expect(saved).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
  await save()
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toMatchObject({ mark: { pattern: '{room}', opacity: 40 }, revision: 9 })
})
