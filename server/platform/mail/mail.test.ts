import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { type MailServerOptions, startMailServer } from '../../../testing/mailServer.ts'
import { openDatabase } from '../database/database.ts'
import { defineJob, handles, type JobHandler, queueJob, startJobs } from '../jobs/index.ts'
import { keepSource, mailDelivery, type RewriteMail, sendMail, sweepMails } from './index.ts'

const database = testDatabase()
const make = factories(database)
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
  await sql`delete from mail_outbox`.execute(database.db)
})

/** Ends with the test. */
async function mailServer(options: MailServerOptions = {}) {
  const server = await startMailServer(options)
  stops.push(server.stop)
  return server
}

const TIMES = { answerMs: 20_000, mailMs: 60_000, leaseMs: 120_000 }
const note = defineJob<object>('note')
const nothing: RewriteMail = async () => null

/** Jobs of a process; with a concurrency of 0 they run on demand. */
async function delivery(
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
}

/** A server that takes connections and then says so much of its greeting in a second. */
async function hungServer(drip: string): Promise<{ url: string; connections: Set<Socket> }> {
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
}

const send = (subject: string, recipient = 'ann@fund.example', unsubscribeUrl?: string) =>
  database.db.transaction().execute((tx) =>
    sendMail(tx, {
      recipient,
      unsubscribeUrl,
      subject,
      title: 'Grüße',
      button: { label: 'Open', url: 'https://rooms.fund.example/x' },
      foot: { why: 'You asked for it.' },
    }),
  )

const outbox = async () =>
  (
    await database.pool.query<{ subject: string; sent: boolean }>(
      'select subject, sent_at is not null as sent from mail_outbox order by created_at',
    )
  ).rows

test('DOP-25 NOTIF-20 a mail goes out once, as text and HTML, and no name makes it more than it is', async () => {
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
  const server = await mailServer({ refusals: 1 })
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

const again = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)

test('NOTIF-20 mail servers that hang hold up no other job, and no transaction stays open for them', async () => {
  const server = await hungServer('')
  const ran: string[] = []
  const others = [handles(note, async () => void ran.push('note'))]
  await delivery(server.url, { concurrency: 2, others })
  for (const subject of ['1', '2', '3', '4']) await send(subject)
  await vi.waitFor(() => expect(server.connections.size).toBe(2), 5000)
  const began = performance.now()
  await database.db.transaction().execute((tx) => queueJob(tx, note, {}))
  await vi.waitFor(() => expect(ran).toEqual(['note']))
  expect(performance.now() - began).toBeLessThan(1000)
  const { rows } = await database.pool.query(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  expect(server.connections.size).toBe(2)
})

test('a server that goes on for ever, a few bytes at a time, gets no more than the time of a mail', async () => {
  const server = await hungServer('220-still here\r\n')
  const jobs = await delivery(server.url, { times: { ...TIMES, mailMs: 1000 } })
  await send('Slow')
  const began = performance.now()
  await jobs.runDue()
  expect(performance.now() - began).toBeLessThan(4000)
  await vi.waitFor(() => expect(server.connections.size).toBe(0))
  const good = await mailServer()
  const other = await delivery(good.url)
  await again()
  await other.runDue()
  expect(good.received).toHaveLength(1)
})

test('a mail that another process sends is left to it, and taken over when its lease expires', async () => {
  const server = await mailServer()
  const jobs = await delivery(server.url)
  await send('Left behind')
  // As a process leaves it that dies while it sends.
  await sql`update mail_outbox set leased_until = now() + interval '1 minute'`.execute(database.db)
  await jobs.runDue()
  expect([server.received.length, await outbox()]).toEqual([0, [{ subject: 'Left behind', sent: false }]])
  await again()
  await jobs.runDue()
  expect(server.received).toHaveLength(0)
  await sql`update mail_outbox set leased_until = now()`.execute(database.db)
  await again()
  await jobs.runDue()
  await again()
  await jobs.runDue()
  expect([server.received.length, await outbox()]).toEqual([1, [{ subject: 'Left behind', sent: true }]])
})

test('DOP-25 if a process dies after the server took a mail and before that was recorded, it goes out once more, as the same mail', async () => {
  const server = await mailServer()
  const dying = openDatabase(database.poolConfig)
  const first = await delivery(server.url, { db: dying.db })
  server.onTaken = () => dying.close()
  await send('Taken')
  await first.runDue()
  expect([server.received.length, await outbox()]).toEqual([1, [{ subject: 'Taken', sent: false }]])
  // Others leave it alone until the lease expires.
  const second = await delivery(server.url)
  await again()
  await second.runDue()
  expect(server.received).toHaveLength(1)
  await sql`update mail_outbox set leased_until = now()`.execute(database.db)
  for (let run = 0; run < 3; run += 1) {
    await again()
    await second.runDue()
  }
  const ids = server.received.map(({ text }) => /^Message-ID: (.+)\r$/im.exec(text)?.[1])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toMatch(/@fund\.example>$/)
  expect(ids[1]).toBe(ids[0])
  expect(await outbox()).toEqual([{ subject: 'Taken', sent: true }])
})

test('many mails go over few connections', async () => {
  const server = await mailServer()
  await delivery(server.url, { concurrency: 2 })
  for (let index = 0; index < 12; index += 1) await send(`Mail ${index}`)
  await vi.waitFor(() => expect(server.received).toHaveLength(12), 5000)
  expect(server.connections()).toBeLessThanOrEqual(2)
})

/** What is recorded of a mail's failure; null while there is none. */
const failures = async () =>
  (
    await database.pool.query<{ subject: string; failure: string | null }>(
      'select subject, failure from mail_outbox order by created_at, id',
    )
  ).rows

test('NOTIF-25 a mail has its text and its HTML, the mark beside it, and the headers for one press', async () => {
  const server = await mailServer()
  const jobs = await delivery(server.url)
  await send('With all', 'ann@fund.example', 'https://rooms.fund.example/unsubscribe/abc')
  await send('Without')
  await jobs.runDue()
  const [all, without] = server.received.map(({ text }) => text)
  expect(all).toMatch(/^List-Unsubscribe: <https:\/\/rooms\.fund\.example\/unsubscribe\/abc>\r$/m)
  expect(all).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(all).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(all).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html[\s\S]*image\/png/)
  expect(all).toContain('Content-ID: <mark@helioroom>')
  expect(without).not.toMatch(/^List-Unsubscribe/m)
})

test('NOTIF-24 a server that is down loses nothing: the mail goes out once it is back', async () => {
  const down = await startMailServer()
  await down.stop()
  const jobs = await delivery(down.url)
  await send('Later')
  await jobs.runDue()
  expect(await outbox()).toEqual([{ subject: 'Later', sent: false }])
  const back = await mailServer()
  const other = await delivery(back.url)
  await again()
  await other.runDue()
  await again()
  await other.runDue()
  expect([back.received.length, await outbox()]).toEqual([1, [{ subject: 'Later', sent: true }]])
})

test('NOTIF-19 a mail of something is written again if it goes out ten minutes late or more, or not sent at all', async () => {
  const server = await mailServer()
  const asked: unknown[] = []
  const ann = await make.person({ email: 'ann@fund.example' })
  const bob = await make.person({ email: 'bob@fund.example' })
  const rewrite: RewriteMail = async (_tx, content, readerId) => {
    asked.push([content, readerId])
    const foot = { why: 'You asked for it.' }
    return readerId === ann
      ? { recipient: 'ann@new.example', subject: 'As of now', title: 'Now', foot }
      : null
  }
  const jobs = await delivery(server.url, { rewrite })
  const about = async (readerId: string, subject: string) =>
    database.db.transaction().execute(async (tx) => {
      const source = { id: await keepSource(tx, { of: subject }), readerId }
      const foot = { why: 'You asked for it.' }
      await sendMail(tx, { recipient: `${subject}@fund.example`, subject, title: subject, foot, source })
    })
  await about(ann, 'soon')
  await jobs.runDue()
  expect([asked, server.received.map(({ to }) => to)]).toEqual([[], [['soon@fund.example']]])
  await about(ann, 'late')
  await about(bob, 'hidden')
  await send('no source')
  await sql`update mail_outbox set written_at = now() - interval '11 minutes'`.execute(database.db)
  await jobs.runDue()
  expect(asked).toEqual([
    [{ of: 'late' }, ann],
    [{ of: 'hidden' }, bob],
  ])
  expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual([
    'ann@fund.example',
    'ann@new.example',
    'soon@fund.example',
  ])
  expect(await outbox()).toEqual([
    { subject: 'soon', sent: true },
    { subject: 'As of now', sent: true },
    { subject: 'no source', sent: true },
  ])
  await sql`update mail_source set created_at = now() - interval '2 days'`.execute(database.db)
  await sweepMails(database.db)
  const { rows } = await database.pool.query(`select content ->> 'of' as of from mail_source order by 1`)
  expect(rows).toEqual([{ of: 'late' }, { of: 'soon' }])
})

test('NOTIF-24 a recipient refused for good is recorded with the reason and not tried again, and holds up nobody', async () => {
  const server = await mailServer({ refused: { 'gone@fund.example': 550 } })
  const jobs = await delivery(server.url)
  await send('To nobody', 'gone@fund.example')
  await send('To Ann')
  for (let run = 0; run < 3; run += 1) {
    await again()
    await jobs.runDue()
  }
  expect(server.received.map(({ to }) => to)).toEqual([['ann@fund.example']])
  expect(await failures()).toEqual([
    { subject: 'To nobody', failure: expect.stringContaining('550 No such user here') },
    { subject: 'To Ann', failure: null },
  ])
  const { rows } = await database.pool.query('select from graphile_worker._private_jobs')
  expect(rows).toEqual([])
})

test('NOTIF-24 greylisting puts a mail off and then takes it, once', async () => {
  const server = await mailServer({ greylisting: true })
  const jobs = await delivery(server.url)
  await send('Grey')
  await jobs.runDue()
  expect([server.received.length, await failures()]).toEqual([0, [{ subject: 'Grey', failure: null }]])
  for (let run = 0; run < 2; run += 1) {
    await again()
    await jobs.runDue()
  }
  expect([server.received.length, await outbox()]).toEqual([1, [{ subject: 'Grey', sent: true }]])
})

test('NOTIF-24 a connection cut after the mail was sent is tried again under the same message id', async () => {
  const server = await mailServer({ cuts: 1 })
  const jobs = await delivery(server.url)
  await send('Cut')
  await jobs.runDue()
  expect(await outbox()).toEqual([{ subject: 'Cut', sent: false }])
  for (let run = 0; run < 2; run += 1) {
    await again()
    await jobs.runDue()
  }
  const ids = server.received.map(({ text }) => /^Message-ID: (.+)\r$/im.exec(text)?.[1])
  expect(ids).toHaveLength(2)
  expect(ids[1]).toBe(ids[0])
  expect(await outbox()).toEqual([{ subject: 'Cut', sent: true }])
})

test('NOTIF-24 at the last attempt what the server said is kept with the mail', async () => {
  const server = await mailServer({ refusals: 99 })
  const jobs = await delivery(server.url)
  await send('Never')
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(database.db)
  await jobs.runDue()
  expect(await failures()).toEqual([{ subject: 'Never', failure: expect.stringContaining('451 Try later') }])
  await again()
  await jobs.runDue()
  expect(server.asked()).toBe(1)
})

test('a password goes over no line that others can read, and a certificate that nobody vouches for is refused', async () => {
  // smtp-server offers STARTTLS with a certificate of its own, which no authority has signed.
  const server = await mailServer({ smtp: { disabledCommands: [] } })
  const jobs = await delivery(server.url)
  await send('Untrusted')
  await jobs.runDue()
  expect([server.received.length, await outbox()]).toEqual([0, [{ subject: 'Untrusted', sent: false }]])
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
  const trusting = await delivery(`${server.url}?tls.rejectUnauthorized=false`)
  await send('Trusted')
  await trusting.runDue()
  expect(server.received).toHaveLength(1)
  const plain = await mailServer()
  // A name of this machine that is not one of the loopback names, so that a password needs TLS.
  const careful = await delivery(plain.url.replace('smtp://127.0.0.1', 'smtp://ann:secret@127.0.0.1.'))
  await send('Secret')
  await careful.runDue()
  expect(plain.received).toHaveLength(0)
})

test('mails of old are removed: sent ones after 30 days, all others after 90', async () => {
  await delivery(null)
  for (const subject of ['Sent', 'Sent just now', 'Waiting', 'Old']) await send(subject)
  await database.pool.query(
    `update mail_outbox set sent_at = created_at where subject in ('Sent', 'Sent just now')`,
  )
  await database.pool.query(
    `update mail_outbox set created_at = now() - case subject when 'Sent just now' then interval '1 day'
       when 'Old' then interval '91 days' else interval '31 days' end`,
  )
  await sweepMails(database.db)
  expect((await outbox()).map(({ subject }) => subject).toSorted()).toEqual(['Sent just now', 'Waiting'])
})
