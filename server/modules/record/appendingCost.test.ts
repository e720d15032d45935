import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { documentsOver } from '../../../testing/documents.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { look, TOKEN } from '../../../testing/metrics.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import { openDatabase } from '../../platform/database/database.ts'

const database = testDatabase()
const make = factories(database)
const CHANGES = 40

let server: TestServer
let staff: Client
let admin: Actor
let room: { treeId: string; folderId: string }

beforeAll(async () => {
  server = await startTestServer(database, { METRICS_TOKEN: TOKEN })
  await make.person({ email: 'staff@record.example', password: PASSWORD, isSuperUser: true })
  staff = new Client(server.address)
  await staff.signIn('staff@record.example', PASSWORD)
  const { place, treeId } = await make.room()
  admin = await make.actorWith(place, 'Deal Room Admin')
  room = { treeId, folderId: await documentsOver(database).folder(admin, treeId, 'Permits') }
})
afterAll(() => server.close())

const rename = (over: Parameters<typeof documentsOver>[0], name: string) =>
  documentsOver(over).documents().rename(admin, { treeId: room.treeId, documentId: room.folderId, name })
const pending = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from record_pending',
  )
  return rows[0]?.count ?? 0
}
/** Seconds by which the record is late, as /metrics and the status page say it. */
async function lateness(): Promise<[metrics: number, status: number]> {
  const { data, errors } = await staff.graphql('{ backOfficeStatus { recordLagSeconds } }')
  expect(errors).toEqual([])
  const { recordLagSeconds } = (data as { backOfficeStatus: { recordLagSeconds: number } }).backOfficeStatus
  return [(await look(server.address)).sum('record_append_lag_seconds'), recordLagSeconds]
}

describe('CHAIN-07 appending costs a change at most 5 % of its time, and one that stops holds up none and is reported', () => {
  test('what a change does for the record takes a twentieth of it at most', async () => {
    // PostgreSQL itself counts the time in the trigger, so that nothing else on the machine is in it.
    const counted = openDatabase({ ...database.poolConfig, options: '-c track_functions=pl' })
    for (let at = 0; at < 5; at += 1) await rename(counted, `Warm ${at}`)
    const before = await pending()
    const began = performance.now()
    for (let at = 0; at < CHANGES; at += 1) await rename(counted, `Permits ${at}`)
    const all = performance.now() - began
    // Each is recorded.
    expect((await pending()) - before).toBeGreaterThanOrEqual(CHANGES)
    // What a connection has counted is there once it ends.
    await counted.close()
    const read = async () => {
      const { rows } = await database.pool.query<{ calls: number; time: number }>(
        `select calls::int, total_time::float8 as time from pg_stat_user_functions where funcname = 'add_to_record'`,
      )
      return rows[0] ?? { calls: 0, time: 0 }
    }
    await expect.poll(async () => (await read()).calls).toBeGreaterThanOrEqual(CHANGES + 5)
    const { calls, time } = await read()
    expect(((time / calls) * CHANGES) / all).toBeLessThan(0.05)
  })

  test('an appender that hangs holds up no change, and is reported by /metrics and the status page when it is later than a minute', async () => {
    await server.app.services.record.append()
    expect(await lateness()).toEqual([0, 0])
    const hanging = await database.pool.connect()
    try {
      await hanging.query('begin')
      await hanging.query(`select pg_advisory_xact_lock(hashtextextended('helioroom record', 0))`)
      const began = performance.now()
      await rename(database, 'Changed meanwhile')
      expect(performance.now() - began).toBeLessThan(5000)
      await server.app.services.record.append()
      expect(await pending()).toBeGreaterThan(0)
      const [metric, status] = await lateness()
      expect([metric > 0 && metric < 60, status > 0 && status < 60]).toEqual([true, true])
      await database.pool.query(`update record_pending set at = at - interval '1 minute'`)
      for (const seconds of await lateness()) expect(seconds).toBeGreaterThan(60)
    } finally {
      await hanging.query('rollback')
      hanging.release()
    }
    await server.app.services.record.append()
    expect(await pending()).toBe(0)
    expect(await lateness()).toEqual([0, 0])
  })
})
