import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { factories } from '../../../testing/factories.ts'
import { keepSource, type RewriteMail, sendMail, sweepMails } from './index.ts'
import { mailRoom } from './mail.fixture.ts'

const { database, delivery, mailServer, outbox, send } = mailRoom()
const make = factories(database)

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

test('without a mail server a mail stays readable in the outbox', async () => {
  const jobs = await delivery(null)
  await send('Kept')
  await jobs.runDue()
  expect(await outbox()).toEqual([{ subject: 'Kept', sent: false }])
})

test('many mails go over few connections', async () => {
  const server = await mailServer()
  await delivery(server.url, { concurrency: 2 })
  for (let index = 0; index < 12; index += 1) await send(`Mail ${index}`)
  await vi.waitFor(() => expect(server.received).toHaveLength(12), 5000)
  expect(server.connections()).toBeLessThanOrEqual(2)
})

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
