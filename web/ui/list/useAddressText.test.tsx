import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router'
import { expect, test, vi } from 'vitest'
import { stopClock } from '../../testing/renderAt.tsx'
import { SEARCH_DELAY } from './SearchField.tsx'
import { useAddressText } from './useAddressText.ts'

function Listed() {
  const [address, setAddress] = useSearchParams()
  const { text, setText } = useAddressText(address.get('q') ?? '', (q) => setAddress({ q }))
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/record">Record</Link>
    </>
  )
}

/** A list, and a record whose page arrives when it is told to. */
function listAndRecord() {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { pass } = stopClock()
  const router = createMemoryRouter([
    { path: '/', Component: Listed },
    {
      path: '/record',
      lazy: async () => {
        await arrived
        return { Component: () => <h1>The record</h1> }
      },
    },
  ])
  render(<RouterProvider router={router} />)
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'bidder' } })
  return { router, arrive, pass }
}

test('who opens a record right after typing gets there, also where its page comes later than the search', async () => {
  const { router, arrive, pass } = listAndRecord()
  fireEvent.click(screen.getByText('Record'))
  await pass(SEARCH_DELAY * 2)
  expect(router.state.location.search).toBe('')
  arrive()
  await vi.waitFor(() => expect(screen.getByText('The record')).toBeTruthy())
})

test('and so does who opens it while a busy page has not been rendered since', async () => {
  const { router, arrive, pass } = listAndRecord()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // Nothing is rendered before all of this is over.
  await act(async () => {
    void router.navigate('/record')
    await pass(SEARCH_DELAY * 2)
  })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  expect(router.state.location.search).toBe('')
  arrive()
  await vi.waitFor(() => expect(screen.getByText('The record')).toBeTruthy())
})

test('FMT-19 FMT-20 what is typed stands in the address 300 ms later, and not below 3 characters', async () => {
  const { pass } = stopClock()
  const router = createMemoryRouter([{ path: '/', Component: Listed }])
  render(<RouterProvider router={router} />)
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value } })
  type('bi')
  await pass(SEARCH_DELAY * 2)
  expect(router.state.location.search).toBe('')
  type('bid')
  expect(router.state.location.search).toBe('')
  await pass(SEARCH_DELAY)
  await vi.waitFor(() => expect(router.state.location.search).toBe('?q=bid'))
})
