import { sql } from 'kysely'
import { isEmail, newPasswordProblem, normaliseEmail, REQUIRED } from '../../../shared/accountRules.ts'
import { HOUR_MS } from '../../../shared/durations.ts'
import { fullName } from '../../../shared/personName.ts'
import { badInput, requireFields } from '../../access/errors.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob, handles, type JobHandler, queueJob } from '../../platform/jobs/index.ts'
import { sendMail } from '../../platform/mail/index.ts'
import type { Signer } from '../../platform/signing.ts'
import { signsInElsewhere } from './hooks.ts'
import { setPassword } from './people.ts'
import { proveMailbox } from './proving.ts'
import { lockActivePerson, personsByEmails } from './store.ts'
import { inTurn } from './throttle.ts'

/** How long a link works, from the request on (AUTH-31). */
const LINK_HOURS = 24
/** Mails for one account, and requests from one network address, in an hour (transport.md 2, Rates). */
const MAX_IN_HOUR = { email: 5, address: 50 } as const
/** What the secrets of the links are made for. */
const TOKENS = 'password reset'

const LINK_EXPIRED = 'This link is no longer valid.'

/** Finds out whether the address has an account, and sends the link. */
const sendPasswordReset = defineJob<{ id: string }>('send_password_reset')

export interface PasswordResets {
  /**
   * Has a link sent if the e-mail has an account (AUTH-30). The answer, its time and what it writes are the same in
   * any case, and beyond the limits as well.
   * @throws BAD_USER_INPUT for a malformed e-mail
   */
  request(input: { email: string }, address: string): Promise<void>
  /** Has a link sent to somebody's account in the caller's transaction, whose limits don't count here; callers check who may. */
  send(tx: Tx, email: string): Promise<void>
  /** Whether a link still works. */
  works(token: string): Promise<boolean>
  /**
   * Sets a new password by a link, once, and ends all sessions of the person (AUTH-31, AUTH-32).
   * @throws BAD_USER_INPUT for a weak password, at its field, and for a link that does not work any more
   */
  reset(input: { token: string; newPassword: string }): Promise<void>
  job: JobHandler
  /** Deletes requests whose links work no more, and which no longer count towards the limits. */
  sweep(): Promise<void>
}

export interface PasswordResetDeps {
  db: Database
  /** For background work. */
  jobsDb: Database
  signer: Pick<Signer, 'token' | 'idOfToken'>
  hooks: Pick<Hooks, 'ask'>
  origin(): string
  now?: () => Date
}

async function queueReset(tx: Tx, reset: { email: string; address: string; at: Date }): Promise<void> {
  const id = newId()
  const { email, address, at } = reset
  await tx.insertInto('password_reset').values({ id, email, address, created_at: at }).execute()
  await queueJob(tx, sendPasswordReset, { id })
}

export function createPasswordResets(deps: PasswordResetDeps): PasswordResets {
  const { db, jobsDb, signer, hooks, origin } = deps
  /** Whoever must sign in elsewhere gets no link, and uses none (SSO-19). */
  const isElsewhere = async (tx: Tx, personId: string): Promise<boolean> =>
    (await hooks.ask(signsInElsewhere, tx, { personId })).includes(true)
  const now = deps.now ?? (() => new Date())
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * HOUR_MS)
  const earliest = () => hoursAgo(LINK_HOURS)

  const isWithinLimits = async (tx: Tx, by: keyof typeof MAX_IN_HOUR, key: string): Promise<boolean> => {
    const recent = await tx
      .selectFrom('password_reset')
      .select('id')
      .where(by, '=', key)
      .where('created_at', '>', hoursAgo(1))
      .limit(MAX_IN_HOUR[by])
      .execute()
    return recent.length < MAX_IN_HOUR[by]
  }
  /** The person of a link that still works. */
  const personOf = async (
    connection: Connection,
    token: string,
  ): Promise<{ id: string; personId: string } | null> => {
    const id = signer.idOfToken(TOKENS, token)
    if (id === null) return null
    const row = await connection
      .selectFrom('password_reset')
      .select(['id', 'person_id as personId'])
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('created_at', '>', earliest())
      .executeTakeFirst()
    return row?.personId ? { id, personId: row.personId } : null
  }

  return {
    request: async (input, address) => {
      const email = normaliseEmail(input.email)
      requireFields({ email: email === '' ? REQUIRED : isEmail(email) ? null : 'Not a valid email address' })
      const at = now()
      await inTurn(db, { email, address }, async (tx) => {
        const isAllowed =
          (await isWithinLimits(tx, 'email', email)) && (await isWithinLimits(tx, 'address', address))
        if (!isAllowed) return
        await queueReset(tx, { email, address, at })
      })
    },
    send: (tx, email) => queueReset(tx, { email, address: '', at: now() }),
    works: async (token) => (await personOf(db, token)) !== null,
    reset: async ({ token, newPassword }) => {
      requireFields({ newPassword: newPasswordProblem(newPassword) })
      await db.transaction().execute(async (tx) => {
        const link = await personOf(tx, token)
        // Of two uses at the same time the second one waits here, and finds the link used.
        const person = link && (await lockActivePerson(tx, link.personId))
        if (!person || (await personOf(tx, token)) === null || (await isElsewhere(tx, person.id)))
          throw badInput(LINK_EXPIRED)
        await proveMailbox(tx, { hooks, origin }, person.id)
        await setPassword(tx, person.id, newPassword)
        // The other links of the person end with it.
        await tx
          .updateTable('password_reset')
          .set({ used_at: now() })
          .where('person_id', '=', person.id)
          .execute()
      })
    },
    job: handles(sendPasswordReset, async ({ id }) => {
      await jobsDb.transaction().execute(async (tx) => {
        const request = await tx
          .selectFrom('password_reset')
          .select('email')
          .where('id', '=', id)
          .where('person_id', 'is', null)
          .where('created_at', '>', earliest())
          .forUpdate()
          .executeTakeFirst()
        const person = request && (await personsByEmails(tx, [request.email])).get(request.email)
        if (!person?.isActive || (await isElsewhere(tx, person.id))) return
        await tx.updateTable('password_reset').set({ person_id: person.id }).where('id', '=', id).execute()
        await sendMail(tx, {
          recipient: person.email,
          subject: 'Set a new password',
          title: 'Set a new password',
          preheader: 'The link for a new password that was asked for.',
          paragraphs: [
            `Hello ${fullName(person)},`,
            'a new password was asked for at Helioroom for this address. Choose one by the link below. All of your sessions end then.',
          ],
          button: {
            label: 'Choose a new password',
            url: `${origin()}/reset-password/${signer.token(TOKENS, id)}`,
          },
          remarks: [`The link works once, and for ${LINK_HOURS} hours after it was asked for.`],
          foot: {
            why: 'If you did not ask for it, you can ignore this e-mail: your password stays as it is.',
          },
        })
      })
    }),
    sweep: async () => {
      await sql`delete from password_reset where created_at <= ${earliest()}`.execute(db)
    },
  }
}
