import { NO_ACCESS, signInFailed } from '../../../shared/ssoRules.ts'
import type { SignInNotice } from '../../contracts/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { NOBODY } from '../activity/index.ts'
import { recordOf } from './record.ts'
import { keepFailure, newCode } from './requestStore.ts'
import type { ConnectionRow } from './store.ts'

/** What went wrong, for the connection's admins. */
export interface Failure {
  reason: string
  email?: string | null
  /** Whom it was about, where that is known. */
  personId?: string | null
  hasNoAccess?: boolean
}

/**
 * Puts a sign-in that came to nothing into the connection's list, and into the activity, where the e-mail says who it was that
 * has no account (SSO-25, SSO-27). @returns what its person is told
 */
export async function recordRefusal(
  db: Database,
  connection: ConnectionRow,
  { reason, email = null, personId = null, hasNoAccess = false }: Failure,
  at: Date,
): Promise<SignInNotice> {
  const code = newCode()
  await db.transaction().execute(async (tx) => {
    await keepFailure(tx, connection.id, { at, code, email, reason })
    const detail = { name: connection.name, code, reason, ...(email === null ? {} : { email }) }
    await recordOf(tx, personId ?? NOBODY, 'REFUSE_SSO', connection, detail)
  })
  return hasNoAccess ? { text: NO_ACCESS, code: null } : { text: signInFailed(connection.name), code }
}
