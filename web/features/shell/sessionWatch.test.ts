import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSession } from '../../graphql/session.ts'
import { watchSession } from './sessionWatch.ts'

/** The sockets that the page has opened, as a server would answer them. */
class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = FakeSocket.OPEN
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  readonly url: string
  isClosed = false
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  close() {
    this.isClosed = true
  }
  opens(personId = 'ann', held = 'all') {
    this.onopen?.()
    this.onmessage?.({ data: JSON.stringify({ personId, held }) })
  }
  isRefused(code = 4401) {
    this.onopen?.()
    this.onclose?.({ code })
  }
}
const lastSocket = (): FakeSocket => {
  const socket = FakeSocket.all.at(-1)
  if (!socket) throw new Error('No socket was opened')
  return socket
}

beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => vi.useRealTimers())

/** A page that Ann opened, of which nobody has asked anything since. */
function openPage() {
  const session = createSession('ann')
  const leave = vi.fn()
  const onHeldChanged = vi.fn()
  const stop = watchSession(session, { leave, onHeldChanged })
  onTestFinished(() => {
    stop()
    session.close()
  })
  return { session, leave, onHeldChanged }
}
/** The session has ended: so the server says of this socket, and of the next. */
async function endOnServer() {
  const socket = lastSocket()
  socket.isRefused()
  await vi.waitFor(() => expect(lastSocket()).not.toBe(socket))
  lastSocket().isRefused()
}
const setVisibility = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('SCIM-10 a page that asks for nothing is left once its session has ended', async () => {
  const { session, leave } = openPage()
  expect(lastSocket().url).toMatch(/^ws:\/\/.*\/ws\/session\/$/)
  lastSocket().opens()
  await endOnServer()
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect(session.state()).toBe('open')
})

test('AUTH-18 what is typed stays, under the way to sign in again, and the end is watched for anew afterwards', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.value = 'PPA'
  const { session, leave } = openPage()
  lastSocket().opens()
  await endOnServer()
  await vi.waitFor(() => expect(session.state()).toBe('ended'))
  expect(leave).not.toHaveBeenCalled()
  const before = lastSocket()
  session.signedIn('ann')
  await vi.waitFor(() => expect(lastSocket()).not.toBe(before))
})

test('whoever has signed in anew in another tab stays where they are', async () => {
  const { session, leave } = openPage()
  const first = lastSocket()
  first.opens()
  first.isRefused()
  await vi.waitFor(() => expect(lastSocket()).not.toBe(first))
  lastSocket().opens()
  // The next end is asked about twice as well.
  const second = lastSocket()
  second.isRefused()
  await vi.waitFor(() => expect(lastSocket()).not.toBe(second))
  expect([session.state(), leave.mock.calls]).toEqual(['open', []])
})

test('AUTH-02 another account that has signed in takes the page, and no socket goes on', () => {
  const { session, leave } = openPage()
  lastSocket().opens('bob')
  expect([session.state(), lastSocket().isClosed, leave.mock.calls]).toEqual(['other', true, []])
})

test('a page that nobody looks at holds no socket after a while, and is told by a tab that does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { leave } = openPage()
  lastSocket().opens()
  setVisibility('hidden')
  vi.advanceTimersByTime(29_000)
  expect(lastSocket().isClosed).toBe(false)
  vi.advanceTimersByTime(2000)
  expect(lastSocket().isClosed).toBe(true)

  const other = new BroadcastChannel('helioroom-signed-out')
  onTestFinished(() => other.close())
  vi.useRealTimers()
  other.postMessage(null)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  setVisibility('visible')
  expect(FakeSocket.all).toHaveLength(2)
})

test('a page reads again once its person holds something else, also where that was while nobody looked at it', () => {
  vi.useFakeTimers()
  const { onHeldChanged } = openPage()
  lastSocket().opens()
  lastSocket().opens('ann', 'all')
  expect(onHeldChanged).not.toHaveBeenCalled()
  lastSocket().opens('ann', 'less')
  expect(onHeldChanged).toHaveBeenCalledTimes(1)
  setVisibility('hidden')
  vi.advanceTimersByTime(30_000)
  setVisibility('visible')
  lastSocket().opens('ann', 'nothing')
  expect(onHeldChanged).toHaveBeenCalledTimes(2)
})
