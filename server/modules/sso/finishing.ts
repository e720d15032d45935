import type { Database } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { type Accounts, recordPasswordCheck } from '../accounts/index.ts'
import type { Memberships } from '../memberships/index.ts'
import { type Arrival, receive, wordsOf } from './arriving.ts'
import type { Failure } from './failing.ts'
import { backFrom, failTo, type Passing, signInPage, withQuery } from './passing.ts'
import { boundPerson } from './peopleStore.ts'
import { administersConnection } from './policy.ts'
import type { Claims } from './provider.ts'
import { recordChange } from './record.ts'
import { keepTest, type RequestRow } from './requestStore.ts'
import { type ConnectionRow, markProved } from './store.ts'

export interface FinishingDeps {
  db: Database
  accounts: Pick<Accounts, 'signInFromElsewhere'>
  memberships: Pick<Memberships, 'accepting'>
  hooks: Pick<Hooks, 'ask'>
  origin(): string
  now: () => Date
}

/** Takes back what a test has tried. */
class Undone extends Error {
  readonly arrival: Arrival
  constructor(arrival: Arrival) {
    super('A test')
    this.arrival = arrival
  }
}

/** What a browser that came back has begun there. */
type Began = Pick<RequestRow, 'purpose' | 'revision' | 'sessionId' | 'next' | 'acceptance'>

/**
 * Makes of claims that were checked what the browser had gone to the provider for. @returns where it is led then
 */
export function createFinishing({ db, accounts, memberships, hooks, origin, now }: FinishingDeps) {
  const receiving = { accepting: memberships.accepting, hooks, origin }
  const fail = ({ exchange }: Passing, connection: ConnectionRow, failure: Failure, page: string) =>
    failTo(db, { exchange, connection, at: now() }, failure, page)

  const finishTest = async (passing: Passing, connection: ConnectionRow, row: Began, claims: Claims) => {
    const actor = await passing.actor()
    if (!actor || actor.sessionId !== row.sessionId || !administersConnection(actor, connection))
      return fail(passing, connection, { reason: 'The session that began the test has ended.' }, row.next)
    const at = now()
    const arrival = await db
      .transaction()
      .execute(async (tx): Promise<Arrival> => {
        throw new Undone(await receive(tx, receiving, { connection, claims, acceptance: null, at }))
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return error.arrival
        throw error
      })
    const id = await db.transaction().execute(async (tx) => {
      await recordChange(tx, actor, 'TEST_SSO_CONNECTION', connection, { name: connection.name })
      if ('person' in arrival && !('refused' in arrival)) {
        await markProved(tx, { id: connection.id, revision: row.revision, at })
      }
      const shown = Object.entries(claims.all)
        .filter(([name]) => name !== 'nonce')
        .map(([name, value]) => ({
          name,
          value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500),
        }))
      const result = { claims: shown, outcome: wordsOf(arrival) }
      return keepTest(tx, { connectionId: connection.id, sessionId: actor.sessionId, result, at })
    })
    return withQuery(row.next, { connection: connection.id, test: id })
  }

  /** A fresh sign-in at the provider counts as the password that was entered again (KEY-02). */
  const finishConfirmation = async (
    passing: Passing,
    connection: ConnectionRow,
    row: Began,
    claims: Claims,
  ) => {
    const actor = await passing.actor()
    const personId = await boundPerson(db, connection.id, claims.sub)
    if (!actor || actor.sessionId !== row.sessionId || actor.personId !== personId) {
      const reason = 'Somebody else than the person who is signed in has confirmed at the provider.'
      return fail(passing, connection, { reason, email: claims.email, personId }, row.next)
    }
    await db.transaction().execute((tx) => recordPasswordCheck(tx, actor.sessionId, now()))
    return row.next
  }

  const finishSignIn = async (
    passing: Passing,
    connection: ConnectionRow,
    row: Began,
    claims: Claims,
  ): Promise<string> => {
    const { exchange } = passing
    const at = now()
    let arrival: Arrival | undefined
    const result = await accounts.signInFromElsewhere(exchange, async (tx) => {
      arrival = await receive(tx, receiving, { connection, claims, acceptance: row.acceptance, at })
      if ('refused' in arrival) return null
      // Whoever runs another firm's directory is no second factor of those who run the installation.
      const isTrusted =
        !arrival.person.isSuperUser || (connection.organisationId === null && connection.companyId === null)
      const hasSecondFactor = connection.secondFactorAtProvider || claims.amr.includes('mfa')
      return {
        person: arrival.person,
        elsewhere: {
          connectionId: connection.id,
          subject: claims.sub,
          sid: claims.sid,
          maxAgeHours: connection.maxAgeHours,
        },
        asksCode: !(hasSecondFactor && isTrusted),
      }
    })
    if (arrival && 'refused' in arrival && arrival.invitationPage) return arrival.invitationPage
    if (!arrival || 'refused' in arrival || !result) {
      const {
        refused = 'The account is deactivated.',
        person = null,
        hasNoAccess = true,
      } = arrival && 'refused' in arrival ? arrival : {}
      const failure = { reason: refused, email: claims.email, personId: person?.id ?? null, hasNoAccess }
      return fail(passing, connection, failure, backFrom(row))
    }
    if (result.codeRequired) return signInPage(row.next, { code: result.codeMethods.join(',') })
    if (result.actor && administersConnection(result.actor, connection)) {
      await db
        .transaction()
        .execute((tx) => markProved(tx, { id: connection.id, revision: row.revision, at }))
    }
    return row.acceptance ? '/' : row.next
  }

  return (passing: Passing, connection: ConnectionRow, row: Began, claims: Claims): Promise<string> => {
    if (row.purpose === 'TEST') return finishTest(passing, connection, row, claims)
    if (row.purpose === 'CONFIRM') return finishConfirmation(passing, connection, row, claims)
    return finishSignIn(passing, connection, row, claims)
  }
}

export type Finish = ReturnType<typeof createFinishing>
