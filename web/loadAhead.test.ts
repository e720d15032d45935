import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import type { RouteObject } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadAhead } from './loadAhead.ts'

const CLIENT = new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() })

const begin = (lazy: () => Promise<object>) => {
  const other = vi.fn(async () => ({}))
  const routes: RouteObject[] = [
    {
      path: 'portfolios/:slug',
      lazy,
      children: [
        { path: 'q-and-a', lazy: other },
        { path: '*', element: null },
      ],
    },
  ]
  onTestFinished(loadAhead(routes, CLIENT))
  document.body.innerHTML =
    '<a href="/portfolios/prairie"><b>Prairie</b></a><a href="/portfolios/prairie/q-and-a">Q&A</a><a href="https://elsewhere.example/portfolios/x">x</a><a href="/unknown">?</a>'
  const [words] = document.querySelectorAll('b')
  const [room, log, away, unknown] = document.querySelectorAll('a')
  return { words, room, log, away, unknown, other }
}
const over = (element: Element | undefined) =>
  element?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))

test('the scripts of a page are loaded once a link to it is pointed at or focused, and once only', async () => {
  const lazy = vi.fn(async () => ({}))
  const { words, room, log, away, unknown, other } = begin(lazy)
  over(away)
  over(unknown)
  over(document.body)
  expect(lazy).not.toHaveBeenCalled()
  over(words)
  over(room)
  expect([lazy.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
  log?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect([lazy.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
})

test('what a page reads first is asked for with the names in the address of the link', async () => {
  const readAhead = vi.fn(async () => null)
  const { room } = begin(async () => ({ handle: { readAhead } }))
  over(room)
  await vi.waitFor(() => expect(readAhead).toHaveBeenCalledWith(CLIENT, { slug: 'prairie' }))
})

test('what could not be loaded is tried again at the next intent', async () => {
  const lazy = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({})
  const { room } = begin(lazy)
  over(room)
  await vi.waitFor(() => {
    over(room)
    expect(lazy).toHaveBeenCalledTimes(2)
  })
})

test('nothing is loaded ahead for whoever saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const lazy = vi.fn(async () => ({}))
  over(begin(lazy).room)
  expect(lazy).not.toHaveBeenCalled()
})
