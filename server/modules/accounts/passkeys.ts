import {
  MAX_PASSKEYS,
  NEEDS_PUBLIC_URL,
  PASSKEY_UNUSABLE,
  passkeyNameProblem,
  TOO_MANY_PASSKEYS,
} from '../../../shared/passkeyRules.ts'
import { fullName } from '../../../shared/personName.ts'
import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound, requireFields } from '../../access/errors.ts'
import type { HttpExchange } from '../../contracts/context.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { passkeyAdded, passkeyRemoved, sendNotice } from './notices.ts'
import { recordOwn } from './ownActivity.ts'
import { registrationOf } from './passkeyAnswer.ts'
import { consumeChallenge, newChallenge, type Seal } from './passkeyChallenge.ts'
import {
  credentialsOfPasskeys,
  deletePasskey,
  insertPasskey,
  type PasskeyRow,
  passkeyOf,
  passkeysOf,
  renamePasskey,
} from './passkeyStore.ts'
import { requireRecentPassword } from './recentPassword.ts'
import { type RelyingParty, relyingPartyOf } from './relyingParty.ts'
import { lockActivePerson } from './store.ts'
import { checkRegistration, creationOptions } from './webAuthn.ts'

/** A person's own passkeys. */
export interface Passkeys {
  /** In the order in which they were added. */
  of(actor: Actor): Promise<PasskeyRow[]>
  /**
   * Begins to add one (KEY-02). @returns what the browser makes it by, as JSON
   * @throws BAD_USER_INPUT beyond 10, and where passkeys can't work (KEY-04); as requireRecentPassword
   */
  start(actor: Actor, exchange: Pick<HttpExchange, 'origin'>): Promise<string>
  /**
   * Adds the one that the browser made; it is mailed and recorded (KEY-10).
   * @throws BAD_USER_INPUT for a name that is too long or empty, and for an answer that doesn't prove right (KEY-08);
   * as requireRecentPassword
   */
  add(
    actor: Actor,
    exchange: Pick<HttpExchange, 'origin'>,
    input: { response: string; name: string },
  ): Promise<PasskeyRow>
  /** @throws NOT_FOUND for another person's; BAD_USER_INPUT as add */
  rename(actor: Actor, id: string, name: string): Promise<PasskeyRow>
  /** It is mailed and recorded (KEY-10). @throws NOT_FOUND for another person's */
  remove(actor: Actor, id: string): Promise<void>
}

export interface PasskeyDeps {
  db: Database
  seal: Seal
  publicUrl: string | undefined
  /** The public address of the product, for links in mails. */
  origin: () => string
  now?: () => Date
}

/** @throws BAD_USER_INPUT where passkeys can't work (KEY-04) */
export function requireParty(publicUrl: string | undefined, origin: string): RelyingParty {
  const party = relyingPartyOf(publicUrl, origin)
  if (!party) throw badInput(NEEDS_PUBLIC_URL)
  return party
}

export function createPasskeys({
  db,
  seal,
  publicUrl,
  origin,
  now = () => new Date(),
}: PasskeyDeps): Passkeys {
  const holderOf = (actor: Actor) => ({ purpose: 'add', holder: actor.sessionId }) as const
  const refuseBeyondMost = (known: readonly unknown[]): void => {
    if (known.length >= MAX_PASSKEYS) throw badInput(TOO_MANY_PASSKEYS)
  }
  /** Changes one of the actor's own, with the person's row locked. */
  const change = <T>(
    actor: Actor,
    id: string,
    work: (tx: Tx, found: { passkey: PasskeyRow; email: string }) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const person = await lockActivePerson(tx, actor.personId)
      const passkey = person && isId(id) ? await passkeyOf(tx, person.id, id) : undefined
      if (!person || !passkey) throw notFound('Passkey')
      return work(tx, { passkey, email: person.email })
    })

  return {
    of: ({ personId }) => passkeysOf(db, personId),

    start: async (actor, exchange) => {
      const { person, known } = await db.transaction().execute(async (tx) => ({
        person: await requireRecentPassword(tx, actor, now()),
        known: await credentialsOfPasskeys(tx, actor.personId),
      }))
      const party = requireParty(publicUrl, exchange.origin)
      refuseBeyondMost(known)
      return creationOptions({
        party,
        challenge: newChallenge(seal, holderOf(actor), now()),
        person: { id: person.id, email: person.email, fullName: fullName(person) },
        known,
      })
    },

    add: async (actor, exchange, input) => {
      requireFields({ name: passkeyNameProblem(input.name) })
      const name = tidyText(input.name)
      const answer = registrationOf(input.response)
      const added = await db.transaction().execute(async (tx) => {
        const { email } = await requireRecentPassword(tx, actor, now())
        const party = requireParty(publicUrl, exchange.origin)
        refuseBeyondMost(await credentialsOfPasskeys(tx, actor.personId))
        if (!answer) return null
        const { challenge, response } = answer
        if (!(await consumeChallenge(tx, seal, { ...holderOf(actor), challenge, now: now() }))) return null
        const credential = await checkRegistration(response, { party, challenge })
        const passkey =
          credential &&
          (await insertPasskey(tx, {
            personId: actor.personId,
            name,
            credentialId: credential.id,
            publicKey: credential.publicKey,
            counter: credential.counter,
            transports: response.response.transports,
            at: now(),
          }))
        if (!passkey) return null
        await recordOwn(tx, actor, 'ADD_PASSKEY', { name })
        await sendNotice(tx, { email }, passkeyAdded(name), origin())
        return passkey
      })
      // The challenge stays used, so the transaction has to end well.
      if (!added) throw badInput(PASSKEY_UNUSABLE)
      return added
    },

    rename: async (actor, id, given) => {
      requireFields({ name: passkeyNameProblem(given) })
      const name = tidyText(given)
      return change(actor, id, async (tx, { passkey }) => {
        if (passkey.name === name) return passkey
        await renamePasskey(tx, id, name)
        await recordOwn(tx, actor, 'RENAME_PASSKEY', { name, from: passkey.name })
        return { ...passkey, name }
      })
    },

    remove: (actor, id) =>
      change(actor, id, async (tx, { passkey, email }) => {
        await deletePasskey(tx, id)
        await recordOwn(tx, actor, 'REMOVE_PASSKEY', { name: passkey.name })
        await sendNotice(tx, { email }, passkeyRemoved(passkey.name), origin())
      }),
  }
}
