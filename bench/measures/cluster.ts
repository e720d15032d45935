import { readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { Cluster } from '../../testing/cluster/cluster.ts'
import { childrenOf } from '../../testing/cluster/living.ts'
import { type TcpLine, tcpLine } from '../../testing/faults/load/tcpLine.ts'
import { makeWorld, openOwn } from '../../testing/faults/load/world.ts'
import { newDataDir } from '../../testing/product.ts'
import { headersOf } from '../support/folderList.ts'
import { type Call, Caller, inParallel } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { median } from '../support/statistics.ts'

/** Below the ports that connections of others take. */
const PORT = 25_500
const SERVERS = 3
/** Milliseconds from a server to the database, and back: as in another building. */
const FAR_MS = 15
const CALLERS = 64
/** Ticks of the kernel's clock in a second. */
const TICKS = 100

/** One page of a folder. */
const LIST = `query($treeId: ID!, $id: ID!) {
  document(treeId: $treeId, documentId: $id) { childCount children(limit: 50, offset: 0) { id name size } }
}`

/** Processor time of a process and those that it started, in seconds; 0 where it can't be read. */
function cpuOf(pid: number): number {
  try {
    return [pid, ...childrenOf(pid)].reduce((sum, each) => {
      const stat = readFileSync(`/proc/${each}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return sum + (Number(fields[11]) + Number(fields[12])) / TICKS
    }, 0)
  } catch {
    return 0
  }
}

interface Rates {
  readonly perSecond: number
  /** Of one core each. */
  readonly servers: number
  readonly database: number
}

/** Reads of a second by many people, through a balancer, at so many servers whose database is far. */
async function ratesOf(servers: number, quick: boolean): Promise<Rates> {
  const folder = newDataDir()
  let line: TcpLine | undefined
  const cluster = new Cluster({
    dataDir: folder,
    servers,
    workers: 1,
    port: PORT,
    files: 'disk',
    env: { LOG_LEVEL: 'warn', OCR: 'off', LIBREOFFICE: 'off' },
    line: async (_to, port) => {
      line = await tcpLine(port)
      return line.port
    },
  })
  try {
    await cluster.start()
    const database = openOwn(cluster.description.database.url)
    const calls: Call[] = []
    // A person may ask 600 times a minute.
    for (let at = 0; at < (quick ? 2 : 8); at += 1) {
      const { readers, team, rival, treeId, folders } = await makeWorld(database, cluster.url)
      for (const { client } of [...readers, ...team, rival])
        calls.push({
          method: 'POST',
          path: '/graphql',
          headers: headersOf(client),
          body: JSON.stringify({ query: LIST, variables: { treeId, id: folders.zipped } }),
        })
    }
    await database.close()
    line?.set({ latencyMs: FAR_MS })
    const caller = new Caller(cluster.url, CALLERS)
    const rounds = { count: quick ? 2 : 5, ms: quick ? 1000 : 3000 }
    const run = async (ms: number): Promise<number> => {
      const begun = performance.now()
      let answers = 0
      await inParallel(CALLERS, Array.from({ length: CALLERS }), async () => {
        while (performance.now() - begun < ms) {
          const call = calls[answers % calls.length]
          answers += 1
          if (call) await caller.send(call)
        }
      })
      return (answers * 1000) / (performance.now() - begun)
    }
    await run(rounds.ms)
    const used = () => ({
      servers: cluster.servers.reduce((sum, { process }) => sum + cpuOf(process.pid), 0),
      database: cpuOf(cluster.database.pid),
    })
    const [before, begun] = [used(), performance.now()]
    const rates: number[] = []
    for (let round = 0; round < rounds.count; round += 1) rates.push(await run(rounds.ms))
    const [after, seconds] = [used(), (performance.now() - begun) / 1000]
    caller.close()
    return {
      perSecond: median(rates),
      servers: (after.servers - before.servers) / seconds,
      database: (after.database - before.database) / seconds,
    }
  } finally {
    await cluster.stop()
    await line?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const percent = (cores: number): string => `${Math.round(cores * 100)} %`

/** Three servers beside one, where reads wait for the database (SCALE-27). */
export const cluster: Measure = {
  name: 'cluster',
  run: async (_stage, { quick }): Promise<Figure[]> => {
    const one = await ratesOf(1, quick)
    const three = await ratesOf(SERVERS, quick)
    const cores = os.availableParallelism()
    const isBusy = (three.servers + three.database) / cores > 0.8
    const limit = isBusy ? `the ${cores} cores` : 'the connections to the database'
    return [
      {
        title: `reads that wait on the database, ${SERVERS} servers against one; limited by ${limit}`,
        ours: `${Math.round(three.perSecond)} /s`,
        floor: `${Math.round(one.perSecond)} /s`,
        value: three.perSecond / one.perSecond,
        target: { atLeast: 1.5 },
      },
      {
        title: `cores that ${SERVERS} servers and their database use, against one server`,
        ours: `${percent(three.servers)} + ${percent(three.database)}`,
        floor: `${percent(one.servers)} + ${percent(one.database)}`,
        value: three.servers + three.database,
        shown: percent(three.servers + three.database),
      },
    ]
  },
}
