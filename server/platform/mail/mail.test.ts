import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { startJobs } from '../jobs/index.ts'
import { mailDelivery, sendMail } from './index.ts'

const database = testDatabase()
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
  await sql`delete from mail_outbox`.execute(database.db)
})

interface Received {
  from: string
  to: string[]
  text: string
}

/** A mail server that takes mails for one recipient after refusing the first `refusals`. */
async function mailServer(refusals = 0): Promise<{ url: string; received: Received[]; asked: () => number }> {
  const received: Received[] = []
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      asked += 1
      const refused = asked <= refusals
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refused) return done(Object.assign(new Error('Try later'), { responseCode: 451 }))
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map((each) => each.address)
        received.push({ from, to, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  stops.push(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, asked: () => asked }
}

async function delivery(url: string | null) {
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const from = 'Helioroom <rooms@fund.example>'
  const queued = [mailDelivery(database.db, url === null ? null : { url, from })]
  return startJobs({ pool: database.pool, concurrency: 0, scheduled: [], queued, log })
}

const send = (subject: string) =>
  database.db.transaction().execute((tx) =>
    sendMail(tx, {
      recipient: 'ann@fund.example',
      subject,
      text: 'Grüße,\nhttps://rooms.fund.example/x\n',
    }),
  )

const outbox = async () =>
  (
    await database.pool.query<{ subject: string; sent: boolean }>(
      'select subject, sent_at is not null as sent from mail_outbox order by created_at',
    )
  ).rows

test('DOP-25 NOTIF-20 a mail goes out once, in plain text, and no name makes it more than it is', async () => {
  const server = await mailServer()
  const jobs = await delivery(server.url)
  await send('Your zip of Sun\r\nBcc: eve@bad.example is ready')
  await jobs.runDue()
  await jobs.runDue()
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail).toMatchObject({ from: 'rooms@fund.example', to: ['ann@fund.example'] })
  expect(mail?.text).toMatch(/^Subject: Your zip of Sun Bcc: eve@bad\.example is ready\r$/m)
  expect(mail?.text).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
  expect(mail?.text).toContain('https://rooms.fund.example/x')
  expect(await outbox()).toEqual([expect.objectContaining({ sent: true })])
})

test('DOP-25 a mail that the server refuses is tried again, and then sent once', async () => {
  const server = await mailServer(1)
  const jobs = await delivery(server.url)
  await send('Again')
  await jobs.runDue()
  expect(await outbox()).toEqual([{ subject: 'Again', sent: false }])
  for (let run = 0; run < 2; run += 1) {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)
    await jobs.runDue()
  }
  expect([server.received.length, server.asked()]).toEqual([1, 2])
  expect(await outbox()).toEqual([{ subject: 'Again', sent: true }])
})

test('without a mail server a mail stays readable in the outbox', async () => {
  const jobs = await delivery(null)
  await send('Kept')
  await jobs.runDue()
  expect(await outbox()).toEqual([{ subject: 'Kept', sent: false }])
})
