import { NO_ACCESS, signInFailed } from '../../../shared/ssoRules.ts'
import type { SignInNotice } from '../../contracts/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { NOBODY } from '../activity/index.ts'
import { recordOf } from './record.ts'
import { countRefusal, keepFailure, newCode, type Refusal, refusalsOf } from './requestStore.ts'
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

/**
 * Puts a sign-in that came to nothing into the connection's list, and into the activity, where the e-mail says who it was that
 * has no account (SSO-25, SSO-27): of a day as many as MAX_A_DAY says. @returns what its person is told
 */
export async function recordRefusal(
  db: Database,
  connection: ConnectionRow,
  { reason, email = null, personId = null, hasNoAccess = false, isStrange = false }: Failure,
  at: Date,
): Promise<SignInNotice> {
  const code = newCode()
  const most = isStrange ? MAX_A_DAY.strange : MAX_A_DAY.begun
  const refusal: Refusal = { connectionId: connection.id, isStrange, at }
  // Nothing is written for those that follow.
  if ((await refusalsOf(db, refusal)) < most) {
    await db.transaction().execute(async (tx) => {
      const count = await countRefusal(tx, refusal)
      if (count > most) return
      const said = count === most ? `${reason} ${NO_MORE}` : reason
      await keepFailure(tx, connection.id, { at, code, email, reason: said })
      const detail = { name: connection.name, code, reason: said, ...(email === null ? {} : { email }) }
      await recordOf(tx, personId ?? NOBODY, 'REFUSE_SSO', connection, detail)
    })
  }
  return hasNoAccess ? { text: NO_ACCESS, code: null } : { text: signInFailed(connection.name), code }
}
