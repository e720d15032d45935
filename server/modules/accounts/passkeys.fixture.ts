import { addPerson, signedIn, TestBrowser, TestClock } from '../../../testing/browser.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { makePasskey, type SoftPasskey, signWithPasskey } from '../../../testing/passkeys.ts'
import { SECRET } from '../../../testing/server.ts'
import { createHooks, type HookHandler } from '../../platform/hooks.ts'
import { createSigner } from '../../platform/signing.ts'
import { createAccounts } from './index.ts'
import { createPasskeySignIn } from './passkeySignIn.ts'
import { createPasskeys } from './passkeys.ts'
import { recordPasswordCheck } from './sessions.ts'

export const ORIGIN = 'https://room.example'
export const UNUSABLE = 'This passkey could not be used. Please try again or sign in another way.'

const signer = createSigner(SECRET)

/** Somebody signed in, whose password was entered again a moment ago, and how passkeys are added and used. */
export async function setUpPasskeys(
  database: TestDatabase,
  given: {
    person?: Parameters<typeof addPerson>[1]
    publicUrl?: string
    hooks?: readonly HookHandler[]
    clock?: TestClock
  } = {},
) {
  const clock = given.clock ?? new TestClock()
  const seal = (text: string) => signer.secret('passkey challenge', text)
  const secretOf = (id: string) => signer.secret('authenticator', id)
  const accounts = createAccounts({ ...database, now: clock.now, secretOf })
  const deps = {
    db: database.db,
    seal,
    publicUrl: given.publicUrl ?? ORIGIN,
    origin: () => ORIGIN,
    now: clock.now,
  }
  const passkeys = createPasskeys(deps)
  const signIn = createPasskeySignIn({
    ...deps,
    hooks: createHooks(() => given.hooks ?? []),
    signInAs: accounts.signInAs,
  })
  const person = await addPerson(database.db, given.person)
  const session = await signedIn(accounts, person.email)
  const actor = { ...(await factories(database).actor(person.id)), sessionId: session.sessionId }
  const here = { origin: ORIGIN }
  const enterPassword = () =>
    database.db.transaction().execute((tx) => recordPasswordCheck(tx, session.sessionId, clock.now()))
  await enterPassword()
  const start = () => passkeys.start(actor, here)
  /** Adds one as the page does. */
  const add = async (name = 'Phone', how: Partial<Parameters<typeof makePasskey>[1]> = {}) => {
    const { passkey, response } = makePasskey(await start(), { ...here, ...how })
    return { passkey, added: await passkeys.add(actor, here, { response, name }) }
  }
  /** What the browser answers to a new challenge. */
  const answer = async (
    passkey: SoftPasskey,
    browser: TestBrowser,
    forgery: Partial<Parameters<typeof signWithPasskey>[2]> = {},
  ): Promise<string> => signWithPasskey(passkey, await signIn.start(browser), { ...here, ...forgery })
  /** Signs in by one. */
  const use = async (
    passkey: SoftPasskey,
    forgery: Parameters<typeof answer>[2] = {},
    browser = new TestBrowser(),
  ) => ({ browser, result: await signIn.signIn(await answer(passkey, browser, forgery), browser) })
  const mails = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ subject: string }>(
      'select subject from mail_outbox where recipient = $1 order by created_at, id',
      [person.email],
    )
    return rows.map(({ subject }) => subject)
  }
  /** What was recorded of passkeys: kind and name. */
  const recorded = async (): Promise<string[]> => {
    const { rows } = await database.pool.query<{ kind: string; name: string }>(
      `select kind, detail ->> 'name' as name from activity
       where subject_kind = 'person' and subject_id = $1 and kind like '%PASSKEY' order by id`,
      [person.id],
    )
    return rows.map(({ kind, name }) => `${kind} ${name}`)
  }
  return {
    clock,
    accounts,
    passkeys,
    signIn,
    person,
    actor,
    here,
    enterPassword,
    start,
    add,
    answer,
    use,
    mails,
    recorded,
  }
}
