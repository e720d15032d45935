// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EmptyState } from '../feedback/States.tsx'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { BASE, COLUMNS, FILES, type File, rowOf, Selectable, selectedNames } from '../testing/table.tsx'
import { Table } from './Table.tsx'
import type { Sort } from './types.ts'

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

test('FMT-29 menus of rows that can not be selected are told apart by name', () => {
  const menus = { rowMenu: () => [{ key: 'open', label: 'Open' }], rowName: ({ name }: File) => name }
  renderInApp(<Table {...BASE} {...menus} />)
  expect(screen.getByRole('button', { name: 'Actions for Beta.pdf' })).toBeTruthy()
})

test('rows that step back say why', () => {
  renderInApp(
    <Selectable setBack={{ ids: new Set(['f1']), label: 'About to be moved' }} glyph={() => null} />,
  )
  expect(screen.getByText('About to be moved').closest('tr')).toBe(rowOf('Beta.pdf'))
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

test('on a phone a tap on a name, which is a link, selects as well once something is selected', () => {
  setViewport(390, 844)
  renderInApp(
    <Selectable phoneRow={(file) => ({ title: <a href={`#${file.name}`}>{file.name}</a>, facts: [] })} />,
  )
  vi.useFakeTimers()
  fireEvent.pointerDown(rowOf('Beta.pdf'), { button: 0 })
  act(() => vi.advanceTimersByTime(500))
  fireEvent.pointerUp(rowOf('Beta.pdf'))
  fireEvent.click(rowOf('Beta.pdf'))
  vi.useRealTimers()
  expect(selectedNames()).toEqual(['Beta.pdf'])
  const [other] = FILES
  const isFollowed = fireEvent.click(screen.getByRole('link', { name: other?.name ?? '' }))
  expect(isFollowed).toBe(false)
  expect(selectedNames()).toEqual([other?.name, 'Beta.pdf'])
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

  // The bar is loaded with the first selection.
  vi.useRealTimers()
  const bar = await screen.findByRole('toolbar', { name: 'Selection' })
  expect(within(bar).getByRole('status').textContent).toBe('1 selected')
  fireEvent.click(rowOf('Gamma.pdf'))
  expect(selectedNames()).toEqual(['Beta.pdf', 'Gamma.pdf'])
  fireEvent.click(within(bar).getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('toolbar')).toBeNull()
})

describe('a table is one stop of the Tab key', () => {
  const full = () => (
    <>
      <button type="button">Before</button>
      <Selectable
        columns={[
          {
            ...COLUMNS[0],
            key: 'name',
            header: 'Name',
            sortable: true,
            cell: (file) => <a href={`/${file.id}`}>{file.name}</a>,
          },
          ...COLUMNS.slice(1),
        ]}
        sort={{ key: 'name', direction: 'asc' }}
        onSort={() => undefined}
        rowMenu={() => [{ key: 'open', label: 'Open', onSelect: () => undefined }]}
      />
      <button type="button">After</button>
    </>
  )
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const press = async (...keys: string[]) => {
    const user = userEvent.setup()
    for (const key of keys) await user.keyboard(`{${key}}`)
    return focused()
  }

  test('whatever it offers: the keys Left and Right walk through a row and back to it', async () => {
    renderInApp(full())
    const user = userEvent.setup()
    act(() => screen.getByRole('checkbox', { name: 'Select all' }).focus())
    await user.tab()
    expect(document.activeElement).toBe(rowOf('Alpha.pdf'))
    await user.tab()
    expect(focused()).toBe('After')
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(rowOf('Alpha.pdf'))
    expect(await press('ArrowRight')).toBe('Select Alpha.pdf')
    expect(await press('ArrowRight')).toBe('Alpha.pdf')
    expect(await press('ArrowRight')).toBe('Actions for Alpha.pdf')
    expect(await press('ArrowRight')).toBe('Actions for Alpha.pdf')
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    expect(document.activeElement).toBe(rowOf('Alpha.pdf'))
    await press('ArrowRight', 'ArrowRight', 'ArrowDown')
    expect(document.activeElement).toBe(rowOf('Beta.pdf'))
    await user.tab()
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(rowOf('Beta.pdf'))
  })

  test('the key Up leads from the first row to the buttons of the header, Down back', async () => {
    renderInApp(full())
    act(() => rowOf('Alpha.pdf').focus())
    expect(await press('ArrowUp')).toBe('Name')
    expect(await press('ArrowRight')).toBe('Size')
    expect(await press('Home')).toBe('Name')
    await press('ArrowDown')
    expect(document.activeElement).toBe(rowOf('Alpha.pdf'))
  })

  test('the header can be reached where there is no row', async () => {
    const user = userEvent.setup()
    renderInApp(<Table {...BASE} rows={[]} onSort={() => undefined} empty="Nothing" />)
    await user.tab()
    expect(focused()).toBe('Name')
    expect(await press('ArrowRight')).toBe('Size')
  })

  test('Shift and arrows select what they pass, and back again less of it', async () => {
    renderInApp(full())
    act(() => rowOf('Beta.pdf').focus())
    const user = userEvent.setup()
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}')
    expect(selectedNames()).toEqual(['Beta.pdf', 'Gamma.pdf', 'Delta.pdf'])
    await user.keyboard('{ArrowUp}')
    expect(selectedNames()).toEqual(['Beta.pdf', 'Gamma.pdf'])
    await user.keyboard('{End}{/Shift}')
    expect(selectedNames()).toEqual(['Beta.pdf', 'Gamma.pdf', 'Delta.pdf', 'Epsilon.pdf'])
  })
})

test('rows of the order before stay, set back, until the new ones come', async () => {
  renderInApp(<Table {...BASE} stale />)
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
  const rows = rowOf('Alpha.pdf').parentElement as HTMLElement
  expect(rows.dataset.stale).toBeUndefined()
  await waitFor(() => expect(rows.dataset.stale).toBe(''))
  expect(getComputedStyle(rows).opacity).toBe('0.45')
})
