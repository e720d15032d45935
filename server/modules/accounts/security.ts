import { codeProblem, newPasswordProblem, REQUIRED } from '../../../shared/accountRules.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, requireFields, unauthenticated } from '../../access/errors.ts'
import type { HttpExchange } from '../../contracts/context.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { closeChallenges } from './challenge.ts'
import { sendNotice } from './notices.ts'
import { recordOwn } from './ownActivity.ts'
import { passwordMatches, refuseWhenFull } from './password.ts'
import { setPassword } from './people.ts'
import { sendPhoneCode, tryPhoneCode } from './phoneChange.ts'
import { requireSelf } from './profile.ts'
import { requireRecentPassword } from './recentPassword.ts'
import { recordPasswordCheck } from './sessions.ts'
import { credentialsOfPerson, lockActivePerson, type PersonRow, setPhoneNumber } from './store.ts'
import { inTurn, recordFailure, refuseThrottled } from './throttle.ts'

/** ERR-05 */
const INCORRECT = 'Incorrect password.'
/** ERR-06 */
const WRONG_CODE = 'Invalid authentication code.'

/** Who asks, from where. */
export interface Asking {
  actor: Actor
  exchange: Pick<HttpExchange, 'address' | 'sessionToken'>
}

interface GivenNumber {
  phoneNumber: string
  countryCode: string
}

/**
 * What people change of how they sign in. Each method throws NOT_FOUND or, for somebody whom the actor administers,
 * FORBIDDEN where `id` is another's (PROF-13), and BAD_USER_INPUT with fields for what the form says at its fields.
 */
export interface Security {
  /** Enters the password again, for what needs it within the next 10 minutes. @throws RATE_LIMITED (AUTH-07) */
  checkPassword(asking: Asking, id: string, password: string): Promise<void>
  /** Sends a code to the new number (SEC-12). @throws RATE_LIMITED after 5 codes in an hour */
  sendPhoneCode(asking: Asking, id: string, number: GivenNumber): Promise<void>
  /** Takes the number, and makes two-factor authentication active (SEC-02, SEC-14). */
  updatePhoneNumber(
    asking: Asking,
    id: string,
    number: GivenNumber & { authCode: string },
  ): Promise<PersonRow>
  /** Ends the other sessions (AUTH-33). @throws RATE_LIMITED (AUTH-07) */
  updatePassword(
    asking: Asking,
    id: string,
    passwords: { oldPassword: string; newPassword: string },
  ): Promise<void>
}

export interface SecurityDeps {
  db: Database
  now?: () => Date
  /** The public address of the product, for links in mails. */
  origin: () => string
}

export function createSecurity({ db, now = () => new Date(), origin }: SecurityDeps): Security {
  /**
   * Does something once the password has proved right, in one transaction, as signing in does: wrong ones count towards
   * the same throttle, and concurrent guesses take turns.
   * @returns null where it was wrong, 'replaced' where it was right but its hash has been replaced meanwhile
   */
  const tryPassword = async <T>(
    { actor, exchange }: Asking,
    password: string,
    change: (tx: Tx, person: PersonRow) => Promise<T>,
  ): Promise<{ done: T } | 'replaced' | null> => {
    const credentials = await credentialsOfPerson(db, actor.personId)
    if (!credentials) throw unauthenticated()
    const { email, passwordHash } = credentials
    const attempt = { email, address: exchange.address }
    const at = now()
    refuseWhenFull(exchange.address)
    await refuseThrottled(db, attempt, at)
    const before = () => refuseThrottled(db, attempt, at)
    const matches = await passwordMatches({ passwordHash, password, address: exchange.address, before })
    return inTurn(db, attempt, async (tx) => {
      await refuseThrottled(tx, attempt, at)
      // Between the check and here the password may have been changed, or the person deactivated.
      const person = matches ? await lockActivePerson(tx, actor.personId, passwordHash) : undefined
      if (person) return { done: await change(tx, person) }
      if (matches && (await credentialsOfPerson(tx, actor.personId))?.passwordHash !== passwordHash) {
        return 'replaced'
      }
      await recordFailure(tx, attempt, at)
      return null
    })
  }
  const withPassword = async <T>(
    asking: Asking,
    { field, password }: { field: string; password: string },
    change: (tx: Tx, person: PersonRow) => Promise<T>,
  ): Promise<T> => {
    let outcome = await tryPassword(asking, password, change)
    // A hash that has been replaced since it was read, as by a sign-in that renewed it, is read once more.
    if (outcome === 'replaced') outcome = await tryPassword(asking, password, change)
    if (outcome === null || outcome === 'replaced') throw badInput(INCORRECT, { [field]: INCORRECT })
    return outcome.done
  }
  const numberOf = async ({ phoneNumber, countryCode }: GivenNumber): Promise<string> => {
    requireFields({ phoneNumber: phoneNumber.trim() === '' ? REQUIRED : null })
    // The numbering plans of all countries are read when the first number comes: no start waits for them.
    const { INVALID_NUMBER, phoneNumberOf } = await import('./phoneNumbers.ts')
    const number = phoneNumberOf(phoneNumber.trim(), countryCode)
    if (number === null) throw badInput(INVALID_NUMBER, { phoneNumber: INVALID_NUMBER })
    return number
  }

  return {
    checkPassword: async (asking, id, password) => {
      await requireSelf(db, asking.actor, id)
      requireFields({ password: password === '' ? REQUIRED : null })
      await withPassword(asking, { field: 'password', password }, (tx) =>
        recordPasswordCheck(tx, asking.actor.sessionId, now()),
      )
    },

    sendPhoneCode: async ({ actor, exchange }, id, given) => {
      await requireSelf(db, actor, id)
      const phoneNumber = await numberOf(given)
      const sessionToken = exchange.sessionToken ?? ''
      await db.transaction().execute(async (tx) => {
        await requireRecentPassword(tx, actor, now())
        await sendPhoneCode(tx, { personId: id, sessionToken, phoneNumber, now: now() })
      })
    },

    updatePhoneNumber: async ({ actor, exchange }, id, { authCode, ...given }) => {
      await requireSelf(db, actor, id)
      const phoneNumber = await numberOf(given)
      const code = authCode.trim()
      requireFields({ authCode: codeProblem(code) })
      const sessionToken = exchange.sessionToken ?? ''
      const changed = await db.transaction().execute(async (tx) => {
        const person = await requireRecentPassword(tx, actor, now())
        if (!(await tryPhoneCode(tx, { personId: id, sessionToken, phoneNumber, code, now: now() })))
          return null
        await setPhoneNumber(tx, id, phoneNumber)
        // Nobody can sign in with the former number any more.
        await closeChallenges(tx, id)
        await recordOwn(tx, actor, 'CHANGE_PHONE')
        await sendNotice(tx, person, 'phone', origin())
        return { ...person, phoneNumber, twoFactorEnabled: true }
      })
      // The try is counted, so the transaction has to end well.
      if (changed === null) throw badInput(WRONG_CODE, { authCode: WRONG_CODE })
      return changed
    },

    updatePassword: async (asking, id, { oldPassword, newPassword }) => {
      await requireSelf(db, asking.actor, id)
      requireFields({
        oldPassword: oldPassword === '' ? REQUIRED : null,
        newPassword: newPasswordProblem(newPassword),
      })
      await withPassword(asking, { field: 'oldPassword', password: oldPassword }, async (tx, person) => {
        await setPassword(tx, id, newPassword, asking.actor.sessionId)
        await recordOwn(tx, asking.actor, 'CHANGE_PASSWORD')
        await sendNotice(tx, person, 'password', origin())
      })
    },
  }
}
