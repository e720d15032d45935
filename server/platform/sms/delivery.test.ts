import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { startJobs } from '../jobs/index.ts'
import { sweepOutbox } from '../outboxes.ts'
import { textDelivery } from './delivery.ts'
import type { SmsGateway } from './gateway.ts'
import { resendText, sendSms } from './outbox.ts'

const database = testDatabase()
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
  await sql`delete from sms_outbox`.execute(database.db)
})

type Answer = (request: IncomingMessage) => { status: number; body?: string } | 'none'

/** A gateway on this machine: what it was sent, and its answers as told. */
async function gatewayThat(answer: Answer) {
  const taken: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    taken.push({ url: request.url, headers: request.headers, body: await text(request) })
    const said = answer(request)
    if (said === 'none') return
    response.writeHead(said.status, { 'Content-Type': 'application/json' }).end(said.body ?? '{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return { taken, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function jobsOver(gateway: SmsGateway | null) {
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const queued = [textDelivery(database.db, gateway, { answerMs: 300 })]
  const jobs = await startJobs({ pool: database.jobs.pool, concurrency: 0, scheduled: [], queued, log })
  stops.unshift(() => jobs.stop())
  return jobs
}

const CODE = { recipient: '+15005550006', body: 'Your Helioroom authentication code is 123456.' }
const send = () => database.db.transaction().execute((tx) => sendSms(tx, CODE))
const again = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)
const outbox = async () =>
  (
    await database.pool.query<{ id: string; sent: boolean; failure: string | null }>(
      'select id, sent_at is not null as sent, failure from sms_outbox order by created_at, id',
    )
  ).rows

test('a text message goes once to a gateway of one’s own, as JSON with the token', async () => {
  const { taken, origin } = await gatewayThat(() => ({ status: 202 }))
  const jobs = await jobsOver({ kind: 'http', url: `${origin}/send?x=1`, token: 'a-token-1' })
  await send()
  await jobs.runDue()
  await again()
  await jobs.runDue()
  expect(taken).toHaveLength(1)
  expect(taken[0]).toMatchObject({ url: '/send?x=1', headers: { authorization: 'Bearer a-token-1' } })
  expect(JSON.parse(taken[0]?.body ?? '')).toEqual({ to: CODE.recipient, body: CODE.body })
  expect(await outbox()).toEqual([expect.objectContaining({ sent: true, failure: null })])
})

test('Twilio is spoken to as its API says, and a number that it refuses is recorded with its words', async () => {
  let refuses = true
  const { taken, origin } = await gatewayThat(() =>
    refuses
      ? { status: 400, body: JSON.stringify({ code: 21211, message: `Invalid 'To': ${CODE.body}` }) }
      : { status: 201 },
  )
  const from = '+15005550001'
  const jobs = await jobsOver({ kind: 'twilio', origin, account: 'AC1', token: 'secret', from })
  await send()
  await jobs.runDue()
  expect(taken[0]?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
  expect(taken[0]?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(taken[0]?.body))).toEqual({
    To: CODE.recipient,
    From: from,
    Body: CODE.body,
  })
  const [refused] = await outbox()
  expect(refused?.failure).toMatch(/^The gateway answered 400: .*21211/)
  // Who reads why it failed is not given the code by it.
  expect(refused?.failure).not.toContain('123456')
  await again()
  await jobs.runDue()
  expect(taken).toHaveLength(1)

  refuses = false
  await database.db.transaction().execute((tx) => resendText(tx, refused?.id ?? ''))
  await jobs.runDue()
  expect(await outbox()).toEqual([expect.objectContaining({ sent: true, failure: null })])
})

test.each([
  ['that is busy', () => ({ status: 503 }) as const],
  ['that wants another token', () => ({ status: 401 }) as const],
  ['that leads elsewhere', () => ({ status: 302 }) as const],
  ['that says nothing', () => 'none' as const],
])('a gateway %s is asked again, and at the last attempt the reason is recorded', async (_what, answer) => {
  const { taken, origin } = await gatewayThat(answer)
  const jobs = await jobsOver({ kind: 'http', url: origin, token: undefined })
  await send()
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(await outbox()).toEqual([expect.objectContaining({ sent: false, failure: null })])
    await again()
    await jobs.runDue()
    expect(taken).toHaveLength(attempt)
  }
  expect((await outbox())[0]?.failure).toBeTruthy()
})

test('SEC-25 without a gateway a text message stays readable in the outbox, for as long as it is kept', async () => {
  const jobs = await jobsOver(null)
  await send()
  await jobs.runDue()
  expect(await outbox()).toEqual([expect.objectContaining({ sent: false, failure: null })])
  const age = (days: number) =>
    database.pool.query('update sms_outbox set created_at = now() - make_interval(days => $1)', [days])
  await age(89)
  await sweepOutbox(database.db, 'sms_outbox')
  expect(await outbox()).toHaveLength(1)
  await age(91)
  await sweepOutbox(database.db, 'sms_outbox')
  expect(await outbox()).toHaveLength(0)
})
