import { setImmediate as nextTurn } from 'node:timers/promises'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  by,
  NO_CONNECTION,
  PAGE,
  refused,
  renderAt,
  stopClock,
} from '../../../testing/renderAt.tsx'

const SIGNED_OUT = { ...PAGE, user: null }
const SIGN_IN = 'Sign in with a passkey'
const UNUSABLE = 'This passkey could not be used. Please try again or sign in another way.'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
/** What jsdom lacks of a browser; real ones are in the journeys. */
function withCredentials(get: (options: CredentialRequestOptions) => Promise<object>, lists = false) {
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => lists })
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
}
const signed = {
  id: 'a-passkey',
  rawId: bytes('raw'),
  type: 'public-key',
  response: {
    clientDataJSON: bytes('data'),
    authenticatorData: bytes('>>>?'),
    signature: bytes('~~~???'),
    userHandle: bytes('person-1'),
  },
}
const begun: Answers[string] = {
  data: {
    startPasskeySignIn: {
      __typename: 'PasskeyOptionsPayload',
      options: JSON.stringify({ challenge: 'AQ-_', rpId: 'localhost', userVerification: 'required' }),
      errors: [],
    },
  },
}
const answer = (viewer: object | null, errors: object[] = []) => ({
  data: { signInWithPasskey: { __typename: 'SignInPayload', viewer, errors } },
})
const assign = vi.fn()

afterEach(() => {
  vi.unstubAllGlobals()
  assign.mockReset()
})

async function open(answers: Answers, page = SIGNED_OUT) {
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
  renderAt('/login', { StartPasskeySignIn: begun, ...answers }, page)
  await screen.findByRole('heading', { name: 'Sign in' })
}
async function press() {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: SIGN_IN })
  await waitFor(() => expect(button.disabled && button.isConnected).toBe(false))
  await userEvent.click(screen.getByRole('button', { name: SIGN_IN }))
}

test('KEY-05 the browser is asked for a passkey as the server says, and its answer signs in', async () => {
  const asked: CredentialRequestOptions[] = []
  withCredentials(async (options) => {
    asked.push(options)
    return signed
  })
  const sent: Record<string, unknown>[] = []
  await open({
    SignInWithPasskey: by((variables) => {
      sent.push(variables)
      return answer({ __typename: 'User', id: 'person-1' })
    }),
  })
  await press()
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(asked).toMatchObject([{ mediation: 'required', publicKey: { rpId: 'localhost' } }])
  expect(asked[0]?.publicKey?.challenge).toEqual(new Uint8Array([1, 15, 191]))
  expect(JSON.parse(String(sent[0]?.response))).toEqual({
    id: 'a-passkey',
    rawId: 'cmF3',
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'ZGF0YQ',
      authenticatorData: 'Pj4-Pw',
      signature: 'fn5-Pz8_',
      userHandle: 'cGVyc29uLTE',
    },
  })
})

test('KEY-05 the list in the field Email signs in without a press, and gives way to the button', async () => {
  const mediations: unknown[] = []
  let choose = (_chosen: object) => {}
  withCredentials(({ mediation, signal }) => {
    mediations.push(mediation)
    return new Promise((resolve, reject) => {
      choose = resolve
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      if (mediation === 'required') reject(new DOMException('', 'NotAllowedError'))
    })
  }, true)
  await open({ SignInWithPasskey: answer({ __typename: 'User', id: 'person-1' }) })
  await waitFor(() => expect(mediations).toEqual(['conditional']))
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username webauthn')
  await press()
  // Whoever has cancelled may still choose in the list.
  await screen.findByText(UNUSABLE)
  await waitFor(() => expect(mediations).toEqual(['conditional', 'required', 'conditional']))
  expect(assign).not.toHaveBeenCalled()
  choose(signed)
  await waitFor(() => expect(assign).toHaveBeenCalled())
})

test('KEY-07 the list gets a new challenge before its own has expired, while the page is in view', async () => {
  const ended: boolean[] = []
  withCredentials(({ signal }) => {
    const at = ended.push(false) - 1
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        ended[at] = true
        reject(new DOMException('', 'AbortError'))
      })
    })
  }, true)
  let isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  const { pass } = stopClock()
  renderAt('/login', { StartPasskeySignIn: begun }, SIGNED_OUT)
  await vi.waitFor(() => expect(ended).toEqual([false]))
  await pass(4 * 60_000)
  await vi.waitFor(() => expect(ended).toEqual([true, false]))
  isHidden = true
  for (let n = 0; n < 20; n += 1) {
    await pass(60_000)
    await nextTurn()
  }
  expect(ended).toEqual([true, false])
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(ended).toEqual([true, true, false]))
})

test.each([
  ['a refusal', answer(null, [{ __typename: 'FieldError', field: null, message: UNUSABLE }]), UNUSABLE],
  [
    'too many attempts',
    refused('RATE_LIMITED', 'Too many attempts. Please try again later.'),
    'Too many attempts. Please try again later.',
  ],
  ['no connection', NO_CONNECTION, 'Connection lost. Please check your network and try again.'],
])('KEY-08 of %s the page says why, and the button can be pressed again', async (_what, given, text) => {
  withCredentials(async () => signed)
  await open({ SignInWithPasskey: given })
  await press()
  await screen.findByText(text)
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: SIGN_IN }).disabled).toBe(false),
  )
  expect(assign).not.toHaveBeenCalled()
})

test('KEY-04 KEY-05 a browser that can’t use passkeys is offered none', async () => {
  await open({})
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: SIGN_IN })).toBeNull()
})
