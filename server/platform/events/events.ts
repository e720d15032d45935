import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { TIMELINE } from '../database/lostCommit.ts'
import { createClient } from '../database/primary.ts'
import { newId } from '../ids.ts'
import {
  type Cursor,
  cursorNow,
  joinOutbox,
  keepCursor,
  leaveOutbox,
  notifyOthers,
  readOutbox,
} from './outbox.ts'
import { createTopics, type Subscription } from './topics.ts'

export interface Events {
  /**
   * Notifies the subscriber of what is committed under its topics from now on, by whichever process: at least once, a
   * moment after the commit.
   * @returns unsubscribes
   */
  subscribe(subscription: Subscription): () => void
  close(): Promise<void>
}

export interface EventsOptions {
  db: Database
  /** The listener has a connection of its own to the same database. */
  pool: pg.Pool
  log: { warn(message: string): void }
  /** Milliseconds between polls of the outbox without a notification; 2000 unless given. */
  pollMs?: number
}

const CHANNEL = 'helioroom_outbox'
/**
 * Milliseconds for which commits of this process share one notification. A notification locks the whole database
 * until it is on the disk: it is never part of a change's transaction.
 */
const NOTIFY_DELAY_MS = 50
/** Milliseconds between two reads of the outbox: subscribers get what they get no more often than that. */
const READ_PACE_MS = 200
const POLL_MS = 2000
const KEEP_MS = 20_000
const RECONNECT_MS = 500

/** Listens to what all processes write into the outbox: one listener a process, on a connection of its own. */
export async function createEvents({ db, pool, log, pollMs = POLL_MS }: EventsOptions): Promise<Events> {
  const reader = newId()
  const warn = (error: unknown) => {
    if (!closed) log.warn(`Changes could not be published: ${error}`)
  }
  const topics = createTopics(warn)
  let cursor: Cursor = await joinOutbox(db, reader)
  /** Up to where the other processes were notified. */
  let notified: Cursor = cursor
  let closed = false
  const closing = new AbortController()
  let listener: pg.Client | null = null

  /** One read at a time; requests during it cause one more. */
  let reading: Promise<void> | null = null
  let again = false
  const read = (): void => {
    again = true
    reading ??= readAll().finally(() => {
      reading = null
    })
  }
  const readAll = async (): Promise<void> => {
    while (again && !closed) {
      again = false
      try {
        if (topics.isEmpty()) await skip()
        else cursor = await readOutbox(db, cursor, topics.publish)
      } catch (error) {
        // The cursor is unchanged; the next poll reads it.
        return warn(error)
      }
      // The first change is read without delay, those that follow it together.
      await sleep(READ_PACE_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }

  /** Nobody has subscribed: what has happened so far nobody needs. */
  const skip = async (): Promise<void> => {
    const now = await cursorNow(db)
    // Whoever has subscribed meanwhile must not miss what was committed since: that is read from the former cursor.
    if (topics.isEmpty()) cursor = now
    else again = true
  }

  /** Of the server that the cursors are of. */
  let timeline: string | undefined
  /**
   * A standby that took over knows other transactions by the numbers of those that it never got: what a cursor has behind
   * it means nothing there.
   */
  const joinAgain = async (): Promise<void> => {
    cursor = await joinOutbox(db, reader)
    notified = cursor
    topics.publishMissed()
  }

  const connect = async (): Promise<void> => {
    const opened = createClient({ ...pool.options, keepAlive: true })
    opened.on('error', () => {})
    opened.on('notification', () => {
      if (!topics.isEmpty()) read()
    })
    try {
      await opened.connect()
      const { rows } = await opened.query<{ now: string }>(`select ${TIMELINE} as now`)
      if (timeline !== undefined && rows[0]?.now !== timeline) await joinAgain()
      timeline = rows[0]?.now
      await opened.query(`listen ${CHANNEL}`)
    } catch (error) {
      await opened.end().catch(() => {})
      throw error
    }
    if (closed) return opened.end()
    opened.once('end', () => void reconnect())
    listener = opened
    read()
  }
  const reconnect = async (): Promise<void> => {
    listener = null
    while (!closed && listener === null) {
      await sleep(RECONNECT_MS, undefined, { ref: false })
      if (!closed) await connect().catch(() => {})
    }
  }

  let notifyScheduled = false
  const notify = async (): Promise<void> => {
    if (notifyScheduled || closed) return
    notifyScheduled = true
    await sleep(NOTIFY_DELAY_MS, undefined, { ref: false })
    notifyScheduled = false
    if (closed) return
    try {
      notified = await notifyOthers(db, CHANNEL, notified)
    } catch (error) {
      warn(error)
    }
  }
  const keep = async (): Promise<void> => {
    if (await keepCursor(db, reader, cursor)) return
    await joinAgain()
  }

  await connect()
  const unhook = db.commits.listen(() => void notify())
  const polling = setInterval(read, pollMs).unref()
  const keeping = setInterval(() => void keep().catch(warn), KEEP_MS).unref()
  return {
    subscribe: topics.subscribe,
    close: async () => {
      closed = true
      closing.abort()
      unhook()
      clearInterval(polling)
      clearInterval(keeping)
      await reading
      await listener?.end()
      await leaveOutbox(db, reader).catch(() => {})
    },
  }
}
