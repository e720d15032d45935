import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { dropAuthenticator } from './authenticator.ts'
import { closeChallenges } from './challenge.ts'
import { mailboxProven } from './hooks.ts'
import { sendNotice } from './notices.ts'
import { dropPasskeys } from './passkeyStore.ts'
import { endSessionsOf } from './sessions.ts'

/**
 * Somebody has shown that the account's mailbox is theirs: by a link that was mailed there alone, or by their own firm's word.
 * An account that was made without that, by a link that an admin could copy, may be another's: nothing of what it was
 * given to sign in with opens it any more (decision 115). Any other account stays as it is.
 */
export async function proveMailbox(
  tx: Tx,
  { hooks, origin }: { hooks: Pick<Hooks, 'ask'>; origin(): string },
  personId: string,
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    update person set is_unproven = false, password_hash = null, two_factor_enabled = false, phone_number = null
    where id = ${personId} and is_unproven returning email`.execute(tx)
  const [proven] = rows
  if (!proven) return
  await dropAuthenticator(tx, personId)
  await dropPasskeys(tx, personId)
  await closeChallenges(tx, personId)
  await endSessionsOf(tx, personId)
  await hooks.ask(mailboxProven, tx, { personId })
  await sendNotice(tx, proven, 'proven', origin())
}
