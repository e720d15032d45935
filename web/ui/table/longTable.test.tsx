// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp, setViewport } from '../testing/render.tsx'
import { BASE, FILES, rowOf } from '../testing/table.tsx'
import { Table } from './Table.tsx'

beforeEach(() => setViewport(1440, 900))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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
  // What comes next as well, before one gets there.
  expect(onNeedRange).toHaveBeenLastCalledWith(0, shown + 8)
  // A few rows are made in each frame.
  await screen.findByText('Row 9')
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
  await screen.findByText('Row 9')
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

test('while a row far away is on its way, keys go on from it though the one before is gone', async () => {
  const user = userEvent.setup()
  const all = (of: string) =>
    Array.from({ length: 7000 }, (_, at) => ({ id: `${of}${at}`, name: `${of} ${at}`, size: at }))
  // Nothing scrolls here, so that the row gone to is not rendered before one goes back.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const { rerender } = renderInApp(<Table {...BASE} rows={all('Old')} virtual />)
  await screen.findByText('Old 0')
  act(() => rowOf('Old 0').focus())
  await user.keyboard('{End}')
  rerender(<Table {...BASE} rows={all('New')} virtual />)
  await screen.findByText('New 0')
  expect(screen.queryByText('New 6999')).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(rowOf('New 0'))
})

test('keys that come faster than rows are rendered each go on from the one before', async () => {
  const user = userEvent.setup()
  const rows = Array.from({ length: 7000 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}`, size: at }))
  // Nothing scrolls: the row gone to is not there when the next key comes.
  const scrolls = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  renderInApp(<Table {...BASE} rows={rows} virtual />)
  await screen.findByText('Row 0')
  act(() => rowOf('Row 0').focus())
  await user.keyboard('{End}{ArrowUp}{ArrowUp}')
  expect(screen.queryByText('Row 6997')).toBeNull()
  const [end = 0, one = 0, two = 0, ...more] = scrolls.mock.calls.map(([to]) => (to as ScrollToOptions).top)
  expect(more).toEqual([])
  expect(end - one).toBeGreaterThan(0)
  expect(one - two).toBe(end - one)
})

test('a long list does not ask for what it has', () => {
  const onNeedRange = vi.fn()
  renderInApp(<Table {...BASE} virtual onNeedRange={onNeedRange} />)
  expect(onNeedRange).not.toHaveBeenCalled()
  expect(screen.getAllByRole('row')).toHaveLength(FILES.length + 1)
})

test('of many rows that come together those that are read first are made first', async () => {
  const rows = Array.from({ length: 7000 }, (_, at) => ({ id: `r${at}`, name: `Row ${at}`, size: at }))
  renderInApp(<Table {...BASE} rows={rows} virtual />)
  expect(screen.getByText('Row 0')).toBeDefined()
  expect(screen.queryByText('Row 12')).toBeNull()
  expect(await screen.findByText('Row 12')).toBeDefined()
})
