import { gql } from '@apollo/client'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient, UNSHARED } from './client.ts'
import { errorCode } from './errors.ts'
import { ViewerDocument } from './operations.generated.ts'
import { CHANGES_NOTHING } from './readings.ts'
import { goToSignIn } from './signedOut.ts'

const VIEWER = {
  data: {
    viewer: {
      __typename: 'User',
      id: '1',
      fullName: 'Maya Okafor',
      avatarUrl: null,
      isSuperUser: false,
      company: null,
      organizations: [],
    },
  },
}

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const csrfRefusal = () =>
  answer(403, { errors: [{ message: 'Not authorized.', extensions: { code: 'FORBIDDEN', reason: 'CSRF' } }] })

/** A client whose fetch gives these answers in turn, with the CSRF headers that it sent. */
function clientGetting(...answers: readonly (() => Response)[]) {
  const tokens: (string | null)[] = []
  const outside = { onSignedOut: vi.fn(), onConnectionLost: vi.fn() }
  const client = createClient({
    ...outside,
    fetch: async (_input, init) => {
      tokens.push(new Headers(init?.headers).get('X-CSRFToken'))
      const next = answers[tokens.length - 1]
      if (!next) throw new Error('One call too many')
      return next()
    },
  })
  const ask = () => client.query({ query: ViewerDocument, fetchPolicy: 'network-only' })
  return { ask, tokens, ...outside }
}

const setToken = (token: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
  document.cookie = `csrftoken=${token}; path=/`
}

afterEach(() => vi.restoreAllMocks())

test('each call carries the CSRF cookie as it is then', async () => {
  const { ask, tokens } = clientGetting(
    () => answer(200, VIEWER),
    () => answer(200, VIEWER),
  )
  setToken('first')
  await ask()
  setToken('sec%2Fond')
  await ask()
  expect(tokens).toEqual(['first', 'sec/ond'])
})

test('a call refused for its CSRF token is repeated once, with the new cookie', async () => {
  setToken('old')
  const { ask, tokens } = clientGetting(
    () => {
      setToken('new')
      return csrfRefusal()
    },
    () => answer(200, VIEWER),
  )
  expect((await ask()).data?.viewer.fullName).toBe('Maya Okafor')
  expect(tokens).toEqual(['old', 'new'])
})

test('a call refused for its CSRF token twice fails', async () => {
  const { ask, tokens } = clientGetting(csrfRefusal, csrfRefusal)
  const error = await ask().catch((reason: unknown) => reason)
  expect(errorCode(error)).toBe('FORBIDDEN')
  expect(tokens).toHaveLength(2)
})

test('a call refused for another reason is not repeated', async () => {
  const { ask, tokens } = clientGetting(() =>
    answer(403, { errors: [{ message: 'Not authorized.', extensions: { code: 'FORBIDDEN' } }] }),
  )
  await ask().catch(() => {})
  expect(tokens).toHaveLength(1)
})

test.each([
  [401, { errors: [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }] }],
  [200, { data: null, errors: [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }] }],
])('AUTH-18 an unauthenticated answer with status %i signs the page out', async (status, body) => {
  const { ask, onSignedOut, onConnectionLost } = clientGetting(() => answer(status, body))
  await ask().catch(() => {})
  expect(onSignedOut).toHaveBeenCalledOnce()
  expect(onConnectionLost).not.toHaveBeenCalled()
})

test('AUTH-18 a signed-out page goes to /login and keeps the path', () => {
  // It shares its window with other tests, which may have left it just now.
  leavePage()
  vi.advanceTimersByTime(10_000)
  const assign = vi.fn()
  const at = (pathname: string, search: string) => ({ pathname, search, assign }) as unknown as Location
  goToSignIn(at('/portfolios/prairie-sun-ii', '?q=a&b'))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login?next=%2Fportfolios%2Fprairie-sun-ii%3Fq%3Da%26b')
  goToSignIn(at('/login', '?next=%2F'))
  expect(assign).toHaveBeenCalledOnce()
})

/** The page is left, by a clock of the test. */
function leavePage() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('beforeunload'))
}

test('AUTH-18 a page that is being left goes to /login only where the browser stays after all', () => {
  const assign = vi.fn()
  const location = { pathname: '/dealroom', search: '', assign } as unknown as Location
  leavePage()
  goToSignIn(location)
  vi.advanceTimersByTime(9_000)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(assign).toHaveBeenCalledExactlyOnceWith('/login?next=%2Fdealroom')
})

test('ERR-08 a call without an answer reports the lost connection', async () => {
  const { ask, onSignedOut, onConnectionLost } = clientGetting(() => {
    throw new TypeError('Failed to fetch')
  })
  const error = await ask().catch((reason: unknown) => reason)
  expect(errorCode(error)).toBe('OFFLINE')
  expect(onConnectionLost).toHaveBeenCalledOnce()
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('an answer to an older reading never covers that to a newer one', async () => {
  const named = (fullName: string) => answer(200, { data: { viewer: { ...VIEWER.data.viewer, fullName } } })
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  let calls = 0
  const client = createClient({
    onSignedOut: vi.fn(),
    onConnectionLost: vi.fn(),
    fetch: () => {
      calls += 1
      return answers[calls - 1]?.promise ?? Promise.reject(new Error('One call too many'))
    },
  })
  const read = () => client.query({ query: ViewerDocument, fetchPolicy: 'network-only', context: UNSHARED })
  const known = () => client.readQuery({ query: ViewerDocument })?.viewer.fullName
  const [older, newer] = [read(), read()]
  answers[1]?.resolve(named('After'))
  expect((await newer).data?.viewer.fullName).toBe('After')
  answers[0]?.resolve(named('Before'))
  expect((await older).data?.viewer.fullName).toBe('After')
  expect(known()).toBe('After')
})

test('an older reading counts where the newer one fails', async () => {
  const slow = Promise.withResolvers<Response>()
  let calls = 0
  const client = createClient({
    onSignedOut: vi.fn(),
    onConnectionLost: vi.fn(),
    fetch: () => {
      calls += 1
      return calls === 1 ? slow.promise : Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  const read = () => client.query({ query: ViewerDocument, fetchPolicy: 'network-only', context: UNSHARED })
  const older = read()
  await expect(read()).rejects.toThrow()
  slow.resolve(answer(200, VIEWER))
  expect((await older).data?.viewer.fullName).toBe('Maya Okafor')
})

test('the limits of a log and how many questions are left are read apart, and neither takes the other away', () => {
  const { cache } = createClient({ onSignedOut: vi.fn(), onConnectionLost: vi.fn() })
  const settings = gql('query Settings { questionLog(logId: "1") { id limits { total } } }')
  const left = gql('query Left { questionLog(logId: "1") { id limits { left } } }')
  const log = (limits: object) => ({
    questionLog: { __typename: 'QuestionLog', id: '1', limits: { __typename: 'QuestionLimits', ...limits } },
  })
  cache.writeQuery({ query: settings, data: log({ total: 20 }) })
  cache.writeQuery({ query: left, data: log({ left: 2 }) })
  expect(cache.readQuery({ query: settings })).toEqual(log({ total: 20 }))
  expect(cache.readQuery({ query: left })).toEqual(log({ left: 2 }))
})

describe('a change while something is read', () => {
  const CHANGE = gql('mutation Change { change }')

  /** A server whose answer to the first reading is held back, with what it answers by then. */
  function slowServer() {
    const first = Promise.withResolvers<void>()
    const asked: string[] = []
    let name = 'Before'
    const client = createClient({
      onSignedOut: vi.fn(),
      onConnectionLost: vi.fn(),
      fetch: async (_input, init) => {
        const { operationName } = JSON.parse(String(init?.body))
        asked.push(operationName)
        if (operationName === 'Change') {
          name = 'After'
          return answer(200, { data: { change: true } })
        }
        const body = { data: { viewer: { ...VIEWER.data.viewer, fullName: name } } }
        if (asked.filter((each) => each === 'Viewer').length === 1) await first.promise
        return answer(200, body)
      },
    })
    const read = async () =>
      (await client.query({ query: ViewerDocument, fetchPolicy: 'network-only' })).data?.viewer.fullName
    return { client, read, asked, answerFirst: first.resolve }
  }

  test('an answer that began before it and comes after it is read again', async () => {
    const { client, read, asked, answerFirst } = slowServer()
    const reading = read()
    await vi.waitFor(() => expect(asked).toEqual(['Viewer']))
    await client.mutate({ mutation: CHANGE })
    answerFirst()
    expect(await reading).toBe('After')
    expect(asked).toEqual(['Viewer', 'Change', 'Viewer'])
    expect(client.readQuery({ query: ViewerDocument })?.viewer.fullName).toBe('After')
  })

  test('what changes nothing has nothing read again', async () => {
    const { client, read, asked, answerFirst } = slowServer()
    const reading = read()
    await vi.waitFor(() => expect(asked).toEqual(['Viewer']))
    await client.mutate({ mutation: CHANGE, context: CHANGES_NOTHING })
    answerFirst()
    expect(await reading).toBe('Before')
    expect(asked).toEqual(['Viewer', 'Change'])
  })

  test('where changes never end, an answer comes all the same', async () => {
    let readings = 0
    const client = createClient({
      onSignedOut: vi.fn(),
      onConnectionLost: vi.fn(),
      fetch: async (_input, init) => {
        if (JSON.parse(String(init?.body)).operationName === 'Change')
          return answer(200, { data: { change: true } })
        readings += 1
        await client.mutate({ mutation: CHANGE })
        return answer(200, VIEWER)
      },
    })
    await client.query({ query: ViewerDocument })
    expect(readings).toBe(4)
  })
})
