import pg from 'pg'
import { watchMemory } from '../../testing/faults/memory.ts'
import { headersOf } from '../support/folderList.ts'
import { growAccesses } from '../support/growAccesses.ts'
import { type Call, Caller } from '../support/load.ts'
import { type Figure, inMebibytes, type Measure } from '../support/measure.ts'
import { medianTime } from '../support/medianTime.ts'

const MIB = 1024 * 1024
/** Bytes that the server may hold beyond what it held before: its rows make many times that. */
const MEMORY_LIMIT = 150 * MIB
/** Milliseconds that a page of analytics may take. */
const PAGE_LIMIT = 300

/** The first page of each of the three tables, as the web asks for it. */
const TABLES = {
  treeCompanyAnalytics: 'maxUser maxSession maxDownload maxView rows { id company { id name } userCount }',
  treeUserAnalytics: 'maxSession maxDownload maxView rows { id user { id fullName company { id name } } }',
  treeDocumentAnalytics: 'maxDownload maxView rows { id document { id name } downloadCount viewCount }',
} as const

/** Analytics and the access log's export, over a million views and downloads. */
export const analytics: Measure = {
  name: 'analytics',
  run: async (stage, { quick }) => {
    const { world, product, connection, signIn } = await stage()
    const accesses = quick ? 20_000 : 1_000_000
    const { treeId } = world.small
    const database = new pg.Client(connection)
    await database.connect()
    await growAccesses(database, treeId, accesses)
    await database.end()

    const caller = new Caller(product.origin, 1)
    const slowestTable = async (email: string): Promise<number> => {
      const headers = headersOf(await signIn(email))
      const times: number[] = []
      for (const [field, fields] of Object.entries(TABLES)) {
        const body = JSON.stringify({
          query: `query($treeId: ID!) { ${field}(treeId: $treeId, limit: 25) { count ${fields} } }`,
          variables: { treeId },
        })
        const call: Call = { method: 'POST', path: '/graphql', headers, body }
        times.push(await medianTime(caller, call, quick ? 3 : 9))
      }
      return Math.max(...times)
    }
    const shown = accesses.toLocaleString('en-US')
    const page = (who: string, milliseconds: number): Figure => ({
      title: `analytics of ${shown} accesses, ${who}`,
      ours: `${Math.round(milliseconds)} ms`,
      floor: '',
      value: milliseconds,
      shown: `${Math.round(milliseconds)} ms`,
      target: { atMost: PAGE_LIMIT },
      targetShown: `≤ ${PAGE_LIMIT} ms`,
    })
    const figures = [
      page('who sees all', await slowestTable(world.admin)),
      page('who sees a part', await slowestTable(world.manager)),
    ]

    const { cookie } = headersOf(await signIn(world.admin))
    const idleBytes = watchMemory(product.pid)()
    const peak = watchMemory(product.pid)
    const began = performance.now()
    const bytes = await caller.count({
      method: 'GET',
      path: `/documents/${treeId}/access-log`,
      headers: { cookie },
    })
    const seconds = (performance.now() - began) / 1000
    caller.close()
    const more = peak() - idleBytes
    figures.push(
      inMebibytes(
        `access log of ${shown} rows, memory beyond what was held before`,
        `${Math.round(accesses / seconds).toLocaleString('en-US')} rows/s, ${(bytes / MIB).toFixed(0)} MiB`,
        more,
        MEMORY_LIMIT,
      ),
    )
    return figures
  },
}
