import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { BASE, room, versionsOf } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const row = (more: object) => ({
  __typename: 'DifferenceRow',
  page: null,
  sheet: null,
  cell: null,
  removed: null,
  added: null,
  before: '',
  after: '',
  ...more,
})
const difference = (rows: readonly object[], more: object = {}): Answer => ({
  data: {
    versionDifference: { __typename: 'VersionDifference', count: rows.length, remark: null, rows, ...more },
  },
})

/** Opens the comparison of a file of three versions. @param answer by what was asked for */
async function open(answer: (variables: Record<string, unknown>) => Answer, more: object = {}) {
  const sent: Record<string, unknown>[] = []
  const { answers } = room([{ id: 'd1', name: 'PPA.docm', versions: 3 }], { canEdit: true })
  const page = renderAt(BASE, {
    ...answers,
    ...more,
    VersionDifference: by((variables) => {
      sent.push(variables)
      return answer(variables)
    }),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.docm' }))
  await user.click(screen.getByRole('menuitem', { name: 'Versions' }))
  const versions = await screen.findByRole('dialog', { name: 'Versions' })
  await within(versions).findByRole('button', { name: 'Download version 1' })
  return { ...page, user, versions, sent }
}

const compare = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: 'Compare versions' }))
  return within(await screen.findByRole('dialog', { name: 'Compare versions' }))
}

test('the current version is compared with the one before it, page by page, removed and added words marked', async () => {
  const { user, sent } = await open(() =>
    difference([
      row({ page: 1, removed: '$40', added: '$42', before: 'The rent is', after: 'per acre.' }),
      row({ page: 1, added: 'yearly' }),
      row({ page: 4, removed: 'Exhibit C' }),
    ]),
  )
  const dialog = await compare(user)
  await dialog.findByText('3 differences of version 3 from version 2')
  expect(sent).toEqual([{ versionId: 'd1-v2', withVersionId: 'd1-v3', limit: 100, offset: 0 }])
  const first = within(dialog.getByRole('region', { name: 'Page 1' }))
  const [changed] = first.getAllByRole('listitem')
  expect(changed?.textContent).toBe('The rent is removed: $40 added: $42 per acre.')
  expect(changed?.querySelector('del')?.textContent).toBe('removed: $40')
  expect(changed?.querySelector('ins')?.textContent).toBe('added: $42')
  within(dialog.getByRole('region', { name: 'Page 4' })).getByText('Exhibit C')
  // Each page leads to the file there, and closes what stands over it.
  const link = dialog.getByRole('link', { name: 'Page 4' })
  expect(link.getAttribute('href')).toBe(`${BASE}/d1?page=4`)
  await user.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('other versions are chosen by the keyboard; two that are the same are not asked for', async () => {
  const { user, sent } = await open(({ versionId, withVersionId }) =>
    difference([row({ page: 2, added: `${versionId} ${withVersionId}` })]),
  )
  const dialog = await compare(user)
  await dialog.findByText('d1-v2 d1-v3')
  const choose = async (label: string, keys: string) => {
    dialog.getByRole('combobox', { name: label }).focus()
    await user.keyboard(`{Enter}${keys}{Enter}`)
  }
  await choose('Compared with', '{ArrowDown}{ArrowDown}')
  // The earlier one is what is compared with, whichever was chosen first.
  await dialog.findByText('d1-v1 d1-v2')
  expect(dialog.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe(
    `${BASE}/d1?version=d1-v2&page=2`,
  )
  await choose('Compared with', '{ArrowUp}')
  await dialog.findByText('Please choose two different versions.')
  expect(sent).toHaveLength(2)
})

test('a workbook is a table of sheets and cells, before and after, in pages of a hundred', async () => {
  const cells = Array.from({ length: 250 }, (_, at) =>
    row({ sheet: 'Prices', cell: `B${at + 1}`, removed: `${at}`, added: `${at}.5` }),
  )
  const { user, sent } = await open(({ limit, offset }) => ({
    ...difference(cells.slice(Number(offset), Number(offset) + Number(limit)), { count: 250 }),
  }))
  const dialog = await compare(user)
  const table = within(await dialog.findByRole('grid', { name: 'Differences' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Sheet',
    'Cell',
    'Before',
    'After',
  ])
  expect(table.getAllByRole('row')[1]?.textContent).toBe('PricesB1removed: 0added: 0.5')
  await user.click(dialog.getByRole('button', { name: 'Page 3' }))
  await dialog.findByText('B201')
  expect(sent.at(-1)).toMatchObject({ offset: 200 })
})

test('equal words, what was not compared, and refusals are sentences', async () => {
  const answers: Answer[] = [
    difference([], { remark: 'Pages without text of their own were not compared.' }),
    refused('CONFLICT', 'Version 1 has no text of its own.'),
  ]
  const { user } = await open(({ versionId }) => answers[versionId === 'd1-v2' ? 0 : 1] ?? difference([]))
  const dialog = await compare(user)
  await dialog.findByText('No differences in the words.')
  dialog.getByText('Pages without text of their own were not compared.')
  dialog.getByRole('combobox', { name: 'Version' }).focus()
  await user.keyboard('{Enter}{ArrowDown}{Enter}')
  await dialog.findByText('Version 1 has no text of its own.')
})

test('versions are offered for a comparison where the words of two are given', async () => {
  const { versions } = await open(() => difference([]), {
    DocumentVersions: by(() => ({
      data: {
        documentVersions: versionsOf('d1', 3).map((version, at) => ({ ...version, isComparable: at === 0 })),
      },
    })),
  })
  expect(within(versions).queryByRole('button', { name: 'Compare versions' })).toBeNull()
})
