// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EmptyState } from '../States.tsx'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { Table } from './Table.tsx'
import type { Column, Sort, StripAction, TableProps } from './types.ts'

interface File {
  id: string
  name: string
  size: number
}

const FILES: File[] = ['Alpha.pdf', 'Beta.pdf', 'Gamma.pdf', 'Delta.pdf', 'Epsilon.pdf'].map((name, at) => ({
  id: `f${at}`,
  name,
  size: at * 100,
}))

const COLUMNS: Column<File>[] = [
  { key: 'name', header: 'Name', sortable: true, cell: (file) => file.name },
  { key: 'size', header: 'Size', width: 80, align: 'right', sortable: true, cell: (file) => file.size },
  { key: 'note', header: 'Note', cell: () => null },
]

const BASE: TableProps<File> = { label: 'Files', columns: COLUMNS, rows: FILES, getRowId: (file) => file.id }

function Selectable(
  props: Partial<TableProps<File>> & { onMove?: (ids: string[]) => void; actions?: StripAction[] },
) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <Table
      {...BASE}
      strip="5 items"
      selection={{
        selected,
        onChange: setSelected,
        nameOf: (file) => file.name,
        summary: '1 KB',
        actions: props.actions ?? [
          { key: 'move', label: 'Move', icon: null, onSelect: () => props.onMove?.([...selected].sort()) },
          { key: 'delete', label: 'Delete', icon: null, tone: 'danger', onSelect: () => undefined },
        ],
      }}
      {...props}
    />
  )
}

function Sorted({ asked }: { asked: (sort: Sort) => void }) {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'asc' })
  return (
    <Table
      {...BASE}
      sort={sort}
      onSort={(next) => {
        asked(next)
        setSort(next)
      }}
    />
  )
}

const rowOf = (name: string) => screen.getByText(name).closest('[role="row"]') as HTMLElement
const selectedNames = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => FILES.find((file) => file.id === row.dataset.id)?.name)

beforeEach(() => setViewport(1440, 900))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('FMT-27 a click on a sorted column flips it, a newly chosen column starts ascending', async () => {
  const asked = vi.fn()
  const user = userEvent.setup()
  renderInApp(<Sorted asked={asked} />)
  const header = (name: string) => screen.getByRole('columnheader', { name })
  expect(header('Name').getAttribute('aria-sort')).toBe('ascending')
  expect(header('Size').getAttribute('aria-sort')).toBe('none')
  expect(header('Note').getAttribute('aria-sort')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(header('Name').getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Size' }))
  expect(header('Size').getAttribute('aria-sort')).toBe('ascending')
  expect(header('Name').getAttribute('aria-sort')).toBe('none')
  await user.click(screen.getByRole('button', { name: 'Size' }))
  await user.click(screen.getByRole('button', { name: 'Size' }))
  expect(asked.mock.calls.map(([sort]) => sort)).toEqual([
    { key: 'name', direction: 'desc' },
    { key: 'size', direction: 'asc' },
    { key: 'size', direction: 'desc' },
    { key: 'size', direction: 'asc' },
  ])
})

test('FMT-26 a table keeps the minimum height it is given, 500 px for people and groups', () => {
  renderInApp(<Table {...BASE} minHeight={500} />)
  const panel = screen.getByRole('grid').parentElement?.parentElement
  expect(panel?.style.minHeight).toBe('500px')
})

test('FMT-30 markup in a cell shows as text', () => {
  const evil = '<img src=x onerror="window.pwned=1"><b>bold</b>'
  renderInApp(<Table {...BASE} rows={[{ id: 'x', name: evil, size: 1 }]} />)
  expect(screen.getByText(evil).querySelector('img, b')).toBeNull()
  expect(document.querySelector('img')).toBeNull()
})

test('FMT-29 checkboxes, menus and headers have names', () => {
  renderInApp(<Selectable rowMenu={() => [{ key: 'open', label: 'Open' }]} sort={undefined} />)
  for (const control of [...screen.getAllByRole('button'), ...screen.getAllByRole('checkbox')]) {
    expect(control.getAttribute('aria-label') ?? control.textContent).not.toBe('')
  }
  expect(screen.getByRole('checkbox', { name: 'Select Beta.pdf' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Actions for Beta.pdf' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Select all' })).toBeTruthy()
})

test('the strip is there at rest and tells the selection and its actions, Escape clears', async () => {
  const user = userEvent.setup()
  const onMove = vi.fn()
  renderInApp(<Selectable onMove={onMove} />)
  const strip = screen.getByRole('toolbar', { name: 'Selection' })
  expect(strip.textContent).toBe('5 items')

  await user.click(screen.getByRole('checkbox', { name: 'Select Beta.pdf' }))
  expect(within(strip).getByRole('status').textContent).toBe('1 selected')
  expect(strip.textContent).toContain('1 KB')
  const all = within(strip).getByRole('checkbox')
  expect(all.getAttribute('data-indeterminate')).toBe('true')

  await user.click(all)
  expect(within(strip).getByRole('status').textContent).toBe('5 selected')
  await user.click(within(strip).getByRole('button', { name: 'Move' }))
  expect(onMove).toHaveBeenCalledWith(['f0', 'f1', 'f2', 'f3', 'f4'])

  await user.keyboard('{Escape}')
  expect(strip.textContent).toBe('5 items')
  expect(selectedNames()).toEqual([])
})

test('Ctrl+A selects all, further keys do what the table is told, on the row that has the focus', async () => {
  const user = userEvent.setup()
  const onF2 = vi.fn()
  renderInApp(<Selectable shortcuts={{ F2: onF2 }} />)
  await user.keyboard('{F2}')
  act(() => rowOf('Beta.pdf').focus())
  await user.keyboard('{F2}{Delete}')
  expect(onF2).toHaveBeenCalledExactlyOnceWith(FILES[1])
  await user.keyboard('{Control>}a{/Control}')
  expect(selectedNames()).toHaveLength(5)
  await user.keyboard('{Control>}a{/Control}')
  expect(selectedNames()).toHaveLength(5)
})

test('rows that step back say why', () => {
  renderInApp(
    <Selectable setBack={{ ids: new Set(['f1']), label: 'About to be moved' }} glyph={() => null} />,
  )
  expect(screen.getByText('About to be moved').closest('tr')).toBe(rowOf('Beta.pdf'))
})

test('actions that do not fit the strip are under More, in the same order', async () => {
  const user = userEvent.setup()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 50, 20))
  const act = (key: string) => ({ key, label: key, icon: null, onSelect: vi.fn() })
  const actions = [
    act('Download'),
    act('Move'),
    act('Permissions'),
    { ...act('Delete'), tone: 'danger' as const },
  ]
  renderInApp(<Selectable actions={actions} />)
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta.pdf' }))
  const strip = within(screen.getByRole('toolbar'))
  expect(strip.queryByRole('button', { name: 'Move' })).toBeNull()
  expect(strip.getByRole('button', { name: 'Download' })).toBeTruthy()
  await user.click(strip.getByRole('button', { name: 'More' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Move',
    'Permissions',
    'Delete',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Move' }))
  expect(actions[1]?.onSelect).toHaveBeenCalledOnce()
})

test('a click with Shift selects everything since the last one, and takes it back', async () => {
  const user = userEvent.setup()
  renderInApp(<Selectable />)
  await user.click(screen.getByRole('checkbox', { name: 'Select Beta.pdf' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Epsilon.pdf' }))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['Beta.pdf', 'Gamma.pdf', 'Delta.pdf', 'Epsilon.pdf'])
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Gamma.pdf' }))
  await user.keyboard('{/Shift}')
  expect(selectedNames()).toEqual(['Beta.pdf'])
})

test('arrows walk the rows, Enter opens, the space bar selects', async () => {
  const user = userEvent.setup()
  const onOpen = vi.fn()
  renderInApp(<Selectable onOpen={onOpen} />)
  act(() => rowOf('Alpha.pdf').focus())
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(rowOf('Gamma.pdf'))
  await user.keyboard(' ')
  expect(selectedNames()).toEqual(['Gamma.pdf'])
  await user.keyboard('{End}{Enter}')
  expect(document.activeElement).toBe(rowOf('Epsilon.pdf'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(FILES[4])
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(rowOf('Alpha.pdf'))
  // One stop for the Tab key: the row that was walked to.
  expect(screen.getAllByRole('row').filter((row) => row.tabIndex === 0)).toEqual([rowOf('Alpha.pdf')])
})

test('a row has one menu, behind its dots and behind a right click', async () => {
  const user = userEvent.setup()
  const onRename = vi.fn()
  renderInApp(
    <Selectable
      rowMenu={(file) => [{ key: 'rename', label: `Rename ${file.name}`, onSelect: () => onRename(file.id) }]}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Actions for Delta.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Rename Delta.pdf' }))
  expect(onRename).toHaveBeenCalledWith('f3')
  expect(screen.queryByRole('menu')).toBeNull()

  await user.pointer({ keys: '[MouseRight]', target: rowOf('Beta.pdf') })
  await user.click(screen.getByRole('menuitem', { name: 'Rename Beta.pdf' }))
  expect(onRename).toHaveBeenCalledWith('f1')
})

test('a first load shows five rows of skeleton, but not before 150 ms', () => {
  vi.useFakeTimers()
  renderInApp(<Table {...BASE} rows={[]} loading empty={<EmptyState title="This folder is empty" />} />)
  const waiting = () => screen.getAllByRole('row').filter((row) => row.getAttribute('aria-busy') === 'true')
  act(() => vi.advanceTimersByTime(149))
  expect(waiting()).toHaveLength(0)
  act(() => vi.advanceTimersByTime(1))
  expect(waiting()).toHaveLength(5)
  expect(screen.queryByText('This folder is empty')).toBeNull()
})

test('nothing is said in the first row’s place; a failure above the rows, which stay', async () => {
  const user = userEvent.setup()
  const onRetry = vi.fn()
  const empty = <EmptyState title="This folder is empty" hint="Drop files here or choose them." />
  const { rerender } = renderInApp(<Table {...BASE} rows={[]} empty={empty} />)
  expect(screen.getByText('This folder is empty')).toBeTruthy()

  rerender(<Table {...BASE} empty={empty} error={{ message: 'Files could not be loaded.', onRetry }} />)
  expect(screen.queryByText('This folder is empty')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('Files could not be loaded.')
  expect(screen.getByText('Alpha.pdf')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a long list renders what is in view, holds places for what is not loaded and asks for it', async () => {
  const rows = Array.from({ length: 7000 }, (_, at) =>
    at < 10 ? { id: `r${at}`, name: `Row ${at}`, size: at } : undefined,
  )
  const onNeedRange = vi.fn()
  renderInApp(<Table {...BASE} rows={rows} virtual onNeedRange={onNeedRange} />)
  const shown = screen.getAllByRole('row').length - 1
  expect(shown).toBeGreaterThan(20)
  expect(shown).toBeLessThan(80)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('7001')
  expect(onNeedRange).toHaveBeenLastCalledWith(0, shown)
  const waiting = screen.getAllByRole('row').filter((row) => row.getAttribute('aria-busy') === 'true')
  expect(waiting).toHaveLength(shown - 10)

  act(() => rowOf('Row 0').focus())
  await userEvent.setup().keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rowOf('Row 1'))
})

test('the keyboard walks over rows that are still loading and stays there when they come', async () => {
  const user = userEvent.setup()
  const rows = Array.from({ length: 7000 }, (_, at) =>
    at < 10 ? { id: `r${at}`, name: `Row ${at}`, size: at } : undefined,
  )
  const { rerender } = renderInApp(<Table {...BASE} rows={rows} virtual />)
  act(() => rowOf('Row 9').focus())
  await user.keyboard('{ArrowDown}')
  expect((document.activeElement as HTMLElement).dataset.row).toBe('10')

  const loaded = rows.map((row, at) => row ?? { id: `r${at}`, name: `Row ${at}`, size: at })
  rerender(<Table {...BASE} rows={loaded} virtual />)
  // A few rows are made in each frame.
  await screen.findByText('Row 10')
  expect(document.activeElement).toBe(rowOf('Row 10'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(rowOf('Row 9'))
})

test('a long list does not ask for what it has', () => {
  const onNeedRange = vi.fn()
  renderInApp(<Table {...BASE} virtual onNeedRange={onNeedRange} />)
  expect(onNeedRange).not.toHaveBeenCalled()
  expect(screen.getAllByRole('row')).toHaveLength(FILES.length + 1)
})

test('on a phone rows have two lines, a tap opens, a long press selects', async () => {
  setViewport(390, 844)
  vi.useFakeTimers()
  const onOpen = vi.fn()
  renderInApp(
    <Selectable
      onOpen={onOpen}
      glyph={(file) => <i>glyph of {file.name}</i>}
      phoneRow={(file) => ({ title: file.name, facts: [`${file.size} B`, 'today'] })}
    />,
  )
  expect(screen.queryByRole('columnheader')).toBeNull()
  expect(rowOf('Beta.pdf').textContent).toBe('glyph of Beta.pdfBeta.pdf100 B·today')

  fireEvent.click(rowOf('Beta.pdf'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(FILES[1])

  fireEvent.pointerDown(rowOf('Beta.pdf'), { button: 0 })
  act(() => vi.advanceTimersByTime(500))
  fireEvent.pointerUp(rowOf('Beta.pdf'))
  fireEvent.click(rowOf('Beta.pdf'))
  expect(onOpen).toHaveBeenCalledOnce()
  expect(selectedNames()).toEqual(['Beta.pdf'])
  expect(screen.queryByText('glyph of Beta.pdf')).toBeNull()

  const bar = screen.getByRole('toolbar', { name: 'Selection' })
  expect(within(bar).getByRole('status').textContent).toBe('1 selected')
  fireEvent.click(rowOf('Gamma.pdf'))
  expect(selectedNames()).toEqual(['Beta.pdf', 'Gamma.pdf'])
  fireEvent.click(within(bar).getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('toolbar')).toBeNull()
})
