import { NO_ACCESS, signInFailed } from '../../../shared/ssoRules.ts'
import type { SignInNotice } from '../../contracts/context.ts'
import type { Database } from '../../platform/database/database.ts'
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

/** Puts a sign-in that came to nothing into the connection's list (SSO-25). @returns what its person is told */
export async function recordRefusal(
  db: Database,
  connection: ConnectionRow,
  { reason, email = null, personId = null, hasNoAccess = false }: Failure,
  at: Date,
): Promise<SignInNotice> {
  const code = newCode()
  await db.transaction().execute(async (tx) => {
    await keepFailure(tx, connection.id, { at, code, email, reason })
    if (personId !== null) {
      await recordOf(tx, personId, 'REFUSE_SSO', connection, { name: connection.name, code, reason })
    }
  })
  return hasNoAccess ? { text: NO_ACCESS, code: null } : { text: signInFailed(connection.name), code }
}
