import { NO_ACCESS, signInFailed } from '../../../shared/ssoRules.ts'
import type { SignInNotice } from '../../contracts/context.ts'
import { coalesced } from '../../platform/coalesced.ts'
import type { Database } from '../../platform/database/database.ts'
import { NOBODY } from '../activity/index.ts'
import { recordRefusals } from './record.ts'
import { countRefusals, keepFailures, newCode, type Refusal, refusalsOf } from './requestStore.ts'
import type { ConnectionRow } from './store.ts'

/**
 * Refused sign-ins of a connection that are listed and recorded on one day (UTC). What a stranger can send without having
 * begun anything is counted apart, so that it takes no place of what people fail at.
 */
export const MAX_A_DAY = { begun: 1000, strange: 100 }
const NO_MORE = 'Those that follow on this day are not listed.'

/** What went wrong, for the connection's admins. */
export interface Failure {
  reason: string
  email?: string | null
  /** Whom it was about, where that is known. */
  personId?: string | null
  hasNoAccess?: boolean
  /** Whether it is an answer that nobody here had asked for, of which anybody can send any number. */
  isStrange?: boolean
}

/** One of them, with the code that its person is told. */
interface Refused {
  connection: ConnectionRow
  failure: Failure
  code: string
  at: Date
}

/** Refused sign-ins that are written together. */
const TOGETHER = 100

/** Writes refused sign-ins of one connection, and of one kind, as far as that day has room for them. */
async function keep(db: Database, all: readonly [Refused, ...Refused[]]): Promise<void> {
  const [{ connection, failure, at }] = all
  const isStrange = failure.isStrange ?? false
  const most = isStrange ? MAX_A_DAY.strange : MAX_A_DAY.begun
  const refusal: Refusal = { connectionId: connection.id, isStrange, at }
  // Nothing is written for those that follow.
  if ((await refusalsOf(db, refusal)) >= most) return
  await db.transaction().execute(async (tx) => {
    const before = (await countRefusals(tx, refusal, all.length)) - all.length
    const kept = all.slice(0, Math.max(0, most - before)).map((each, n) => ({
      ...each,
      reason: before + n + 1 === most ? `${each.failure.reason} ${NO_MORE}` : each.failure.reason,
    }))
    if (kept.length === 0) return
    await keepFailures(
      tx,
      connection.id,
      kept.map((each) => ({ ...each, email: each.failure.email ?? null })),
    )
    await recordRefusals(
      tx,
      connection,
      kept.map(({ code, reason, failure: { personId, email } }) => ({
        personId: personId ?? NOBODY,
        detail: { name: connection.name, code, reason, ...(email ? { email } : {}) },
      })),
    )
  })
}

const writers = new WeakMap<Database, (refused: Refused) => Promise<PromiseSettledResult<void>>>()

/** Whoever waits for one provider is refused at the same moment: they are written together. */
function writerOf(db: Database) {
  const keyOf = ({ connection, failure }: Refused) => `${connection.id} ${failure.isStrange ?? false}`
  const writer =
    writers.get(db) ??
    coalesced(async (all: readonly Refused[]) => {
      const groups = [...Map.groupBy(all, keyOf)]
      const outcomes = await Promise.allSettled(
        groups.map(([, of]) => keep(db, of as [Refused, ...Refused[]])),
      )
      const byKey = new Map(groups.map(([key], n) => [key, outcomes[n]]))
      return all.map((each) => byKey.get(keyOf(each)) as PromiseSettledResult<void>)
    }, TOGETHER)
  writers.set(db, writer)
  return writer
}

/**
 * Puts a sign-in that came to nothing into the connection's list, and into the activity, where the e-mail says who it was that
 * has no account (SSO-25, SSO-27): of a day as many as MAX_A_DAY says. @returns what its person is told
 */
export async function recordRefusal(
  db: Database,
  connection: ConnectionRow,
  failure: Failure,
  at: Date,
): Promise<SignInNotice> {
  const code = newCode()
  const outcome = await writerOf(db)({ connection, failure, code, at })
  if (outcome.status === 'rejected') throw outcome.reason
  return failure.hasNoAccess ? { text: NO_ACCESS, code: null } : { text: signInFailed(connection.name), code }
}
