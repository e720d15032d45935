// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { Pagination, pageItems } from './Pagination.tsx'

const shown = (page: number, count: number) =>
  pageItems(page, count)
    .map((item) => (typeof item === 'number' ? String(item) : '…'))
    .join(' ')

test.each([
  [1, 2, '1 2'],
  [1, 5, '1 2 … 5'],
  [3, 5, '1 2 3 4 5'],
  [5, 20, '1 … 4 5 6 … 20'],
  [2, 20, '1 2 3 … 20'],
  [20, 20, '1 … 19 20'],
  [18, 20, '1 … 17 18 19 20'],
])('FMT-25 page %d of %d offers %s', (page, count, text) => {
  expect(shown(page, count)).toBe(text)
})

test.each([0, 1])('FMT-25 a list of %d pages has no pagination', (count) => {
  expect(pageItems(1, count)).toEqual([])
  renderInApp(<Pagination page={1} pageCount={count} onChange={() => undefined} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('FMT-25 FMT-29 pages are named buttons, the current one is marked', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  renderInApp(<Pagination page={5} pageCount={20} onChange={onChange} />)
  expect(screen.getByRole('button', { name: 'Page 5' }).getAttribute('aria-current')).toBe('page')
  await user.click(screen.getByRole('button', { name: 'Page 20' }))
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onChange.mock.calls.map(([page]) => page)).toEqual([20, 4, 6])
})
