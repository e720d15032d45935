import { codeProblem, isEmail, normaliseEmail, REQUIRED } from '../../../shared/accountRules.ts'
import { HOUR_MS } from '../../../shared/durations.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, type FieldError, unauthenticated } from '../../access/errors.ts'
import type { HttpExchange } from '../../contracts/context.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { type SecretOf, useAppCode, useRecoveryCode } from './authenticator.ts'
import {
  elsewhereOfChallenge,
  mayResend,
  personOfChallenge,
  sendCode,
  startAppChallenge,
  tryCode,
} from './challenge.ts'
import { type Elsewhere, leadsOut, signedInElsewhere, signsInElsewhere } from './hooks.ts'
import { passwordMatches, refuseWhenFull, renewedHash } from './password.ts'
import { closeSession, type OpenSession, openSession } from './sessions.ts'
import { credentialsOf, lockActivePerson, type PersonRow, setPasswordHash } from './store.ts'
import { type Attempt, inTurn, recordFailure, refuseThrottled } from './throttle.ts'
import { hashToken } from './tokens.ts'

/** The dependencies of signing in and out. */
export interface SignInDeps {
  db: Database
  hooks: Pick<Hooks, 'ask'>
  now: () => Date
  sessionOf(token: string): Promise<OpenSession | null>
  /** Of authenticator apps. */
  secretOf: SecretOf
}

export interface SignInVerifyResult {
  /** Null when errors is not empty. */
  viewer: PersonRow | null
  /** Who the rest of the operation runs for; null as `viewer` is. */
  actor: Actor | null
  errors: FieldError[]
}

export interface SignInResult extends SignInVerifyResult {
  /** Whether a code must be entered next; `viewer` is null then, too. */
  codeRequired: boolean
  /** How it may come, first how it comes now. */
  codeMethods: SignInCodeMethod[]
}

/** Nobody is signed in. */
export const refusal = (errors: FieldError[]): SignInResult => ({
  viewer: null,
  actor: null,
  codeRequired: false,
  codeMethods: [],
  errors,
})

/** The same text for a wrong password, an unknown e-mail and a deactivated user (AUTH-05, AUTH-08). */
const INCORRECT: FieldError = { field: null, message: 'Incorrect email or password.' }
/** The app first: its code is there already. */
const methodsOf = (person: PersonRow): SignInCodeMethod[] => [
  ...(person.hasAuthenticator ? (['AUTHENTICATOR'] as const) : []),
  ...(person.twoFactorEnabled ? (['SMS'] as const) : []),
]

const WRONG_CODE: FieldError = { field: 'code', message: 'Invalid authentication code.' }

const WRONG_RECOVERY_CODE: FieldError = { field: 'recoveryCode', message: 'Invalid recovery code.' }

/** How a code of signing in comes to a person. */
export type SignInCodeMethod = 'AUTHENTICATOR' | 'SMS'

interface Opened {
  token: string
  person: PersonRow
  isFirst: boolean
}

async function open(
  deps: SignInDeps,
  tx: Tx,
  person: PersonRow,
  { exchange, now, elsewhere = null }: { exchange: HttpExchange; now: Date; elsewhere?: Elsewhere | null },
): Promise<Opened> {
  const hours = elsewhere?.maxAgeHours ?? null
  const endsAt = hours === null ? null : new Date(now.getTime() + hours * HOUR_MS)
  const { id: sessionId, token } = await openSession(tx, person.id, exchange, now, endsAt)
  if (elsewhere) await deps.hooks.ask(signedInElsewhere, tx, { sessionId, elsewhere })
  return { token, person: { ...person, lastLoginAt: now }, isFirst: person.lastLoginAt === null }
}

/** Gives the browser its session cookie, once the transaction that created the session has committed. */
async function startSession(deps: SignInDeps, exchange: HttpExchange, opened: Opened): Promise<SignInResult> {
  const session = await deps.sessionOf(opened.token)
  if (!session) throw unauthenticated()
  exchange.setSession(opened.token)
  if (exchange.challengeToken !== null) exchange.setChallenge(null)
  if (opened.isFirst) exchange.setShowWelcome()
  return { viewer: opened.person, actor: session.actor, codeRequired: false, codeMethods: [], errors: [] }
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
    return person ? open(deps, tx, person, { exchange, now: deps.now() }) : null
  })
  return opened && startSession(deps, exchange, opened)
}

/** Whom another place has signed in. */
export interface FromElsewhere {
  /** As `lockActivePerson` gives them. */
  person: PersonRow
  elsewhere: Elsewhere
  /** Whether the product's own second factor is asked for, where the person has one (SSO-21). */
  asksCode: boolean
}

/**
 * Signs in a person whom another place has signed in.
 * @param work says whom in the transaction that opens the session; null where nobody is signed in
 * @throws RATE_LIMITED after too many codes
 */
export async function signInFromElsewhere(
  deps: SignInDeps,
  exchange: HttpExchange,
  work: (tx: Tx) => Promise<FromElsewhere | null>,
): Promise<SignInResult | null> {
  const now = deps.now()
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const from = await work(tx)
    if (!from) return null
    const { person, elsewhere, asksCode } = from
    return (
      (asksCode ? await askCode(tx, person, now, elsewhere) : null) ??
      (await open(deps, tx, person, { exchange, now, elsewhere }))
    )
  })
  return outcome && proceed(deps, exchange, outcome)
}

interface Challenged {
  challenge: string
  methods: SignInCodeMethod[]
}

/** Begins the second step; null for a person without one. */
async function askCode(
  tx: Tx,
  person: PersonRow,
  now: Date,
  elsewhere: Elsewhere | null = null,
): Promise<Challenged | null> {
  const methods = methodsOf(person)
  if (person.hasAuthenticator) {
    return { challenge: await startAppChallenge(tx, person.id, now, elsewhere), methods }
  }
  return person.twoFactorEnabled ? { challenge: await sendCode(tx, person, now, elsewhere), methods } : null
}

async function proceed(
  deps: SignInDeps,
  exchange: HttpExchange,
  outcome: Opened | Challenged,
): Promise<SignInResult> {
  if ('token' in outcome) return startSession(deps, exchange, outcome)
  exchange.setChallenge(outcome.challenge)
  return { viewer: null, actor: null, codeRequired: true, codeMethods: outcome.methods, errors: [] }
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
  // A hash that has been replaced since it was read, as by another sign-in that renewed it, is read once more.
  const known = { email, password: input.password }
  const result = (await tryPassword(deps, known, exchange)) ?? (await tryPassword(deps, known, exchange))
  return result ?? refusal([INCORRECT])
}

/** @returns null where the password was right, but its hash has been replaced meanwhile */
async function tryPassword(
  deps: SignInDeps,
  { email, password }: { email: string; password: string },
  exchange: HttpExchange,
): Promise<SignInResult | null> {
  const now = deps.now()
  const attempt: Attempt = { email, address: exchange.address }
  refuseWhenFull(exchange.address)
  await refuseThrottled(deps.db, attempt, now)
  const found = isEmail(email) ? await credentialsOf(deps.db, email) : undefined
  const matches = await passwordMatches({
    passwordHash: found?.passwordHash ?? null,
    password,
    address: exchange.address,
    before: () => refuseThrottled(deps.db, attempt, now),
  })
  const renewed = found?.passwordHash && matches ? await renewedHash(found.passwordHash, password) : null

  const outcome = await inTurn(deps.db, attempt, async (tx) => {
    await refuseThrottled(tx, attempt, now)
    // Between the check and here the password may have been changed, or the person deactivated.
    const person =
      found && matches ? await lockActivePerson(tx, found.personId, found.passwordHash) : undefined
    if (!person) {
      if (found && matches && (await credentialsOf(tx, email))?.passwordHash !== found.passwordHash) {
        return 'replaced'
      }
      await recordFailure(tx, attempt, now)
      return null
    }
    if (renewed !== null) await setPasswordHash(tx, person.id, renewed)
    if (await isSignedInElsewhere(deps, tx, person)) {
      await recordFailure(tx, attempt, now)
      return null
    }
    return (await askCode(tx, person, now)) ?? open(deps, tx, person, { exchange, now })
  })
  if (outcome === 'replaced') return null
  return outcome === null ? refusal([INCORRECT]) : proceed(deps, exchange, outcome)
}

/** Whether what the product keeps of a person signs in nobody (SSO-19). */
const isSignedInElsewhere = async (deps: SignInDeps, tx: Tx, person: PersonRow): Promise<boolean> =>
  (await deps.hooks.ask(signsInElsewhere, tx, { personId: person.id })).includes(true)

/**
 * Second step with something that the person has. Wrong tries void the sign-in (AUTH-12); those of people with an app or
 * recovery codes, which are good for longer than one sign-in, count towards the throttle as well.
 */
async function secondStep(
  deps: SignInDeps,
  exchange: HttpExchange,
  { code, wrong }: { code: string; wrong: FieldError },
  isRight: (tx: Tx, person: PersonRow, now: Date) => Promise<boolean>,
): Promise<SignInVerifyResult> {
  const now = deps.now()
  const token = exchange.challengeToken ?? ''
  const opened = await deps.db.transaction().execute(async (tx) => {
    const personId = await personOfChallenge(tx, token, now)
    if (personId === null) throw unauthenticated()
    const person = await lockActivePerson(tx, personId)
    if (!person) return null
    const attempt: Attempt = { email: person.email, address: exchange.address }
    if (person.hasAuthenticator) await refuseThrottled(tx, attempt, now)
    const elsewhere = await elsewhereOfChallenge(tx, token)
    // Begun by a password before it was required to sign in elsewhere.
    const isVoid = elsewhere === null && (await isSignedInElsewhere(deps, tx, person))
    if (!isVoid && (await tryCode(tx, { token, code, now }, () => isRight(tx, person, now)))) {
      return open(deps, tx, person, { exchange, now, elsewhere })
    }
    if (person.hasAuthenticator) await recordFailure(tx, attempt, now)
    return null
  })
  return opened === null ? refusal([wrong]) : startSession(deps, exchange, opened)
}

/**
 * Second step: the code from the text message, or of the authenticator app.
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
  return secondStep(deps, exchange, { code, wrong: WRONG_CODE }, (tx, person, now) =>
    useAppCode(tx, deps.secretOf, { personId: person.id, code, now }),
  )
}

/**
 * Second step with a recovery code, which works once.
 * @throws as signInVerify
 */
export async function signInRecover(
  deps: SignInDeps,
  input: { recoveryCode: string },
  exchange: HttpExchange,
): Promise<SignInVerifyResult> {
  const code = input.recoveryCode.trim()
  if (code === '') return refusal([{ field: 'recoveryCode', message: REQUIRED }])
  return secondStep(deps, exchange, { code, wrong: WRONG_RECOVERY_CODE }, (tx, person, now) =>
    useRecoveryCode(tx, { personId: person.id, code, now }),
  )
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
    if (!person.twoFactorEnabled) throw badInput('There is no phone number to send a code to.')
    return sendCode(tx, person, now, await elsewhereOfChallenge(tx, token))
  })
  exchange.setChallenge(renewed)
}

/** Ends the session on the server and in the browser (AUTH-19). */
export async function signOut(deps: SignInDeps, exchange: HttpExchange): Promise<void> {
  const { sessionToken } = exchange
  if (sessionToken !== null) await endSession(deps, sessionToken, exchange.origin)
  exchange.setSession(null)
}

/** Ends the session of a cookie. @returns where the browser is led then; null for the sign-in page (SSO-23) */
export async function endSession(deps: SignInDeps, token: string, origin: string): Promise<string | null> {
  // Outside of a transaction: another server may be asked for it.
  const places = await deps.hooks.ask(leadsOut, deps.db, { tokenHash: hashToken(token), origin })
  await deps.db.transaction().execute((tx) => closeSession(tx, token, deps.now()))
  return places.find((place) => place !== null) ?? null
}
