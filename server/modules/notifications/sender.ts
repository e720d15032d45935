import type { Database, Tx } from '../../platform/database/database.ts'
import type { Events } from '../../platform/events/index.ts'
import { sendMail, sendMails } from '../../platform/mail/index.ts'
import type { NotificationHandler, NotificationItem } from './kinds.ts'
import { type MailAddresses, mailsTo, requireFoot } from './mails.ts'
import { NOTIFICATIONS_TOPIC, POLL_MS } from './notify.ts'
import { withSource } from './rewriting.ts'
import {
  claimDigest,
  type Digest,
  dueDigests,
  type NotificationRow,
  placeOfRow,
  postpone,
  recordReached,
  removeNotifications,
  untilNext,
} from './store.ts'

export interface SenderDependencies {
  db: Database
  handlers: readonly NotificationHandler[]
  log: { error(about: object, message: string): void }
  addresses: MailAddresses
}

/** Puts the mails about what has happened into the outbox. Any number of processes may; each mail is written once. */
export interface NotificationSender {
  /** Writes all mails that are due by now. */
  sendDue(): Promise<void>
  /** Writes mails as they become due. @returns a function that stops it */
  start(events: Events): () => Promise<void>
}

/** Digests read per query. */
const BATCH = 100
/** People of an audience that are written to in one transaction. */
const AUDIENCE = 1000
/** Attempts before a digest that can't be written is dropped: over some fifteen minutes. */
const ATTEMPTS = 5

const toItem = (row: NotificationRow): NotificationItem<object> => ({
  subject: { kind: row.subjectKind, id: row.subjectId },
  data: row.data,
  causedBy: row.causedBy,
  at: row.at,
})

export function createSender({ db, handlers, log, addresses }: SenderDependencies): NotificationSender {
  const byKind = new Map(handlers.map((handler) => [handler.kind.name, handler]))

  const writeToAddress = async (
    tx: Tx,
    handler: NotificationHandler,
    address: string,
    items: readonly NotificationItem<object>[],
  ): Promise<void> => {
    const written = await handler.writeToAddress?.(tx, items)
    if (!written) return
    const { foot, ...letter } = written
    await sendMail(tx, { ...letter, recipient: address, foot: requireFoot(handler.kind.name, foot) })
  }
  /** @returns by whom a page of the audience ended; null where nobody is left */
  const writeToPeople = async (
    tx: Tx,
    { kind, audience, write }: NotificationHandler,
    { personId, reached }: Digest,
    rows: readonly NotificationRow[],
  ): Promise<string | null> => {
    const [row] = rows
    const items = rows.map(toItem)
    const page = { limit: AUDIENCE, after: reached ?? undefined }
    const personIds = personId === null ? ((await audience?.(tx, items, page)) ?? []) : [personId]
    if (!row || !write || personIds.length === 0) return null
    const place = placeOfRow(row)
    const mails = await mailsTo(tx, { kind, write }, { items, personIds, place, addresses })
    await sendMails(tx, await withSource(tx, { kind: kind.name, items, place }, mails))
    return personId === null && personIds.length === AUDIENCE ? (personIds.at(-1) ?? null) : null
  }
  /** @returns false if another process is working on it, or it could not be written */
  const send = async (digest: Digest): Promise<boolean> => {
    try {
      const handler = byKind.get(digest.kind)
      if (!handler) throw new Error(`No handler for notifications of the kind "${digest.kind}".`)
      return await db.transaction().execute(async (tx) => {
        const rows = await claimDigest(tx, digest)
        if (rows.length === 0) return false
        const ids = rows.map(({ id }) => id)
        let reached: string | null = null
        if (digest.address === null) reached = await writeToPeople(tx, handler, digest, rows)
        else await writeToAddress(tx, handler, digest.address, rows.map(toItem))
        if (reached === null) await removeNotifications(tx, ids)
        // The next page is a digest of its own, which is due immediately.
        else await recordReached(tx, ids, reached)
        return true
      })
    } catch (err) {
      log.error({ err, kind: digest.kind }, 'a notification could not be written')
      await postpone(db, digest, ATTEMPTS)
      return false
    }
  }
  const sendDue = async (): Promise<void> => {
    for (;;) {
      let sent = 0
      for (const digest of await dueDigests(db, BATCH)) if (await send(digest)) sent += 1
      if (sent === 0) return
    }
  }
  return {
    sendDue,
    start: (events) => {
      let running: Promise<void> | null = null
      let again = false
      let ended = false
      let timer: NodeJS.Timeout | undefined
      const run = async (): Promise<void> => {
        let next = POLL_MS
        try {
          while (again && !ended) {
            again = false
            await sendDue()
          }
          next = Math.min(POLL_MS, (await untilNext(db)) ?? POLL_MS)
        } catch (err) {
          if (!ended) log.error({ err }, 'the check for due notifications failed')
        }
        // What another process is working on right now is due, too.
        timer = setTimeout(wake, Math.max(1000, next)).unref()
      }
      const wake = (): void => {
        again = true
        if (ended || running) return
        clearTimeout(timer)
        running = run().finally(() => {
          running = null
          if (again) wake()
        })
      }
      const unsubscribe = events.subscribe({ topics: [NOTIFICATIONS_TOPIC], onChanges: wake })
      wake()
      return async () => {
        ended = true
        unsubscribe()
        clearTimeout(timer)
        await running
        clearTimeout(timer)
      }
    },
  }
}
