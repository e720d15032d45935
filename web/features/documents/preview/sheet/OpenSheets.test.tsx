import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../../../ui/testing/render.tsx'
import type { Passage } from '../../copilot/index.ts'
import { cellsOfPassage, cellsWith } from './findCells.ts'
import { OpenSheets } from './SheetPreview.tsx'
import type { SheetSource } from './sheetSource.ts'
import { SheetTable } from './sheetTable.ts'

/** A sheet with a number in each cell: 101 in A1, 102 in B1, 201 in A2. */
function numbered(rows: number, columns: number): SheetTable {
  const table = new SheetTable()
  for (let row = 1; row <= rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      table.add(row, column, String(row * 100 + column + 1), 'number')
    }
  }
  return table
}

const sourceOf = (sheets: Record<string, SheetTable>): SheetSource => {
  const tables = Object.values(sheets)
  const table = (index: number) => tables[index] ?? new SheetTable()
  return {
    names: Object.keys(sheets),
    facts: async (index) => table(index).facts(),
    rows: async (index, from, to) => table(index).rows(from, to),
    find: async (index, text) => cellsWith(table(index), text),
    findPassage: async (index, words) => cellsOfPassage(table(index), words),
  }
}

beforeEach(() => {
  // The room that a browser would measure.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
})
afterEach(() => vi.restoreAllMocks())

const DOWNLOADS = { busy: false, start: vi.fn() }

const show = (source: SheetSource, onFailed = vi.fn(), passage?: Passage) => {
  renderInApp(
    <section>
      <OpenSheets
        name="model.xlsx"
        source={source}
        passage={passage}
        downloads={DOWNLOADS}
        onFailed={onFailed}
      />
    </section>,
  )
  return { user: userEvent.setup(), onFailed }
}

test('DOC-13 a sheet shows its cells under letters and beside numbers, and only those in view', async () => {
  show(sourceOf({ Model: numbered(5000, 60) }))
  const grid = await screen.findByRole('grid', { name: 'model.xlsx' })
  await within(grid).findByText('101')
  expect(grid.getAttribute('aria-rowcount')).toBe('5001')
  expect(grid.getAttribute('aria-colcount')).toBe('61')
  expect(within(grid).getAllByRole('columnheader')[0]?.textContent).toBe('Row')
  expect(within(grid).getByRole('columnheader', { name: 'A' })).toBeTruthy()
  expect(within(grid).getByRole('rowheader', { name: '2' })).toBeTruthy()
  expect(within(grid).getAllByRole('row').length).toBeLessThan(50)
  expect(within(grid).queryByRole('columnheader', { name: 'AZ' })).toBeNull()
})

test('arrow keys go from cell to cell, and the bar shows all that a cell holds', async () => {
  const { user } = show(sourceOf({ Model: numbered(20, 5) }))
  const grid = await screen.findByRole('grid')
  await within(grid).findByText('101')
  await user.click(grid)
  grid.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('note', { name: 'Content of C2' }).textContent).toBe('203')
  const chosen = within(grid).getByRole('gridcell', { selected: true })
  expect(chosen.textContent).toBe('203')
  expect(grid.getAttribute('aria-activedescendant')).toBe(chosen.id)
  await user.click(within(grid).getByText('401'))
  expect(screen.getByRole('note', { name: 'Content of A4' }).textContent).toBe('401')
})

test('each sheet has a tab; arrow keys go from tab to tab', async () => {
  const { user } = show(sourceOf({ First: numbered(2, 2), Second: numbered(3, 3), Blank: new SheetTable() }))
  await screen.findByRole('grid', { name: 'First of model.xlsx' })
  await user.click(screen.getByRole('tab', { name: 'Second' }))
  await screen.findByRole('grid', { name: 'Second of model.xlsx' })
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByText('This sheet is empty.')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Blank', selected: true })).toBe(document.activeElement)
  await user.keyboard('{Home}')
  await screen.findByRole('grid', { name: 'First of model.xlsx' })
})

test('a sheet that was chosen before never shows over the one chosen after', async () => {
  const slow = Promise.withResolvers<void>()
  const fast = sourceOf({ First: numbered(1, 1), Slow: numbered(2, 2), Fast: numbered(3, 3) })
  const { user } = show({
    ...fast,
    facts: async (index) => {
      if (index === 1) await slow.promise
      return fast.facts(index)
    },
  })
  await screen.findByRole('grid', { name: 'First of model.xlsx' })
  await user.click(screen.getByRole('tab', { name: 'Slow' }))
  await user.click(screen.getByRole('tab', { name: 'Fast' }))
  slow.resolve()
  await screen.findByRole('grid', { name: 'Fast of model.xlsx' })
  expect(screen.queryByRole('grid', { name: 'Slow of model.xlsx' })).toBeNull()
})

test('a sheet that is not shown as a whole says so', async () => {
  const table = numbered(2, 3)
  table.cutShort()
  show(sourceOf({ Model: table }))
  expect(
    await screen.findByText(
      'These are the first 2 rows and 3 columns of the sheet. Download the file to see all of it.',
    ),
  ).toBeTruthy()
})

test('a sheet that can’t be read is told', async () => {
  const error = new Error('broken')
  const { onFailed } = show({ ...sourceOf({ Model: numbered(1, 1) }), facts: () => Promise.reject(error) })
  await waitFor(() => expect(onFailed).toHaveBeenCalledWith(error))
})

/** Sheets of rows, cell by cell. */
function written(rows: readonly (readonly string[])[]): SheetTable {
  const table = new SheetTable()
  for (const [row, cells] of rows.entries()) {
    for (const [column, text] of cells.entries()) table.add(row + 1, column, text, 'text')
  }
  return table
}

const BOOK = {
  Summary: written([
    ['Project', 'Heron Solar'],
    ['COD', '2027'],
  ]),
  'Debt sizing': written([
    ['Lender', 'Principal'],
    ['Bank of record', '–'],
    ...Array.from({ length: 2 }, () => ['–', '–']),
    ['Heron Bank', '1,250,000'],
  ]),
}

test('Ctrl+F looks through all sheets of a workbook, one after the other', async () => {
  const { user } = show(sourceOf(BOOK))
  await screen.findByText('Heron Solar')
  await user.keyboard('{Control>}f{/Control}')
  const bar = screen.getByRole('search', { name: 'Find in the document' })
  await user.type(within(bar).getByRole('searchbox'), 'HERÓN')
  await within(bar).findByText('1 of 2')
  await waitFor(() => expect(screen.getByRole('note').textContent).toBe('Heron Solar'))
  expect(screen.getByText('Heron Solar', { selector: '[role="gridcell"]' }).dataset.ground).toBe('warning')
  await user.click(within(bar).getByRole('button', { name: 'Next match' }))
  await within(bar).findByText('2 of 2')
  expect(screen.getByRole('tab', { name: 'Debt sizing', selected: true })).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('note', { name: 'Content of A5' }).textContent).toBe('Heron Bank'),
  )
  await user.click(within(bar).getByRole('button', { name: 'Previous match' }))
  expect(await screen.findByRole('tab', { name: 'Summary', selected: true })).toBeTruthy()
  await user.clear(within(bar).getByRole('searchbox'))
  await user.type(within(bar).getByRole('searchbox'), '1250000')
  await within(bar).findByText('1 of 1')
  await waitFor(() => expect(screen.getByRole('note').textContent).toBe('1,250,000'))
  await user.keyboard('{Escape}{Escape}')
  expect(screen.queryByRole('search')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('grid'))
})

test('what a search has found is shown in its sheet, in the row that holds all of its words', async () => {
  show(sourceOf(BOOK), vi.fn(), {
    page: null,
    sheet: 'Debt sizing',
    words: 'Heron Bank\t1250000',
    value: null,
  })
  expect(await screen.findByRole('tab', { name: 'Debt sizing', selected: true })).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('note', { name: 'Content of A5' }).textContent).toBe('Heron Bank'),
  )
})
