import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { untilLocksAreAwaited } from '../../../../testing/database/lockWaits.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { counted, passed, type ReadingRoom, record, startReadingRoom } from './readingTimes.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = testDatabase()

let server: TestServer
let treeId: string
let admin: Client
let bidder: Client
let bidders: string
let open: ReadingRoom['open']
let practice: string

beforeAll(async () => {
  const room = await startReadingRoom(database)
  ;({ server, treeId, admin, bidder, bidders, open } = room)
  practice = await room.upload('Practice.pdf')
})
afterAll(() => server.close())

const code = async (asked: ReturnType<typeof record>) => (await asked).errors[0]?.extensions?.code

describe('what is reported of pages in view', () => {
  test('PAGE-26 counts pages of their own opening that were given out, and no more time than has passed', async () => {
    const opening = await open(bidder, practice)
    await passed(database, opening, 100)
    // A minute of a page at most, and nothing of the page that was not given out.
    expect(
      await counted(bidder, opening, [
        { page: 1, ms: 36_000_000 },
        { page: 3, ms: 5000 },
      ]),
    ).toBe(60_000)
    // Hardly any time has passed since.
    const rest = await counted(bidder, opening, [
      { page: 1, ms: 60_000 },
      { page: 2, ms: 60_000 },
    ])
    expect(rest).toBeLessThan(30_000)
    await passed(database, opening, 90)
    // Two times of one page are one, and together they are no more than what has passed.
    const both = await counted(bidder, opening, [
      { page: 1, ms: 40_000 },
      { page: 1, ms: 40_000 },
      { page: 2, ms: 60_000 },
    ])
    expect(both).toBeGreaterThanOrEqual(90_000)
    expect(both).toBeLessThan(110_000)
  })

  test('PAGE-26 of two reports that arrive together one has the time that has passed', async () => {
    const opening = await open(bidder, practice)
    await passed(database, opening, 40)
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('select from page_mark where opening_id = $1 for update', [opening])
    const sent = [1, 2].map((page) => counted(bidder, opening, [{ page, ms: 40_000 }]))
    await untilLocksAreAwaited(database.pool, 2)
    await holder.query('rollback')
    holder.release()
    const all = await Promise.all(sent)
    expect(all.reduce((sum: number, ms) => sum + (ms ?? 0), 0)).toBeLessThan(60_000)
  })

  test('of a script no more than twelve reports a minute count', async () => {
    const opening = await open(bidder, practice)
    const minute = async () =>
      (await database.pool.query(`select date_trunc('minute', now())::text as now`)).rows[0]?.now
    const countedOf = async (reports: number) => {
      await database.pool.query(
        `update page_mark set reported_at = now() - interval '50 milliseconds', reports = $2 where opening_id = $1`,
        [opening, reports],
      )
      return counted(bidder, opening, [{ page: 1, ms: 50 }])
    }
    // Both are asked within one minute.
    for (;;) {
      const begun = await minute()
      const [twelfth, thirteenth] = [await countedOf(11), await countedOf(12)]
      if ((await minute()) !== begun) continue
      expect([twelfth, thirteenth]).toEqual([50, 0])
      break
    }
  })

  test("another's opening, a print and an unknown one are not found, and what is no time is refused", async () => {
    const opening = await open(bidder, practice)
    expect(await code(record(admin, opening, [{ page: 1, ms: 10 }]))).toBe('NOT_FOUND')
    expect(await code(record(bidder, 'nothing', [{ page: 1, ms: 10 }]))).toBe('NOT_FOUND')
    expect(await code(record(bidder, opening, [{ page: 0, ms: 10 }]))).toBe('BAD_USER_INPUT')
    expect(await code(record(bidder, opening, [{ page: 1, ms: -10 }]))).toBe('BAD_USER_INPUT')
    const many = Array.from({ length: 51 }, (_, at) => ({ page: at + 1, ms: 1 }))
    expect(await code(record(bidder, opening, many))).toBe('BAD_USER_INPUT')
  })

  test('PAGE-26 with measuring off, and in a view of others, nothing is kept', async () => {
    const measure = async (measureReading: boolean) => {
      const { data } = await admin.graphql(
        `mutation($treeId: ID!, $on: Boolean) { updateTreeViewing(treeId: $treeId, measureReading: $on) {
          documentTree { readingMeasured viewing { measureReading } } } }`,
        { treeId, on: measureReading },
      )
      expect(data?.updateTreeViewing).toEqual({
        documentTree: { readingMeasured: measureReading, viewing: { measureReading } },
      })
    }
    await measure(false)
    const unmeasured = await open(bidder, practice)
    await passed(database, unmeasured, 60)
    expect(await counted(bidder, unmeasured, [{ page: 1, ms: 9000 }])).toBe(0)
    await measure(true)
    // Nothing was remembered of it.
    expect(await counted(bidder, unmeasured, [{ page: 1, ms: 9000 }])).toBe(0)
    const own = await open(admin, practice)
    await passed(database, own, 60)
    const view = await admin.graphql(
      'mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { id } } }',
      { t: treeId, g: bidders },
    )
    expect(view.errors).toEqual([])
    const inView = await open(admin, practice)
    await passed(database, inView, 60)
    expect(await counted(admin, own, [{ page: 1, ms: 9000 }])).toBe(0)
    expect(await counted(admin, inView, [{ page: 1, ms: 9000 }])).toBe(0)
    await admin.graphql('mutation { leaveView { success } }', {})
    expect(await counted(admin, inView, [{ page: 1, ms: 9000 }])).toBe(0)
  })
})
