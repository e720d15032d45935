import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/** Where somebody was signed in, and as whom: it is kept while the product's own second factor is asked for. */
export interface Elsewhere {
  connectionId: string
  subject: string
  /** The session there, where it has a name. */
  sid: string | null
  maxAgeHours: number | null
}

/** Asks whether each person is the deal manager of something that the actor may open; in the order of the ids. */
export const managersInView = defineHook<
  { actor: Actor; personIds: readonly string[] },
  boolean[],
  Connection
>('managersInView')

/**
 * Asks whether a person, or whoever gets an account with that e-mail, may sign in by nothing that the product itself keeps,
 * since their own firm signs them in (SSO-19).
 */
export const signsInElsewhere = defineHook<{ personId: string } | { email: string }, boolean>(
  'signsInElsewhere',
)

/** A session was opened for somebody whom another place has signed in; throws where that place doesn't count any more. */
export const signedInElsewhere = defineHook<{ sessionId: string; elsewhere: Elsewhere }>('signedInElsewhere')

/** A session ends by its person's wish: gives where the browser is led then, if anywhere (SSO-23). */
export const leadsOut = defineHook<{ tokenHash: Buffer; origin: string }, string | null, Connection>(
  'leadsOut',
)

/**
 * Somebody has shown that a mailbox is theirs whose account may be another's until then: what that one was given to get in
 * with ends, in the same transaction.
 */
export const mailboxProven = defineHook<{ personId: string }>('mailboxProven')

/** A session may not have its view of a room as others see it any more, or nothing is left of what it shows. */
export const viewLost = defineHook<{ id: string; at: Date }>('viewLost')

/**
 * A person was deactivated, lost a second factor or is a super user no more, which somebody may refuse (SSO-20): asked after
 * the change, in its transaction.
 */
export const superUserLost = defineHook<{ personId: string }>('superUserLost')
