import { loadActor } from '../../access/loadActor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Events } from '../../platform/events/index.ts'
import { sendMail } from '../../platform/mail/index.ts'
import { personsByIds } from '../accounts/index.ts'
import type { NotificationHandler, NotificationItem } from './kinds.ts'
import { NOTIFICATIONS_TOPIC } from './notify.ts'
import {
  claimDigest,
  type Digest,
  dueDigests,
  type NotificationRow,
  postpone,
  removeNotifications,
  untilNext,
} from './store.ts'

export interface SenderDependencies {
  db: Database
  handlers: readonly NotificationHandler[]
  log: { error(about: object, message: string): void }
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
/** Milliseconds between polls without an event. */
const POLL_MS = 60_000
/** Attempts before a digest that can't be written is dropped: over some fifteen minutes. */
const ATTEMPTS = 5

const toItem = (row: NotificationRow): NotificationItem<object> => ({
  subject: { kind: row.subjectKind, id: row.subjectId },
  data: row.data,
  causedBy: row.causedBy,
  at: row.at,
})

export function createSender({ db, handlers, log }: SenderDependencies): NotificationSender {
  const byKind = new Map(handlers.map((handler) => [handler.kind.name, handler]))

  const write = async (tx: Tx, digest: Digest, rows: readonly NotificationRow[]): Promise<void> => {
    const handler = byKind.get(digest.kind)
    if (!handler) throw new Error(`No handler for notifications of the kind "${digest.kind}".`)
    const all = rows.map(toItem)
    if (digest.personId === null) {
      const mail = await handler.write(tx, all, null)
      if (mail && digest.address !== null) await sendMail(tx, { recipient: digest.address, ...mail })
      return
    }
    const [person] = await personsByIds(tx, [digest.personId])
    if (!person?.isActive || !handler.visible) return
    const actor = await loadActor(tx, person.id, '')
    const visible = await handler.visible(tx, actor, all)
    const mail = visible.length > 0 ? await handler.write(tx, visible, { person, actor }) : null
    if (mail) await sendMail(tx, { recipient: person.email, ...mail })
  }
  /** @returns false if another process is working on it, or it could not be written */
  const send = async (digest: Digest): Promise<boolean> => {
    try {
      return await db.transaction().execute(async (tx) => {
        const rows = await claimDigest(tx, digest)
        if (rows.length === 0) return false
        await write(tx, digest, rows)
        await removeNotifications(
          tx,
          rows.map(({ id }) => id),
        )
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
