import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, by, refused, setWindowWidth, stopClock } from '../../testing/renderAt.tsx'
import {
  cellsOf,
  checklist,
  FakeSocket,
  figuresOf,
  ITEMS,
  item,
  openChecklistPage,
  user as person,
  project,
} from './checklist.fixture.tsx'

/** A matrix that is larger than what is read of it. */

beforeEach(() => setWindowWidth(1440))

const MANY = Array.from({ length: 900 }, (_, at) => project(`m${at}`, `Site ${at}`))
/** The first row of all of them, and its category; the last is done. */
const CELLS = MANY.flatMap(({ id }, at) => [
  item(`${10_000 + at}`, '1', id),
  item(`${20_000 + at}`, '2', id, at === 899 ? { status: 'DONE', userId: 'u1' } : {}),
])

async function open(answers: Answers = {}, query = '') {
  const read: string[][] = []
  const figures = { done: 1 }
  const page = openChecklistPage(
    {
      PortfolioProjects: { data: { portfolioProjects: MANY } },
      ChecklistItems: by((variables) => {
        if (Array.isArray(variables.projectIds)) read.push(variables.projectIds)
        return cellsOf(CELLS)(variables)
      }),
      ChecklistFigures: by(() =>
        figuresOf({
          total: 500,
          done: figures.done,
          attention: 0,
          inProgress: 500 - figures.done,
          assigned: 1,
        }),
      ),
      ...answers,
    },
    { query },
  )
  await waitFor(() => expect(FakeSocket.all).not.toEqual([]))
  act(() => FakeSocket.last.open())
  return { ...page, read, figures, user: userEvent.setup() }
}
const summary = () =>
  within(screen.getByLabelText('Summary'))
    .getAllByRole('definition', { hidden: true })
    .map((each) => each.textContent)

test('CHK-05 CHK-15 cells are read by projects as they come in sight, some hundred at a time; steps wait for those on their way', async () => {
  setWindowWidth(390)
  const { read, user } = await open()
  const list = await screen.findByRole('list', { name: 'Closing checklist' })
  await waitFor(() => expect(within(list).getByText('1.1 Lease')).toBeTruthy())
  expect(read.map((ids) => [ids.length, ids[0]])).toEqual([[200, 'm0']])
  // Within what was read along nothing more is asked for.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Site 20')
  expect(read).toHaveLength(1)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Site 700')
  await waitFor(() => expect(within(list).getByText('1.1 Lease')).toBeTruthy())
  expect(read[1]?.[0]).toBe('m700')
  for (const ids of read) expect(ids.length).toBeLessThanOrEqual(200)
  expect(new Set(read.flat()).size).toBe(read.flat().length)
  // The first one of the second reading has a neighbour that was not read.
  const edge = Math.min(...(read[1] ?? []).map((id) => Number(id.slice(1))))
  expect(edge).toBeGreaterThan(200)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), `Site ${edge}`)
  await user.click(await within(list).findByText('1.1 Lease'))
  const dialog = await screen.findByRole('dialog', { name: '1.1 Lease' })
  await user.click(within(dialog).getByRole('button', { name: /^West/ }))
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(`Site ${edge - 1}`))
})

test('CHK-15 the item that the address names opens, wherever it is', async () => {
  await open({}, '?item=20450')
  const dialog = await screen.findByRole('dialog', { name: '1.1 Lease' })
  expect(dialog.textContent).toContain('Site 450')
})

test('CHK-14 where cells have not been read the server says which rows meet the filter', async () => {
  const asked: Record<string, unknown>[] = []
  const { user } = await open({
    ChecklistMatches: by((variables) => {
      asked.push(variables)
      return { data: { checklist: { __typename: 'Checklist', id: 'c1', matchingCategories: ['2'] } } }
    }),
  })
  await screen.findByRole('grid', { name: 'Closing checklist' })
  await user.click(screen.getByRole('button', { name: /^Filter by status/ }))
  await user.click(screen.getByRole('checkbox', { name: 'Done' }))
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      '1.0 Site control',
      '1.1 Lease',
    ]),
  )
  expect(asked).toEqual([{ checklistId: 'c1', statuses: ['DONE'], userIds: null, projectIds: null }])
})

test('CHK-14 CHK-27 a row with a cell that was not read is there within a second after others give it the status that is looked for', async () => {
  const found = ['2']
  let asked = 0
  const { user } = await open({
    ChecklistMatches: by(() => {
      asked += 1
      return { data: { checklist: { __typename: 'Checklist', id: 'c1', matchingCategories: [...found] } } }
    }),
  })
  await screen.findByRole('grid', { name: 'Closing checklist' })
  await user.click(screen.getByRole('button', { name: /^Filter by status/ }))
  await user.click(screen.getByRole('checkbox', { name: 'Done' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2))
  const { pass } = stopClock()
  found.push('3')
  for (const id of ['30480', '30481', '30482']) {
    FakeSocket.last.message({ items: [{ id, status: 'DONE', userId: null, link: null, commentCount: 0 }] })
  }
  await pass(500)
  await vi.waitFor(() =>
    expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
      '1.0 Site control',
      '1.1 Lease',
      '1.2 Title',
    ]),
  )
  expect(asked).toBe(2)
})

test('CHK-01 CHK-27 a change of a cell that was not read is in the figures some seconds later', async () => {
  const { asked, figures } = await open()
  await screen.findByRole('grid', { name: 'Closing checklist' })
  expect(summary()).toEqual(['500', '1', '0', '499', '1'])
  const times = () => asked.filter((name) => name === 'ChecklistFigures').length
  const before = times()
  const { pass } = stopClock()
  figures.done = 2
  for (const commentCount of [1, 2, 3]) {
    FakeSocket.last.message({
      items: [{ id: '20480', status: 'DONE', userId: null, link: null, commentCount }],
    })
  }
  await pass(4999)
  expect(times()).toBe(before)
  await pass(1)
  await vi.waitFor(() => expect(summary()).toEqual(['500', '2', '0', '498', '1']))
  expect(times()).toBe(before + 1)
})

test('CHK-09 of more than 200 assignees those in cells that have been read are asked for by their ids', async () => {
  const asked: unknown[] = []
  openChecklistPage({
    ChecklistData: checklist({
      assignees: Array.from({ length: 200 }, (_, at) => person(`a${at}`, `Pat ${at}`)),
    }),
    ChecklistAssignees: by((variables) => {
      asked.push(variables)
      return checklist({ assignees: [person('u2', 'Zoe Lee')] })
    }),
  })
  await waitFor(() => expect(FakeSocket.all).not.toEqual([]))
  act(() => FakeSocket.last.open())
  await screen.findByRole('gridcell', { name: /^Follow up needed, assigned to Zoe Lee/ })
  // Who is not to be known is not asked for again.
  expect(asked).toEqual([{ checklistId: 'c1', ids: ['u1', 'u2'] }])
})

test('CHK-30 cells that can’t be read say so, and are there on the next try', async () => {
  let isBroken = true
  openChecklistPage({
    ChecklistItems: by((variables) =>
      isBroken ? refused('INTERNAL', 'A server error has occurred') : cellsOf(ITEMS)(variables),
    ),
  })
  await waitFor(() => expect(FakeSocket.all).not.toEqual([]))
  act(() => FakeSocket.last.open())
  expect((await screen.findByRole('alert')).textContent).toContain('A server error has occurred')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: /try again/i }))
  await screen.findByRole('gridcell', { name: /^Follow up needed/ })
})
