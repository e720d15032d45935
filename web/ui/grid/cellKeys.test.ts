// @vitest-environment node
import { expect, test } from 'vitest'
import { cellOfKey } from './cellKeys.ts'

const GRID = { rows: 1000, columns: 20, page: 30 }
const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => {
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }
  const to = cellOfKey(event, { row: 10, column: 5 }, GRID)
  return to && [to.row, to.column]
}

test.each([
  ['ArrowUp', [9, 5]],
  ['ArrowDown', [11, 5]],
  ['ArrowLeft', [10, 4]],
  ['ArrowRight', [10, 6]],
  ['PageUp', [0, 5]],
  ['PageDown', [40, 5]],
  ['Home', [10, 0]],
  ['End', [10, 19]],
])('%s goes from cell to cell', (key, place) => {
  expect(press(key)).toEqual(place)
})

test('with Ctrl keys go to the ends; others are not the grid’s', () => {
  expect(press('Home', { ctrlKey: true })).toEqual([0, 0])
  expect(press('End', { metaKey: true })).toEqual([999, 19])
  expect(press('ArrowDown', { ctrlKey: true })).toEqual([999, 5])
  expect(press('ArrowRight', { altKey: true })).toBeNull()
  expect(press('Tab')).toBeNull()
  expect(press('f', { ctrlKey: true })).toBeNull()
})
