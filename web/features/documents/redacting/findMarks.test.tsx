import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, by, setWindowWidth } from '../../../testing/renderAt.tsx'
import { openRoom, rowOf } from '../testing/openRoom.tsx'
import type { Entry } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Offtake', folder: true },
  { id: 'd4', name: 'PPA.pdf', in: 'f1' },
]
const search = (more: object = {}) => ({
  __typename: 'RedactionSearch',
  id: 's1',
  state: 'ACTIVE',
  fileCount: 3,
  filesDone: 0,
  markCount: 0,
  unreadCount: 0,
  ...more,
})
const file = (id: string, name: string) => ({ __typename: 'Document', id, name })

async function openDialog(answers: Answers = {}) {
  const asked: unknown[] = []
  const { user } = openRoom('', { canEdit: true, canRedact: true }, ENTRIES, {
    FindRedactionMarks: by(({ treeId: _treeId, ...variables }) => {
      asked.push(variables)
      return {
        data: { findRedactionMarks: { __typename: 'FindRedactionMarksPayload', search: search() } },
      }
    }),
    RedactionSearch: by(() => ({
      data: {
        redactionSearch: search({ state: 'COMPLETE', filesDone: 3, markCount: 7, unreadCount: 1 }),
      },
    })),
    FoundRedactionMarks: by(() => ({
      data: {
        redactionSearch: {
          __typename: 'RedactionSearch',
          id: 's1',
          redactions: [{ __typename: 'Redaction', id: 'r1', markCount: 9, document: file('d4', 'PPA.pdf') }],
          unread: [
            {
              __typename: 'UnreadFile',
              document: file('d5', 'Scan.pdf'),
              reason: 'It has no words: it was most likely scanned.',
            },
          ],
        },
      },
    })),
    ...answers,
  })
  await user.click(within(await rowOf('02 Offtake')).getByRole('button', { name: 'Actions for 02 Offtake' }))
  await user.click(
    within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Find text to redact' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Find text to redact' }))
  return { user, asked, dialog }
}

test('whoever may redact has names of a list and patterns found below a folder, and sees the drafts and what was not searched', async () => {
  const { user, asked, dialog } = await openDialog({
    ReadRedactionWords: {
      data: {
        readRedactionWords: { __typename: 'RedactionWordsPayload', words: ['Mesa Power', 'Juniper Solar'] },
      },
    },
  })
  const find = dialog.getByRole('button', { name: 'Find' })
  await user.click(find)
  await dialog.findByText('Please give words, or choose what else to look for.')
  await user.click(dialog.getByRole('textbox', { name: 'Words or names' }))
  await user.paste('Juniper Solar\n\nx')
  await user.click(find)
  await dialog.findByText('Please give at most 500 words of 2 to 100 characters.')
  expect(asked).toEqual([])
  await user.keyboard('{Backspace}')
  await user.upload(dialog.getByLabelText('List of names'), new File(['x'], 'names.xlsx'))
  await dialog.findByText('2 words or names, one in each line')
  await user.click(dialog.getByRole('checkbox', { name: 'Sums of money' }))
  await user.click(find)
  expect(asked).toEqual([
    {
      documentIds: ['f1'],
      words: ['Juniper Solar', 'Mesa Power'],
      patterns: ['AMOUNT'],
      reason: 'Personal data',
    },
  ])
  await dialog.findByText('3 files searched. 7 areas added to drafts.')
  const drafts = within(await dialog.findByRole('region', { name: 'Drafts' }))
  expect(drafts.getByRole('link', { name: 'PPA.pdf' }).getAttribute('href')).toMatch(/\/d4\?redact=1$/)
  drafts.getByText('9 areas')
  within(dialog.getByRole('region', { name: 'Not searched' })).getByText(
    'It has no words: it was most likely scanned.',
  )
})

test('a search that is under way says how far it is, and can be cancelled', async () => {
  let cancelled = false
  const { user, dialog } = await openDialog({
    RedactionSearch: by(() => ({
      data: {
        redactionSearch: search({
          state: cancelled ? 'COMPLETE' : 'ACTIVE',
          filesDone: 1,
          markCount: 1,
        }),
      },
    })),
    CancelRedactionSearch: by(() => {
      cancelled = true
      return { data: { cancelRedactionSearch: search({ state: 'COMPLETE', filesDone: 1, markCount: 1 }) } }
    }),
  })
  await user.click(dialog.getByRole('checkbox', { name: 'E-mail addresses' }))
  await user.click(dialog.getByRole('button', { name: 'Find' }))
  await dialog.findByText('1 of 3 files searched, 1 area added')
  await user.click(dialog.getByRole('button', { name: 'Cancel search' }))
  await dialog.findByText('The search ended after 1 of 3 files. 1 area added to drafts.')
  expect(dialog.queryByRole('button', { name: 'Cancel search' })).toBeNull()
})

test('REDACT-01 whoever may not redact is not offered to find areas', async () => {
  const { user } = openRoom('', { canEdit: true }, ENTRIES)
  await user.click(within(await rowOf('02 Offtake')).getByRole('button', { name: 'Actions for 02 Offtake' }))
  const menu = within(await screen.findByRole('menu'))
  await waitFor(() => expect(menu.getAllByRole('menuitem').length).toBeGreaterThan(1))
  expect(menu.queryByRole('menuitem', { name: 'Find text to redact' })).toBeNull()
})
