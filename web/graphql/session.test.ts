import { gql } from '@apollo/client'
import { expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { errorCode, errorText, OTHER_ACCOUNT } from './errors.ts'
import { createSession, SIGNS_IN } from './session.ts'

const READ = gql('query Read { reading }')
const CHANGE = gql('mutation Change { change }')
const SIGN_IN = gql('mutation SignIn { signIn }')

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const UNAUTHENTICATED = { errors: [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }] }
const REFUSED = {
  errors: [{ message: OTHER_ACCOUNT, extensions: { code: 'CONFLICT', reason: 'OTHER_ACCOUNT' } }],
}

/** A page that Ann opened, on a server where `signedIn` is signed in. */
function openPage(signedIn: { person: string | null }) {
  const channel = { postMessage: vi.fn(), close: vi.fn(), onmessage: null as BroadcastChannel['onmessage'] }
  const session = createSession('ann', { channel })
  const sent: string[] = []
  const onSignedOut = vi.fn()
  const client = createClient({
    session,
    onSignedOut,
    onConnectionLost: vi.fn(),
    fetch: async (_input, init) => {
      const { operationName, extensions } = JSON.parse(String(init?.body))
      sent.push(`${operationName} of ${extensions?.person}`)
      if (operationName === 'SignIn') return answer(200, { data: { signIn: true } })
      if (signedIn.person === null) return answer(401, UNAUTHENTICATED)
      if (signedIn.person !== extensions.person) return answer(409, REFUSED)
      return answer(200, { data: { reading: 'read', change: 'done' } })
    },
  })
  /** Another tab says who has signed in there. */
  const hear = (data: string) => {
    channel.onmessage?.call(channel as unknown as BroadcastChannel, new MessageEvent('message', { data }))
  }
  return { session, client, sent, hear, channel, onSignedOut }
}

test('AUTH-18 what is changed when the session has ended waits for the person, and is sent again', async () => {
  const signedIn: { person: string | null } = { person: null }
  const { session, client, sent, channel, onSignedOut } = openPage(signedIn)
  const change = client.mutate({ mutation: CHANGE })
  await vi.waitFor(() => expect(session.state()).toBe('ended'))
  // What else is asked for meanwhile waits as well; signing in does not.
  const read = client.query({ query: READ })
  await client.mutate({ mutation: SIGN_IN, context: SIGNS_IN })
  signedIn.person = 'ann'
  session.signedIn('ann')
  expect((await change).data).toEqual({ change: 'done' })
  expect((await read).data).toEqual({ reading: 'read' })
  expect(session.state()).toBe('open')
  expect(channel.postMessage).toHaveBeenLastCalledWith('ann')
  expect(onSignedOut).not.toHaveBeenCalled()
  expect(sent.filter((each) => each.startsWith('Change'))).toEqual(['Change of ann', 'Change of ann'])
  expect(sent).toContain('SignIn of undefined')
})

test('AUTH-18 a reading on a page where nothing has begun leads to the sign-in page', async () => {
  const { client, session, onSignedOut } = openPage({ person: null })
  await client.query({ query: READ }).catch(() => {})
  expect(onSignedOut).toHaveBeenCalledOnce()
  expect(session.state()).toBe('open')
})

test('AUTH-18 what has been typed keeps the page', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.value = 'PPA'
  const { client, session, onSignedOut } = openPage({ person: null })
  client.query({ query: READ }).catch(() => {})
  await vi.waitFor(() => expect(session.state()).toBe('ended'))
  expect(onSignedOut).not.toHaveBeenCalled()
  field.remove()
})

test('AUTH-18 the same person signing in in another tab is enough', async () => {
  const signedIn: { person: string | null } = { person: null }
  const { session, client, hear } = openPage(signedIn)
  const change = client.mutate({ mutation: CHANGE })
  await vi.waitFor(() => expect(session.state()).toBe('ended'))
  signedIn.person = 'ann'
  hear('ann')
  expect((await change).data).toEqual({ change: 'done' })
})

test('another account signed in in another tab is noticed, and nothing is sent any more', async () => {
  const { session, client, sent, hear } = openPage({ person: 'ann' })
  hear('bob')
  expect(session.state()).toBe('other')
  const failed = await client.mutate({ mutation: CHANGE }).catch((error: unknown) => error)
  expect([errorCode(failed), errorText(failed)]).toEqual(['OTHER_ACCOUNT', OTHER_ACCOUNT])
  expect(sent).toEqual([])
})

test('another account that no tab told of is noticed by the answer', async () => {
  const { session, client, sent } = openPage({ person: 'bob' })
  const failed = await client.mutate({ mutation: CHANGE }).catch((error: unknown) => error)
  expect(errorCode(failed)).toBe('OTHER_ACCOUNT')
  expect(session.state()).toBe('other')
  await client.query({ query: READ }).catch(() => {})
  expect(sent).toEqual(['Change of ann'])
})

test('somebody else who signs in over the page ends what waited', async () => {
  const { session, client } = openPage({ person: null })
  const change = client.mutate({ mutation: CHANGE }).catch((error: unknown) => error)
  await vi.waitFor(() => expect(session.state()).toBe('ended'))
  session.signedIn('bob')
  expect(errorCode(await change)).toBe('OTHER_ACCOUNT')
})
