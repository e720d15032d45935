import { MINUTE_MS } from '../../../shared/durations.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, unauthenticated } from '../../access/errors.ts'
import type { Tx } from '../../platform/database/database.ts'
import { hasCheckedPassword } from './sessions.ts'
import { lockActivePerson, type PersonRow } from './store.ts'

/** Milliseconds for which a password that was entered again counts (SEC-17). */
const CHECKED_MS = 10 * MINUTE_MS

/**
 * The person, locked, where the password was entered again in this session in the last 10 minutes.
 * @throws BAD_USER_INPUT where it was not
 */
export async function requireRecentPassword(tx: Tx, actor: Actor, now: Date): Promise<PersonRow> {
  const person = await lockActivePerson(tx, actor.personId)
  if (!person) throw unauthenticated()
  if (await hasCheckedPassword(tx, actor.sessionId, new Date(now.getTime() - CHECKED_MS))) return person
  const again = 'Please enter your password again.'
  throw badInput(again, { password: again })
}
