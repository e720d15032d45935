import { createHash, randomInt } from 'node:crypto'
import { codeProblem } from '../../../shared/accountRules.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, requireFields } from '../../access/errors.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { newId } from '../../platform/ids.ts'
import { superUserLost } from './hooks.ts'
import { sendNotice } from './notices.ts'
import { recordOwn } from './ownActivity.ts'
import { requireRecentPassword } from './recentPassword.ts'
import { base32, enrolmentUri, stepOfCode } from './totp.ts'

/** Codes that are given out together. */
const RECOVERY_CODES = 10
/** Of a recovery code: 80 bits, without signs that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4
/** Bytes of an app's secret, as RFC 4226 wants them. */
const SECRET_BYTES = 20

/** ERR-06 */
const WRONG_CODE = 'Invalid authentication code.'

/** Bytes that are always the same for an authenticator's id, and known to the server alone. */
export type SecretOf = (id: string) => Buffer

export interface AuthenticatorInfo {
  addedAt: Date
  recoveryCodesLeft: number
}

/** A person's authenticator app. Changes need the password to have been entered again lately (SEC-17). */
export interface Authenticators {
  /** Null without one that has been confirmed. */
  of(personId: string): Promise<AuthenticatorInfo | null>
  /** @throws CONFLICT where there is an app already; as requireRecentPassword */
  start(actor: Actor): Promise<{ secret: string; uri: string }>
  /** @returns new recovery codes @throws BAD_USER_INPUT for a wrong code, CONFLICT where nothing was begun */
  confirm(actor: Actor, code: string): Promise<string[]>
  remove(actor: Actor): Promise<void>
  /** @throws CONFLICT without an app */
  renewRecoveryCodes(actor: Actor): Promise<string[]>
}

const newRecoveryCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** Typed in any case, with or without its hyphens. */
const hashRecoveryCode = (personId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${personId}:${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`)
    .digest()

/** Replaces all recovery codes of a person; only their hashes are kept. */
async function giveRecoveryCodes(tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashRecoveryCode(personId, code) })))
    .execute()
  return codes
}

const secretBytes = (secretOf: SecretOf, id: string): Buffer => secretOf(id).subarray(0, SECRET_BYTES)

/**
 * Uses a code of the person's confirmed app: each works once. The caller holds the lock on the person.
 * @returns false for a wrong or used one
 */
export async function useAppCode(
  tx: Tx,
  secretOf: SecretOf,
  { personId, code, now }: { personId: string; code: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('authenticator')
    .select(['id', 'last_step as lastStep'])
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return false
  const step = stepOfCode(secretBytes(secretOf, row.id), code, { now, lastStep: Number(row.lastStep) })
  if (step === null) return false
  await tx.updateTable('authenticator').set({ last_step: step }).where('id', '=', row.id).execute()
  return true
}

/** Uses a recovery code, once. @returns false for a wrong or used one */
export async function useRecoveryCode(
  tx: Tx,
  { personId, code, now }: { personId: string; code: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', '=', hashRecoveryCode(personId, code))
    .where('used_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Whether the app has been confirmed is kept with the person, too. */
const setHasAuthenticator = (tx: Tx, personId: string, has: boolean) =>
  tx.updateTable('person').set({ has_authenticator: has }).where('id', '=', personId).execute()

/** Removes a person's app with its recovery codes. Callers check who may. */
export async function dropAuthenticator(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('authenticator').where('person_id', '=', personId).execute()
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await setHasAuthenticator(tx, personId, false)
}

async function infoOf(db: Connection, personId: string): Promise<AuthenticatorInfo | null> {
  const row = await db
    .selectFrom('authenticator')
    .select((eb) => [
      'confirmed_at as addedAt',
      eb
        .selectFrom('recovery_code')
        .select((count) => count.fn.countAll<string>().as('left'))
        .where('recovery_code.person_id', '=', personId)
        .where('used_at', 'is', null)
        .as('left'),
    ])
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.addedAt ? { addedAt: row.addedAt, recoveryCodesLeft: Number(row.left) } : null
}

export interface AuthenticatorDeps {
  db: Database
  secretOf: SecretOf
  hooks: Pick<Hooks, 'ask'>
  /** The public address of the product, for links in mails. */
  origin: () => string
  now?: () => Date
}

export function createAuthenticators({
  db,
  secretOf,
  hooks,
  origin,
  now = () => new Date(),
}: AuthenticatorDeps): Authenticators {
  const change = <T>(actor: Actor, work: (tx: Tx, email: string) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const { email } = await requireRecentPassword(tx, actor, now())
      return work(tx, email)
    })
  return {
    of: (personId) => infoOf(db, personId),
    start: (actor) =>
      change(actor, async (tx, email) => {
        const { personId } = actor
        if (await infoOf(tx, personId))
          throw conflict('You have an authenticator app already. Please remove it first.')
        await tx.deleteFrom('authenticator').where('person_id', '=', personId).execute()
        const id = newId()
        await tx.insertInto('authenticator').values({ id, person_id: personId, created_at: now() }).execute()
        const secret = base32(secretBytes(secretOf, id))
        return { secret, uri: enrolmentUri(secret, email) }
      }),
    confirm: (actor, given) =>
      change(actor, async (tx, email) => {
        const { personId } = actor
        const code = given.replaceAll(/\s/g, '')
        requireFields({ code: codeProblem(code) })
        const begun = await tx
          .selectFrom('authenticator')
          .select('id')
          .where('person_id', '=', personId)
          .where('confirmed_at', 'is', null)
          .executeTakeFirst()
        if (!begun) throw conflict('Please begin again: this app is no longer waiting to be added.')
        const step = stepOfCode(secretBytes(secretOf, begun.id), code, { now: now(), lastStep: 0 })
        if (step === null) throw badInput(WRONG_CODE, { code: WRONG_CODE })
        await tx
          .updateTable('authenticator')
          .set({ confirmed_at: now(), last_step: step })
          .where('id', '=', begun.id)
          .execute()
        await setHasAuthenticator(tx, personId, true)
        await recordOwn(tx, actor, 'ADD_AUTHENTICATOR')
        await sendNotice(tx, { email }, 'authenticator', origin())
        return giveRecoveryCodes(tx, personId)
      }),
    remove: (actor) =>
      change(actor, async (tx, email) => {
        const { personId } = actor
        const had = (await infoOf(tx, personId)) !== null
        await dropAuthenticator(tx, personId)
        if (actor.isSuperUser) await hooks.ask(superUserLost, tx, { personId })
        await recordOwn(tx, actor, 'REMOVE_AUTHENTICATOR')
        if (had) await sendNotice(tx, { email }, 'authenticatorRemoved', origin())
      }),
    renewRecoveryCodes: (actor) =>
      change(actor, async (tx) => {
        if (!(await infoOf(tx, actor.personId))) throw conflict('You have no authenticator app.')
        await recordOwn(tx, actor, 'RENEW_RECOVERY_CODES')
        return giveRecoveryCodes(tx, actor.personId)
      }),
  }
}
