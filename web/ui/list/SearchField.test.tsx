// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { effectiveTerm, SearchField, useSearchTerm } from './SearchField.tsx'

const searched = vi.fn()

function Searching() {
  const { text, setText, term } = useSearchTerm()
  searched(term)
  return <SearchField label="Search this folder" value={text} onChange={setText} />
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search this folder' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const term = () => searched.mock.lastCall?.[0]

beforeEach(() => {
  vi.useFakeTimers()
  searched.mockClear()
  renderInApp(<Searching />)
})
afterEach(() => vi.useRealTimers())

test('FMT-19 a search takes effect 300 ms after the last key', () => {
  type('ced')
  pass(299)
  expect(term()).toBe('')
  type('ceda')
  pass(299)
  expect(term()).toBe('')
  pass(1)
  expect(term()).toBe('ceda')
  expect(searched.mock.calls.map(([each]) => each)).not.toContain('ced')
})

test('FMT-19 FMT-20 fewer than 3 characters, or none, show the unfiltered list', () => {
  type('ced')
  pass(300)
  expect(term()).toBe('ced')
  type('ce')
  pass(300)
  expect(term()).toBe('')
  type('ced')
  pass(300)
  type('')
  pass(300)
  expect(term()).toBe('')
})

test.each([
  ['', ''],
  ['a', ''],
  ['ab', ''],
  ['  ab ', ''],
  ['abc', 'abc'],
  [' abc ', 'abc'],
  ['🌞🌞', ''],
  ['🌞🌞🌞', '🌞🌞🌞'],
])('FMT-19 FMT-20 %j searches for %j', (text, expected) => {
  expect(effectiveTerm(text)).toBe(expected)
})

test('Escape and the cross empty the field', () => {
  type('cedar')
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(field().value).toBe('')
  type('cedar')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
})
