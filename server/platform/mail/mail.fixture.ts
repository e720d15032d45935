import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { type MailServerOptions, startMailServer } from '../../../testing/mailServer.ts'
import { type JobHandler, startJobs } from '../jobs/index.ts'
import { mailDelivery, type RewriteMail, sendMail } from './index.ts'

export const TIMES = { answerMs: 20_000, mailMs: 60_000, leaseMs: 120_000 }
const nothing: RewriteMail = async () => null

/** Mails of a database of its own, and servers that take them; everything ends with each test. */
export function mailRoom() {
  const database = testDatabase()
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    await sql`delete from graphile_worker._private_jobs`.execute(database.db)
    await sql`delete from mail_outbox`.execute(database.db)
  })
  return {
    database,

    async mailServer(options: MailServerOptions = {}) {
      const server = await startMailServer(options)
      stops.push(server.stop)
      return server
    },

    /** Jobs of a process; with a concurrency of 0 they run on demand. */
    async delivery(
      url: string | null,
      {
        concurrency = 0,
        times = TIMES,
        others = [] as JobHandler[],
        db = database.db,
        rewrite = nothing as RewriteMail,
      } = {},
    ) {
      const quiet = () => {}
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
      const from = 'Helioroom <rooms@fund.example>'
      const mails = mailDelivery(db, url === null ? null : { url, from }, { times, rewrite })
      const queued = [mails.job, ...others]
      const jobs = await startJobs({ pool: database.jobs.pool, concurrency, scheduled: [], queued, log })
      stops.unshift(async () => {
        await jobs.stop()
        mails.close()
      })
      return jobs
    },

    /** A server that takes connections and then says so much of its greeting in a second. */
    async hungServer(drip: string): Promise<{ url: string; connections: Set<Socket> }> {
      const connections = new Set<Socket>()
      const server = createServer((socket) => {
        connections.add(socket)
        const dripping = setInterval(() => socket.write(drip), 100)
        socket
          .on('error', () => {})
          .on('close', () => {
            clearInterval(dripping)
            connections.delete(socket)
          })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      stops.push(async () => {
        for (const socket of connections) socket.destroy()
        await new Promise((resolve) => server.close(resolve))
      })
      const { port } = server.address() as AddressInfo
      return { url: `smtp://127.0.0.1:${port}`, connections }
    },

    send: (subject: string, recipient = 'ann@fund.example', unsubscribeUrl?: string) =>
      database.db.transaction().execute((tx) =>
        sendMail(tx, {
          recipient,
          unsubscribeUrl,
          subject,
          title: 'Grüße',
          button: { label: 'Open', url: 'https://rooms.fund.example/x' },
          foot: { why: 'You asked for it.' },
        }),
      ),

    outbox: async () =>
      (
        await database.pool.query<{ subject: string; sent: boolean }>(
          'select subject, sent_at is not null as sent from mail_outbox order by created_at',
        )
      ).rows,

    /** What is recorded of a mail's failure; null while there is none. */
    failures: async () =>
      (
        await database.pool.query<{ subject: string; failure: string | null }>(
          'select subject, failure from mail_outbox order by created_at, id',
        )
      ).rows,

    /** Makes what waits for another attempt due. */
    again: () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db),
  }
}
