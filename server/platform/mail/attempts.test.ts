import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startMailServer } from '../../../testing/mailServer.ts'
import { openDatabase } from '../database/database.ts'
import { defineJob, handles, queueJob } from '../jobs/index.ts'
import { mailRoom, TIMES } from './mail.fixture.ts'

const { again, database, delivery, failures, hungServer, mailServer, outbox, send } = mailRoom()
const note = defineJob<object>('note')

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

test('NOTIF-20 mail servers that hang hold up no other job, and no transaction stays open for them', async () => {
  const server = await hungServer('')
  const ran: string[] = []
  const others = [handles(note, async () => void ran.push('note'))]
  await delivery(server.url, { concurrency: 2, others })
  for (const subject of ['1', '2', '3', '4']) await send(subject)
  await vi.waitFor(() => expect(server.connections.size).toBe(2), 5000)
  const hung = [...server.connections]
  await database.db.transaction().execute((tx) => queueJob(tx, note, {}))
  await vi.waitFor(() => expect(ran).toEqual(['note']))
  const { rows } = await database.pool.query(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  // Neither of the two has ended meanwhile.
  expect([...server.connections]).toEqual(hung)
})

test('a server that goes on for ever, a few bytes at a time, gets no more than the time of a mail', async () => {
  const server = await hungServer('220-still here\r\n')
  const jobs = await delivery(server.url, { times: { ...TIMES, mailMs: 1000 } })
  await send('Slow')
  const began = performance.now()
  await jobs.runDue()
  // Long before the 20 s that an answer may take.
  expect(performance.now() - began).toBeLessThan(15_000)
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
