// What runs by the clock runs as often as the requirements say, and does its work.
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseCronItems } from 'graphile-worker'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { recordActivity } from '../server/modules/activity/index.ts'
import { MODULES } from '../server/modules/index.ts'
import { newId } from '../server/platform/ids.ts'
import { createSigner } from '../server/platform/signing.ts'
import { createStorage } from '../server/platform/storage/index.ts'
import { testDatabase } from './database/index.ts'
import { factories } from './factories.ts'
import { SECRET } from './server.ts'

const database = testDatabase()
const make = factories(database)

const HOUR = 60
const DAY = 24 * HOUR
/** A month that has a 31st, with the first days of the next one. */
const FIRST = Date.UTC(2027, 0, 1)
const DAYS = 38

/** The modules as a server has them. @returns finds what runs by the clock under a name */
async function byClock(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-schedules-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings })
  const { db, jobs, pool } = database
  const { doors, parts } = MODULES.create({
    config,
    log: createLog(config),
    db,
    jobsDb: jobs.db,
    pool,
    storage: await createStorage(config, db),
    signer: createSigner(SECRET),
    origin: () => 'http://localhost',
  })
  const scheduled = parts.flatMap((part) => part.scheduled ?? [])
  return { doors, find: (name: string) => scheduled.find((each) => each.name === name) }
}

/** Minutes that pass at most between two runs of a pattern. */
function longestPause(pattern: string): number {
  const [item] = parseCronItems([{ task: 'any', match: pattern }])
  let [last, longest] = [0, 0]
  for (let minute = 0; minute < DAYS * DAY; minute += 1) {
    const at = new Date(FIRST + minute * 60_000)
    const isDue = item?.match({
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    })
    if (!isDue) continue
    longest = Math.max(longest, minute - last)
    last = minute
  }
  return Math.max(longest, DAYS * DAY - last)
}

/** An organisation with an entry, whose checkpoints are mailed. */
async function recorded(): Promise<string> {
  const organisationId = await make.organisation()
  await database.pool.query(
    `insert into record_recipient (id, organisation_id, email) values (gen_random_uuid(), $1, 'counsel@seller.example')`,
    [organisationId],
  )
  await database.db
    .transaction()
    .execute((tx) =>
      recordActivity(tx, [{ kind: 'VIEW', personId: newId(), sessionId: null, organisationId }]),
    )
  return organisationId
}
const count = async (query: string, id: string): Promise<number> =>
  (await database.pool.query(query, [id])).rows.length
const checkpoints = (id: string) => count('select from record_checkpoint where organisation_id = $1', id)
const mails = (id: string) =>
  count(
    `select from mail_outbox where recipient = 'counsel@seller.example' and body_text like '%' || $1 || '%'`,
    id,
  )

test('CHAIN-02 CHAIN-03 leaves are signed within the hour in which they came, and what was signed is mailed each day', async () => {
  const { doors, find } = await byClock()
  const [sign, mail] = [find('sign_record'), find('mail_checkpoints')]
  expect(longestPause(sign?.pattern ?? '')).toBeLessThanOrEqual(HOUR)
  expect(longestPause(mail?.pattern ?? '')).toBeLessThanOrEqual(DAY)
  const id = await recorded()
  await doors.record.append()
  await mail?.run()
  expect([await checkpoints(id), await mails(id)]).toEqual([0, 0])
  await sign?.run()
  await mail?.run()
  expect([await checkpoints(id), await mails(id)]).toEqual([1, 1])
  // Nothing came since.
  await sign?.run()
  await mail?.run()
  expect([await checkpoints(id), await mails(id)]).toEqual([1, 1])
})

test('CHAIN-03 the service at TIMESTAMP_URL is asked for a stamp within an hour, and none without it', async () => {
  let asked = 0
  const service = http
    .createServer((_request, response) => {
      asked += 1
      response.writeHead(503).end()
    })
    .listen(0, '127.0.0.1')
  onTestFinished(() => void service.close())
  await new Promise((resolve) => service.once('listening', resolve))
  expect((await byClock()).find('stamp_record')).toBeUndefined()
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/tsa`
  const { doors, find } = await byClock({ TIMESTAMP_URL: url })
  const stamp = find('stamp_record')
  expect(longestPause(stamp?.pattern ?? '')).toBeLessThanOrEqual(HOUR)
  await doors.record.sign(await recorded())
  await stamp?.run()
  expect(asked).toBe(1)
})

test('STAGE-06 publications whose job was lost are looked for each minute', async () => {
  const { find } = await byClock()
  const look = find('publish_due')
  expect(longestPause(look?.pattern ?? '')).toBe(1)
  await expect(look?.run()).resolves.toBeUndefined()
})
