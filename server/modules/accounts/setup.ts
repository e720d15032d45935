import { REQUIRED } from '../../../shared/accountRules.ts'
import { showsNothing } from '../../../shared/texts.ts'
import { type FieldError, fieldErrorsOf } from '../../access/errors.ts'
import type { HttpExchange } from '../../contracts/context.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { createPerson } from './people.ts'
import { type SignInDeps, type SignInVerifyResult, signInAs } from './service.ts'
import { hashToken, newToken } from './tokens.ts'

export interface FirstUser {
  token: string
  email: string
  firstName: string
  lastName: string
  password: string
}

const LINK_EXPIRED: FieldError = { field: null, message: 'This link is no longer valid.' }

const hasPeople = async (db: Connection): Promise<boolean> =>
  (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * A token for the link that makes the first super user, in place of any former one; null once there is any
 * person. Whoever reads the server's output runs the installation.
 */
export const openSetup = (db: Database): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('setup_link').execute()
    if (await hasPeople(tx)) return null
    const token = newToken()
    await tx
      .insertInto('setup_link')
      .values({ token_hash: hashToken(token) })
      .execute()
    return token
  })

const failed = (errors: FieldError[]): SignInVerifyResult => ({ viewer: null, actor: null, errors })

/** Whether a form by the link can succeed: it is the newest one, and there is nobody yet. */
export async function setupWorks(db: Connection, token: string): Promise<boolean> {
  const link = await db
    .selectFrom('setup_link')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return link !== undefined && !(await hasPeople(db))
}

/** Consumes the link; false if it is unknown, used, or no longer valid because there are people already. */
async function takeLink(tx: Tx, token: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('setup_link')
    .where('token_hash', '=', hashToken(token))
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined && !(await hasPeople(tx))
}

/** Makes the first super user and signs them in. A refused form leaves the link as it was. */
export async function createFirstUser(
  deps: SignInDeps,
  input: FirstUser,
  exchange: HttpExchange,
): Promise<SignInVerifyResult> {
  const missing = (['email', 'firstName', 'lastName', 'password'] as const).filter((field) =>
    showsNothing(input[field]),
  )
  if (missing.length > 0) return failed(missing.map((field) => ({ field, message: REQUIRED })))
  try {
    const { token, ...person } = input
    const result = await signInAs(deps, exchange, async (tx) =>
      (await takeLink(tx, token)) ? createPerson(tx, { ...person, isSuperUser: true }) : null,
    )
    return result ?? failed([LINK_EXPIRED])
  } catch (error) {
    return failed(fieldErrorsOf(error))
  }
}
