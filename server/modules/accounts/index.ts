import DataLoader from 'dataloader'
import type pg from 'pg'
import type { Actor } from '../../access/actor.ts'
import { SESSION_LIMITS } from '../../access/session.ts'
import { type Context, type HttpExchange, perRequest } from '../../contracts/context.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { createHooks, type Hooks } from '../../platform/hooks.ts'
import { trueDate } from '../../platform/trueTime.ts'
import type { SecretOf } from './authenticator.ts'
import { sweepChallenges } from './challenge.ts'
import { viewLost } from './hooks.ts'
import {
  type Agreements,
  type AgreementsInput,
  agreementsOf,
  createAcceptances,
  currentLicence,
  type Licence,
  publishLicence,
  updateAgreements,
} from './licence.ts'
import { sweepUsedChallenges } from './passkeyChallenge.ts'
import {
  endSession,
  type FromElsewhere,
  type SignInDeps,
  type SignInResult,
  type SignInVerifyResult,
  signIn,
  signInAs,
  signInFromElsewhere,
  signInRecover,
  signInResendCode,
  signInVerify,
  signOut,
} from './service.ts'
import { createSessionList, type SessionList } from './sessionList.ts'
import { createSessionLookup, type OpenSession, sweepSessions } from './sessions.ts'
import { createFirstUser, type FirstUser, openSetup, setupWorks } from './setup.ts'
import { type CompanyRow, companiesByIds, type PersonRow, personsByIds } from './store.ts'
import { sweepFailures } from './throttle.ts'

export {
  type Elsewhere,
  leadsOut,
  mailboxProven,
  managersInView,
  signedInElsewhere,
  signsInElsewhere,
  superUserLost,
  viewLost,
} from './hooks.ts'
export { sendNotice } from './notices.ts'
export { deactivatePerson, reactivatePerson } from './office.ts'
export { createPerson, type NewPerson, setPassword } from './people.ts'
export { requireSelf } from './profile.ts'
export { proveMailbox } from './proving.ts'
export { requireRecentPassword } from './recentPassword.ts'
export { needsPublicUrl } from './relyingParty.ts'
export type { FromElsewhere, SignInResult, SignInVerifyResult } from './service.ts'
export { endSessions, endSessionsOf, type OpenSession, recordPasswordCheck } from './sessions.ts'
export {
  administeredAmong,
  companiesByIds,
  lockActivePerson,
  namesByIds,
  personsByEmails,
  personsByIds,
  setMailboxProven,
  setPersonDetails,
  superUserEmails,
} from './store.ts'
export { hashToken } from './tokens.ts'
export type { CompanyRow, PersonRow }

export interface AccountsDeps {
  db: Database
  /** For the session lookup, which each request makes. */
  pool: pg.Pool
  /** Without them nobody is told of a lost view. */
  hooks?: Hooks
  now?: () => Date
  /** Secrets of authenticator apps; without it none can be used. */
  secretOf?: SecretOf
  /** Milliseconds without a request after which a session ends; 12 hours unless given. */
  sessionIdleMs?: number
  /** Milliseconds after which a session ends in any case; 14 days unless given. */
  sessionMaxMs?: number
  /** Called with errors that no response waits for. */
  onError?: (error: unknown) => void
}

/** Signing in and out, and who a session belongs to. Each method says what it throws where it is defined. */
export interface Accounts {
  /** The caller by the session cookie; null if there is no such session, or no longer. */
  sessionOf(token: string): Promise<OpenSession | null>
  signIn(input: { email: string; password: string }, exchange: HttpExchange): Promise<SignInResult>
  signInVerify(input: { code: string }, exchange: HttpExchange): Promise<SignInVerifyResult>
  signInRecover(input: { recoveryCode: string }, exchange: HttpExchange): Promise<SignInVerifyResult>
  signInResendCode(exchange: HttpExchange): Promise<void>
  signOut(exchange: HttpExchange): Promise<void>
  /** A token for the link that makes the first super user; null once there is any person. */
  openSetup(): Promise<string | null>
  /** Whether a link for the first super user still works. */
  setupWorks(token: string): Promise<boolean>
  createFirstUser(input: FirstUser, exchange: HttpExchange): Promise<SignInVerifyResult>
  /** Signs in whoever `work` gives the id of, in its transaction; null where it gives none. */
  signInAs(exchange: HttpExchange, work: (tx: Tx) => Promise<string | null>): Promise<SignInResult | null>
  /** Signs in whom another place has signed in, as `work` says in its transaction; null where that is nobody. */
  signInFromElsewhere(
    exchange: HttpExchange,
    work: (tx: Tx) => Promise<FromElsewhere | null>,
  ): Promise<SignInResult | null>
  /** What the signed-in person sees of their own sessions. */
  sessions: SessionList
  /**
   * Ends the session of a cookie on the server, for GET /logout; nothing happens for an unknown one.
   * @returns where the browser is led then; null for the sign-in page (SSO-23)
   */
  endSession(token: string, origin: string): Promise<string | null>
  /** The newest licence agreement. */
  licence(): Promise<Licence>
  /** What the person has agreed to; only they may know. */
  agreements(personId: string): Promise<Agreements>
  /**
   * Whether the person has accepted the newest agreement, for bytes on their way, of which none is visible before a call
   * that asks again. A text that another process publishes is noticed within a second.
   */
  hasAccepted(personId: string): Promise<boolean>
  updateAgreements(actor: Actor, input: AgreementsInput): Promise<Agreements>
  /** Makes a text the licence agreement; who has accepted another one is asked again. @returns its version */
  publishLicence(text: string): Promise<number>
  /** For resolvers: read together with the others that the request asks for; null for an unknown id. */
  person(context: Context, id: string): Promise<PersonRow | null>
  /** The same where a row names them: nobody is deleted from the database. @throws Error for an unknown id */
  knownPerson(context: Context, id: string): Promise<PersonRow>
  company(context: Context, id: string): Promise<CompanyRow | null>
  /** Deletes sessions, failures and codes that no longer count. */
  sweep(): Promise<void>
}

const noSecret: SecretOf = () => {
  throw new Error('Authenticator apps need a key.')
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, pool } = deps
  const now = deps.now ?? trueDate
  const onError = deps.onError ?? (() => {})
  const limits = {
    idleMs: deps.sessionIdleMs ?? SESSION_LIMITS.idleMs,
    maxMs: deps.sessionMaxMs ?? SESSION_LIMITS.maxMs,
  }
  const sessionOf = createSessionLookup({
    pool,
    limits,
    now,
    endView: (id, at) =>
      db.transaction().execute(async (tx) => void (await deps.hooks?.ask(viewLost, tx, { id, at }))),
    onError,
  })
  const persons = perRequest(() => new DataLoader((ids: readonly string[]) => personsByIds(db, ids)))
  const companies = perRequest(() => new DataLoader((ids: readonly string[]) => companiesByIds(db, ids)))
  const acceptances = createAcceptances(db)
  const secretOf = deps.secretOf ?? noSecret
  const hooks = deps.hooks ?? createHooks(() => [])
  const signInDeps: SignInDeps = { db, hooks, now, sessionOf, secretOf }
  return {
    sessionOf,
    signIn: (input, exchange) => signIn(signInDeps, input, exchange),
    signInVerify: (input, exchange) => signInVerify(signInDeps, input, exchange),
    signInRecover: (input, exchange) => signInRecover(signInDeps, input, exchange),
    signInResendCode: (exchange) => signInResendCode(signInDeps, exchange),
    signOut: (exchange) => signOut(signInDeps, exchange),
    openSetup: () => openSetup(db),
    setupWorks: (token) => setupWorks(db, token),
    createFirstUser: (input, exchange) => createFirstUser(signInDeps, input, exchange),
    sessions: createSessionList({ db, limits, now }),
    signInAs: (exchange, work) => signInAs(signInDeps, exchange, work),
    signInFromElsewhere: (exchange, work) => signInFromElsewhere(signInDeps, exchange, work),
    endSession: (token, origin) => endSession(signInDeps, token, origin),
    licence: () => currentLicence(db),
    agreements: (personId) => agreementsOf(db, personId),
    updateAgreements: (actor, input) => updateAgreements(db, actor, input, now()),
    hasAccepted: acceptances.has,
    publishLicence: async (text) => {
      const version = await publishLicence(db, text)
      acceptances.forget()
      return version
    },
    person: (context, id) => persons(context).load(id),
    knownPerson: async (context, id) => {
      const person = await persons(context).load(id)
      if (!person) throw new Error(`There is no person ${id}.`)
      return person
    },
    company: (context, id) => companies(context).load(id),
    sweep: async () => {
      const at = now()
      await sweepSessions(db, limits, at)
      await sweepFailures(db, at)
      await sweepChallenges(db, at)
      await sweepUsedChallenges(db, at)
    },
  }
}
