import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { codeOf } from '../errorCode.ts'
import { asLost, DatabaseAwayError, DatabaseLostError, isAway, untilBack } from './away.ts'
import { BusyError, isCutOff } from './busy.ts'
import { noteCommit } from './changes.ts'
import type { Commits } from './commits.ts'
import { fateOf, TIMELINE, type TransactionId } from './lostCommit.ts'
import { type PreparedStatements, preparedStatements } from './prepared.ts'

/** What Kysely says at the begin and the end of a transaction. */
const BEGIN = /^(begin|start transaction\b.*)$/
const READING = / read only$/
const COMMIT = 'commit'
const ROLLBACK = 'rollback'
const ENDS: ReadonlySet<string> = new Set([COMMIT, ROLLBACK])
const ignore = (): void => {}

/** With the number of the transaction, so that it can be asked about where its COMMIT gets no answer. */
const WITH_NUMBER = '; select pg_current_xact_id()::text as xid'
const WITH_TIMELINE = `${WITH_NUMBER}, ${TIMELINE} as timeline`

/** What may change something; where in doubt, it does. */
const CHANGES = /\b(insert|update|delete|merge|truncate|create|alter|drop|nextval|setval|pg_notify)\b/i

/** What is known of a connection as long as it lives. */
interface Known {
  prepared: PreparedStatements
  /** Of the server, once a transaction has begun there. */
  timeline: string | undefined
  /** Why PostgreSQL ended it while nothing ran. */
  ended: unknown
}

const known = new WeakMap<pg.PoolClient, Known>()

function knownOf(client: pg.PoolClient): Known {
  const found = known.get(client)
  if (found) return found
  const made: Known = { prepared: preparedStatements(client), timeline: undefined, ended: undefined }
  client.on('error', (error) => {
    made.ended ??= error
  })
  known.set(client, made)
  return made
}

export interface CheckoutDeps {
  /** Gives another connection of the same pool. */
  connect: () => Promise<pg.PoolClient>
  commits: Commits
  /** Called with each error of a statement. */
  onFailure: (error: unknown) => void
}

/**
 * A connection for as long as Kysely has it: for one statement, or one transaction. Where the database goes away under a
 * read, the read is done again on another connection; under a COMMIT, the database is asked what became of it (SCALE-13).
 */
export class Checkout implements PostgresPoolClient {
  readonly #deps: CheckoutDeps
  #client: pg.PoolClient
  #isBroken = false
  #transaction: TransactionId | 'reading' | null = null
  #hasEnded = false
  /** Until the statement under way is answered. */
  #answered: Promise<unknown> = Promise.resolve()
  readonly query: PostgresPoolClient['query']

  constructor(client: pg.PoolClient, deps: CheckoutDeps) {
    this.#client = client
    this.#deps = deps
    // Kysely's other form of query takes a cursor, which nothing here asks for.
    this.query = ((text: string, values: readonly unknown[]) =>
      this.#query(text, values)) as unknown as PostgresPoolClient['query']
  }

  release(isUnusable?: boolean): void {
    this.#client.release(isUnusable || this.#isBroken)
  }

  #query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (ENDS.has(text)) {
      this.#hasEnded = true
      return this.#answered.then(() => (text === COMMIT ? this.#commit() : this.#rollback(text)))
    }
    // Of statements that were given together, one that fails ends the transaction while others wait for their turn:
    // after the end they would still run, each in its own transaction.
    if (this.#hasEnded) return Promise.reject(new Error('The transaction of this statement has ended.'))
    if (this.#transaction !== null) return this.#send(text, values)
    if (!BEGIN.test(text)) return this.#alone(text, values)
    if (!READING.test(text)) return this.#begin(text)
    this.#transaction = 'reading'
    return this.#send(text, values)
  }

  async #begin(text: string): Promise<pg.QueryResult> {
    const facts = knownOf(this.#client)
    const both = text + (facts.timeline === undefined ? WITH_TIMELINE : WITH_NUMBER)
    // Of two statements together PostgreSQL gives two results.
    const results = (await this.#send(both, [])) as unknown as [
      pg.QueryResult,
      pg.QueryResult<{ xid: string; timeline?: string }>,
    ]
    const [row] = results[1].rows
    facts.timeline ??= row?.timeline
    const { processID: pid = 0 } = this.#client as unknown as { processID?: number }
    this.#transaction = { xid: row?.xid ?? '', timeline: facts.timeline ?? '', pid }
    return results[0]
  }

  async #commit(): Promise<pg.QueryResult> {
    const transaction = this.#transaction
    try {
      const answer = await this.#send(COMMIT, [])
      if (transaction !== 'reading') this.#committed()
      return answer
    } catch (error) {
      if (!(error instanceof DatabaseLostError) || transaction === null || transaction === 'reading')
        throw error
      const fate = await fateOf(transaction, (text, values) => this.#elsewhere(text, values))
      if (fate === 'unknown') throw new DatabaseAwayError('unknown', error)
      // Nothing is left of it: whoever began it runs it again.
      if (fate === 'aborted') throw error
      this.#committed()
      return answerTo('COMMIT')
    }
  }

  #committed(): void {
    noteCommit()
    this.#deps.commits.notify()
  }

  /** On a connection that is lost, PostgreSQL has done it by itself. */
  async #rollback(text: string): Promise<pg.QueryResult> {
    if (this.#isBroken) return answerTo('ROLLBACK')
    try {
      return await this.#send(text, [])
    } catch (error) {
      if (this.#isBroken) return answerTo('ROLLBACK')
      throw error
    }
  }

  /** A statement that is a transaction by itself. */
  async #alone(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      const answer = await this.#send(text, values)
      if (answer.command !== 'SELECT') noteCommit()
      return answer
    } catch (error) {
      if (!(error instanceof DatabaseLostError)) throw error
      if (CHANGES.test(text)) throw new DatabaseAwayError('unknown', error)
      return untilBack(() => this.#elsewhere(text, values))
    }
  }

  /** Where the connection is lost, on another one. */
  async #elsewhere(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#isBroken) await this.#replace()
    return this.#send(text, values)
  }

  #send(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const client = this.#client
    const name = values.length > 0 ? knownOf(client).prepared.nameOf(text) : undefined
    const query = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] }
    // By callback: a promise of the client's own stays reachable from the statement, and with it all its rows until the
    // next full collection of garbage. Lists would spend a quarter of their time on collecting them.
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      client.query(query, (error: Error | null, result) =>
        error ? reject(this.#failed(error)) : resolve(result),
      )
    })
    this.#answered = answer.then(ignore, ignore)
    return answer
  }

  /** What a failed statement means for the connection. */
  #failed(error: unknown): unknown {
    this.#deps.onFailure(error)
    if (isCutOff(error)) {
      this.#isBroken = true
      return new BusyError('The transaction was idle for too long.', { cause: error })
    }
    if (!isAway(error)) return error
    // A statement that changes something where nothing may be changed is a mistake, not a standby.
    if (this.#transaction === 'reading' && codeOf(error) === READ_ONLY) return error
    this.#isBroken = true
    const { ended } = knownOf(this.#client)
    return isCutOff(ended) ? this.#failed(ended) : asLost(error)
  }

  /** Another connection in the place of one that is lost. */
  async #replace(): Promise<void> {
    this.#client.release(true)
    // Until there is another one, nothing is to be released.
    this.#client = NOTHING
    this.#client = await this.#deps.connect()
    this.#isBroken = false
  }
}

const answerTo = (command: string): pg.QueryResult => ({
  command,
  rowCount: null,
  rows: [],
  oid: 0,
  fields: [],
})

const READ_ONLY = '25006'
/** In the place of a connection that was given back. */
const NOTHING = { release: ignore } as unknown as pg.PoolClient
