import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { lazily } from './lazily.tsx'

const Words = ({ text }: { text: string }) => <p>{text}</p>
const NOT_LOADED = 'This part of the page could not be loaded. Please check your network, or reload the page.'

/** Loads the part, but not before it has failed that often. */
const failing = (times: number) => {
  const load = vi.fn(async () => Words)
  for (let time = 0; time < times; time += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  return load
}

afterEach(() => void vi.useRealTimers())

test('a part is loaded when it is first shown, once, and stands immediately from then on', async () => {
  const load = failing(0)
  const Part = lazily(load, <p>wait</p>)
  expect(load).not.toHaveBeenCalled()
  const { unmount } = renderInApp(<Part text="first" />)
  expect(screen.getByText('wait')).toBeTruthy()
  expect(await screen.findByText('first')).toBeTruthy()
  unmount()
  renderInApp(<Part text="again" />)
  expect(screen.getByText('again')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('ERR-10 a part that cannot be loaded leaves the page as it is, says so, and comes when it can', async () => {
  vi.useFakeTimers()
  const Part = lazily(failing(2))
  renderInApp(
    <>
      <p>the page</p>
      <Part text="there" />
    </>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('alert').textContent).toBe(NOT_LOADED)
  expect(screen.getByText('the page')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText('there')).toBeTruthy()
})

test('ERR-09 ERR-10 one that fills a place of the page says so there', async () => {
  vi.useFakeTimers()
  const Part = lazily(failing(1), null, true)
  renderInApp(<Part text="there" />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText(NOT_LOADED)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(screen.queryByText(NOT_LOADED)).toBeNull()
  expect(screen.getByText('there')).toBeTruthy()
})

test('what fails ahead of its time is said by nobody, and is asked for again', async () => {
  const Part = lazily(failing(1))
  await Part.load()
  renderInApp(<Part text="there" />)
  expect(await screen.findByText('there')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
