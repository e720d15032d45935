import { createHash } from 'node:crypto'
import { PASSKEY_UNUSABLE } from '../../../shared/passkeyRules.ts'
import type { HttpExchange } from '../../contracts/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { recordActivity } from '../activity/index.ts'
import { signsInElsewhere } from './hooks.ts'
import type { Accounts } from './index.ts'
import { passkeyCopied, sendNotice } from './notices.ts'
import { assertionOf } from './passkeyAnswer.ts'
import { consumeChallenge, newChallenge } from './passkeyChallenge.ts'
import { passkeyByCredential, recordUse, switchOff } from './passkeyStore.ts'
import { type PasskeyDeps, requireParty } from './passkeys.ts'
import { relyingPartyOf } from './relyingParty.ts'
import { refusal, type SignInResult } from './service.ts'
import { lockActivePerson, type PersonRow } from './store.ts'
import { type Attempt, recordFailure, refuseThrottled } from './throttle.ts'
import { isToken, newToken } from './tokens.ts'
import { checkAssertion, requestOptions } from './webAuthn.ts'

export interface PasskeySignIn {
  /**
   * Gives the browser a challenge, and a cookie that binds it to the browser (KEY-07).
   * @returns what the browser signs in by, as JSON
   * @throws BAD_USER_INPUT where passkeys can't work (KEY-04)
   */
  start(exchange: HttpExchange): Promise<string>
  /**
   * Signs in by the browser's answer; no code is asked for (KEY-06).
   * @throws RATE_LIMITED after too many failures of the person, or of the address (KEY-13)
   */
  signIn(response: string, exchange: HttpExchange): Promise<SignInResult>
}

export interface PasskeySignInDeps extends PasskeyDeps {
  hooks: Hooks
  signInAs: Accounts['signInAs']
}

/** Failures count for the person; where that isn't known for the passkey, or for the network address without one. */
const attemptOf = (
  person: PersonRow | undefined,
  credentialId: string | undefined,
  address: string,
): Attempt => {
  const unknown = createHash('sha256')
    .update(credentialId ?? address)
    .digest('base64url')
  return { email: person?.email ?? `passkey:${unknown}`, address }
}

/** One that goes back, or stays, was signed by a copy (WebAuthn 2, 6.1.1); authenticators that don't count give 0. */
const wentBack = (stored: number, signed: number): boolean => (stored > 0 || signed > 0) && signed <= stored

export function createPasskeySignIn(deps: PasskeySignInDeps): PasskeySignIn {
  const { seal, publicUrl, hooks, origin, now = () => new Date() } = deps
  const holderOf = (token: string) => ({ purpose: 'sign in', holder: token }) as const

  /** Uses the challenge and the passkey. @returns whether it signs in its person, whose row is locked */
  const prove = async (
    tx: Tx,
    person: PersonRow,
    { response, challenge }: NonNullable<ReturnType<typeof assertionOf>>,
    exchange: HttpExchange,
  ): Promise<boolean> => {
    const at = now()
    const holder = holderOf(exchange.passkeyToken ?? '')
    if (!(await consumeChallenge(tx, seal, { ...holder, challenge, now: at }))) return false
    const party = relyingPartyOf(publicUrl, exchange.origin)
    // As it is now that the person is locked: of two answers the second sees the counter of the first.
    const passkey = await passkeyByCredential(tx, response.id)
    if (!party || passkey?.personId !== person.id || passkey.isOff) return false
    if (Buffer.from(response.response.userHandle, 'base64url').toString() !== person.id) return false
    const counter = await checkAssertion(response, passkey, { party, challenge })
    if (counter === null) return false
    if ((await hooks.ask(signsInElsewhere, tx, { personId: person.id })).includes(true)) return false
    if (wentBack(passkey.counter, counter)) {
      await switchOff(tx, passkey.id, at)
      const subject = { kind: 'person', id: person.id }
      const detail = { name: passkey.name }
      await recordActivity(tx, [
        { kind: 'SWITCH_OFF_PASSKEY', personId: person.id, sessionId: null, subject, detail },
      ])
      await sendNotice(tx, person, passkeyCopied(passkey.name), origin())
      return false
    }
    await recordUse(tx, passkey.id, { counter, at })
    return true
  }

  return {
    start: async (exchange) => {
      const party = requireParty(publicUrl, exchange.origin)
      // Two tabs of one browser have one secret, so that neither ends what the other began.
      const known = exchange.passkeyToken
      const token = known !== null && isToken(known) ? known : newToken()
      if (token !== known) exchange.setPasskeyToken(token)
      return requestOptions(party, newChallenge(seal, holderOf(token), now()))
    },

    signIn: async (given, exchange) => {
      const answer = assertionOf(given)
      const credentialId = answer?.response.id
      const result = await deps.signInAs(exchange, async (tx) => {
        const found = credentialId === undefined ? undefined : await passkeyByCredential(tx, credentialId)
        const person = found && (await lockActivePerson(tx, found.personId))
        const attempt = attemptOf(person, credentialId, exchange.address)
        await refuseThrottled(tx, attempt, now())
        if (person && answer && (await prove(tx, person, answer, exchange))) return person.id
        await recordFailure(tx, attempt, now())
        return null
      })
      if (!result) return refusal([{ field: null, message: PASSKEY_UNUSABLE }])
      exchange.setPasskeyToken(null)
      return result
    },
  }
}
