import { codeProblem, isEmail, normaliseEmail, REQUIRED } from '../../../shared/accountRules.ts'
import type { Actor } from '../../access/actor.ts'
import type { HttpExchange } from '../../access/context.ts'
import { type FieldError, unauthenticated } from '../../access/errors.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { mayResend, personOfChallenge, sendCode, tryCode } from './challenge.ts'
import { passwordMatches, refuseWhenFull } from './password.ts'
import { closeSession, type OpenSession, openSession } from './sessions.ts'
import { credentialsOf, lockActivePerson, type PersonRow, setLastLogin } from './store.ts'
import { type Attempt, inTurn, recordFailure, refuseThrottled } from './throttle.ts'

/** The dependencies of signing in and out. */
export interface SignInDeps {
  db: Database
  now: () => Date
  sessionOf(token: string): Promise<OpenSession | null>
}

export interface SignInVerifyResult {
  /** Null when errors is not empty. */
  viewer: PersonRow | null
  /** Who the rest of the operation runs for; null as `viewer` is. */
  actor: Actor | null
  errors: FieldError[]
}

export interface SignInResult extends SignInVerifyResult {
  /** Whether a code was sent; `viewer` is null then too. */
  codeRequired: boolean
}

const refusal = (errors: FieldError[]): SignInResult => ({
  viewer: null,
  actor: null,
  codeRequired: false,
  errors,
})

/** The same text for a wrong password, an unknown e-mail and a deactivated user (AUTH-05, AUTH-08). */
const INCORRECT: FieldError = { field: null, message: 'Incorrect email or password.' }
const WRONG_CODE: FieldError = { field: 'code', message: 'Invalid authentication code.' }

interface Opened {
  token: string
  person: PersonRow
  isFirst: boolean
}

async function open(tx: Tx, person: PersonRow, formerToken: string | null, now: Date): Promise<Opened> {
  const token = await openSession(tx, person.id, formerToken, now)
  await setLastLogin(tx, person.id, now)
  return { token, person: { ...person, lastLoginAt: now }, isFirst: person.lastLoginAt === null }
}

/** Gives the browser its session cookie, once the transaction that created the session has committed. */
async function startSession(deps: SignInDeps, exchange: HttpExchange, opened: Opened): Promise<SignInResult> {
  const session = await deps.sessionOf(opened.token)
  if (!session) throw unauthenticated()
  exchange.setSession(opened.token)
  if (exchange.challengeToken !== null) exchange.setChallenge(null)
  if (opened.isFirst) exchange.setShowWelcome()
  return { viewer: opened.person, actor: session.actor, codeRequired: false, errors: [] }
}

/**
 * Signs in a person who has just been made, or proved who they are in another way than by a password.
 * @param work gives the person's id in the transaction that opens the session; null where nobody is signed in
 */
export async function signInAs(
  deps: SignInDeps,
  exchange: HttpExchange,
  work: (tx: Tx) => Promise<string | null>,
): Promise<SignInResult | null> {
  const opened = await deps.db.transaction().execute(async (tx) => {
    const personId = await work(tx)
    const person = personId === null ? undefined : await lockActivePerson(tx, personId)
    return person ? open(tx, person, exchange.sessionToken, deps.now()) : null
  })
  return opened && startSession(deps, exchange, opened)
}

/**
 * First step: e-mail and password. Opens a session, or sends a code where two-factor authentication is active.
 * Neither the answer nor its time reveals whether the e-mail has an account.
 * @throws RATE_LIMITED after too many failures (AUTH-07) or codes
 */
export async function signIn(
  deps: SignInDeps,
  input: { email: string; password: string },
  exchange: HttpExchange,
): Promise<SignInResult> {
  const email = normaliseEmail(input.email)
  const missing = [...(email === '' ? ['email'] : []), ...(input.password === '' ? ['password'] : [])]
  if (missing.length > 0) return refusal(missing.map((field) => ({ field, message: REQUIRED })))

  const now = deps.now()
  const attempt: Attempt = { email, address: exchange.address }
  refuseWhenFull(exchange.address)
  await refuseThrottled(deps.db, attempt, now)
  const found = isEmail(email) ? await credentialsOf(deps.db, email) : undefined
  const matches = await passwordMatches({
    passwordHash: found?.passwordHash ?? null,
    password: input.password,
    address: exchange.address,
    before: () => refuseThrottled(deps.db, attempt, now),
  })

  const outcome = await inTurn(deps.db, attempt, async (tx) => {
    await refuseThrottled(tx, attempt, now)
    // Between the check and here the password may have been changed, or the person deactivated.
    const person =
      found && matches ? await lockActivePerson(tx, found.personId, found.passwordHash) : undefined
    if (!person) {
      await recordFailure(tx, attempt, now)
      return null
    }
    if (person.twoFactorEnabled) return { challenge: await sendCode(tx, person, now) }
    return open(tx, person, exchange.sessionToken, now)
  })
  if (outcome === null) return refusal([INCORRECT])
  if ('token' in outcome) return startSession(deps, exchange, outcome)
  exchange.setChallenge(outcome.challenge)
  return { viewer: null, actor: null, codeRequired: true, errors: [] }
}

/**
 * Second step: the code from the text message.
 * @throws UNAUTHENTICATED where no sign-in waits for a code; the person starts over
 */
export async function signInVerify(
  deps: SignInDeps,
  input: { code: string },
  exchange: HttpExchange,
): Promise<SignInVerifyResult> {
  const code = input.code.trim()
  const problem = codeProblem(code)
  if (problem !== null) return refusal([{ field: 'code', message: problem }])

  const now = deps.now()
  const token = exchange.challengeToken ?? ''
  const opened = await deps.db.transaction().execute(async (tx) => {
    const personId = await personOfChallenge(tx, token, now)
    if (personId === null) throw unauthenticated()
    const person = await lockActivePerson(tx, personId)
    if (!person || !(await tryCode(tx, token, code, now))) return null
    return open(tx, person, exchange.sessionToken, now)
  })
  return opened === null ? refusal([WRONG_CODE]) : startSession(deps, exchange, opened)
}

/**
 * Sends the sign-in code again; the former one stops working (AUTH-14).
 * @throws UNAUTHENTICATED where no sign-in waits for a code, RATE_LIMITED after 5 codes in an hour
 */
export async function signInResendCode(deps: SignInDeps, exchange: HttpExchange): Promise<void> {
  const now = deps.now()
  const token = exchange.challengeToken ?? ''
  const renewed = await deps.db.transaction().execute(async (tx) => {
    const personId = await personOfChallenge(tx, token, now)
    if (personId === null) throw unauthenticated()
    const person = await lockActivePerson(tx, personId)
    if (!person || !(await mayResend(tx, token))) throw unauthenticated()
    return sendCode(tx, person, now)
  })
  exchange.setChallenge(renewed)
}

/** Ends the session on the server and in the browser (AUTH-19). */
export async function signOut(deps: SignInDeps, exchange: HttpExchange): Promise<void> {
  const { sessionToken } = exchange
  if (sessionToken !== null) {
    await deps.db.transaction().execute((tx) => closeSession(tx, sessionToken, deps.now()))
  }
  exchange.setSession(null)
}
