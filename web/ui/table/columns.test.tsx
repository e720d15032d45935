// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { BASE, COLUMNS, type File, Selectable } from '../testing/table.tsx'
import { columnWidths, type WidthRange } from './columnWidths.ts'
import { Table } from './Table.tsx'
import { layoutOf } from './tracks.ts'

beforeEach(() => {
  setViewport(1440, 900)
  localStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

const range = (min: number, need: number, grow = 0, weight = 1): WidthRange => ({ min, need, grow, weight })

test.each([
  [
    'all have what they need, the rest goes to who takes it',
    1000,
    [range(160, 400, 1), range(90, 90), range(60, 120)],
    [790, 90, 120],
  ],
  [
    'too little room: side by side until one has enough',
    500,
    [range(100, 400), range(100, 150), range(100, 400)],
    [175, 150, 175],
  ],
  ['the first grows at twice the pace', 400, [range(100, 400, 0, 2), range(100, 400)], [233, 166]],
  ['no room at all: the least', 100, [range(160, 400), range(90, 90)], [160, 90]],
])('widths of columns where %s', (_what, room, ranges, widths) => {
  expect(columnWidths(room, ranges)).toEqual(widths)
})

test('a column takes what its words need: the empty one gives its room to the names', () => {
  const files: File[] = [
    { id: 'a', name: 'Interconnection agreement - Frenchman Creek Solar.pdf', size: 1 },
    { id: 'b', name: 'Lease.pdf', size: 2 },
  ]
  const ends = { selectable: true, hasMenu: true, lead: true }
  const tracksWith = (note: string) =>
    layoutOf(
      [
        { key: 'name', header: 'Name', words: ({ name }: File) => name, flex: 1, cell: () => null },
        { key: 'note', header: 'Note', words: () => note, padding: 40, cell: () => null },
        { key: 'size', header: 'Size', width: 84, cell: () => null },
      ],
      files,
      900,
      ends,
    )
      .tracks.split(' ')
      .map(Number.parseFloat)
  const [checkbox, name = 0, note = 0, size, dots] = tracksWith('')
  expect([checkbox, size, dots]).toEqual([10, 84, 28])
  expect(note).toBeLessThan(40)
  // Room, less the edges, the gaps, the checkbox, the size and the dots.
  expect(Math.round(name + note)).toBeGreaterThanOrEqual(900 - 28 - 4 * 20 - 10 - 84 - 28 - 1)
  const [, shorter = 0, longer = 0] = tracksWith('A note of some length')
  expect(longer).toBeGreaterThan(note + 100)
  expect(shorter).toBeLessThan(name)
})

test('columns are chosen, kept for the person and the list, and the first one always shows', async () => {
  const user = userEvent.setup()
  const names = () => screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent)
  const list = (person: string) => (
    <Selectable key={person} columns={COLUMNS} columnsKeptAs={`${person}.files`} />
  )
  const { rerender } = renderInApp(list('maya'))
  expect(names()).toEqual(['Selected', 'Name', 'Size', 'Note'])
  await user.click(screen.getByRole('button', { name: 'Choose columns' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Choose columns' }))
  expect(menu.queryByRole('checkbox', { name: 'Name' })).toBeNull()
  await user.click(menu.getByRole('checkbox', { name: 'Size' }))
  expect(names()).toEqual(['Selected', 'Name', 'Note'])
  await user.keyboard('{Escape}')
  rerender(list('tomás'))
  expect(names()).toEqual(['Selected', 'Name', 'Size', 'Note'])
  rerender(list('maya'))
  expect(names()).toEqual(['Selected', 'Name', 'Note'])
  localStorage.setItem('helioroom-columns:ruth.files', '{"hidden":[7]}')
  rerender(list('ruth'))
  expect(names()).toEqual(['Selected', 'Name', 'Size', 'Note'])
})

test('columns are put in order and kept in sight by buttons and keys, kept with the choice, and as usual again', async () => {
  const user = userEvent.setup()
  const columns = [...COLUMNS, { key: 'owner', header: 'Owner', cell: () => null }]
  const names = () => screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent)
  const list = () => (
    <Table {...BASE} key={Math.random()} strip="5 items" columns={columns} columnsKeptAs="maya.files" />
  )
  const { rerender } = renderInApp(list())
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    return within(await screen.findByRole('dialog', { name: 'Choose columns' }))
  }
  let menu = await open()
  const up = () => menu.getByRole<HTMLButtonElement>('button', { name: 'Move Owner up' })
  await user.click(up())
  expect(names()).toEqual(['Name', 'Size', 'Owner', 'Note'])
  expect(document.activeElement).toBe(up())
  await user.click(up())
  expect(names()).toEqual(['Name', 'Owner', 'Size', 'Note'])
  // It can go no further: the focus stays with the column.
  expect(up().disabled).toBe(true)
  expect(document.activeElement).toBe(menu.getByRole('checkbox', { name: 'Owner' }))
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(names()).toEqual(['Name', 'Size', 'Owner', 'Note'])
  await user.click(menu.getByRole('button', { name: 'Keep Note in sight' }))
  expect(names()).toEqual(['Name', 'Note', 'Size', 'Owner'])
  // What stays in sight stands before what doesn't.
  expect(menu.getByRole<HTMLButtonElement>('button', { name: 'Move Note down' }).disabled).toBe(true)
  await user.keyboard('{Escape}')

  rerender(list())
  expect(names()).toEqual(['Name', 'Note', 'Size', 'Owner'])
  menu = await open()
  await user.click(menu.getByRole('button', { name: 'Show as usual' }))
  expect(names()).toEqual(['Name', 'Size', 'Note', 'Owner'])
  expect(localStorage.length).toBe(0)
})

test('columns that were chosen stay in sight where the table scrolls sideways', () => {
  localStorage.setItem('helioroom-columns:maya.files', '{"pinned":["size"]}')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  const columns = COLUMNS.map((column) => (column.key === 'note' ? { ...column, width: 600 } : column))
  renderInApp(<Table {...BASE} strip="5 items" columns={columns} columnsKeptAs="maya.files" />)
  const pins = (cell: HTMLElement) => [cell.dataset.pin, cell.style.left]
  expect(screen.getAllByRole('columnheader').map(pins)).toEqual([
    ['', 'var(--pin-0)'],
    ['last', 'var(--pin-1)'],
    [undefined, ''],
  ])
  const [, row] = screen.getAllByRole('row')
  expect(
    within(row as HTMLElement)
      .getAllByRole('gridcell')
      .map(pins)[1],
  ).toEqual(['last', 'var(--pin-1)'])
})
