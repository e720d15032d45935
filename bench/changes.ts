// Another server's share of what happens: changes to topics that are followed live, from POST /begin until POST /end.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { recordActivity, type Subject, topicOf } from '../server/modules/activity/index.ts'
import { openDatabase } from '../server/platform/database/database.ts'
import { createEvents } from '../server/platform/events/index.ts'
import { serveBench } from './support/program.ts'

/** What bench/measures/events.ts hands over. */
export interface ChangesInput {
  readonly connection: pg.PoolConfig
  /** Changes a second, each a transaction of its own. */
  readonly perSecond: number
}

/** Topics that the changes belong to, in turn; each has a subscriber. */
const TOPICS = 10

const { connection, perSecond }: ChangesInput = JSON.parse(process.argv[2] ?? '')
const { close, ...database } = openDatabase(connection)
const events = await createEvents({ ...database, log: { warn: console.warn } })
const subjects = Array.from({ length: TOPICS }, (): Subject => ({ kind: 'bench', id: randomUUID() }))
let told = 0
for (const subject of subjects) {
  events.subscribe({
    topics: [topicOf(subject)],
    onChanges: (heard) => {
      for (const { activityIds } of heard) told += activityIds.length
    },
  })
}

let made = 0
const change = async () => {
  const subject = subjects[made % TOPICS]
  made += 1
  const entry = { kind: 'EXPORT', personId: randomUUID(), sessionId: null, subject } as const
  await database.db.transaction().execute((tx) => recordActivity(tx, [entry]))
}

/** Begins to make changes. @returns what ends it, once the last was told, and says how many were not */
function begin(): () => Promise<number> {
  const began = performance.now()
  const under: Promise<void>[] = []
  const timer = setInterval(() => {
    const wanted = ((performance.now() - began) / 1000) * perSecond
    while (under.length < wanted) under.push(change())
  }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    const until = performance.now() + 5000
    while (told < made && performance.now() < until) await sleep(20)
    return made - told
  }
}

let end: () => Promise<number> = async () => 0
const server = createServer(async (request, response) => {
  const untold = request.url === '/begin' ? 0 : await end()
  if (request.url === '/begin') end = begin()
  response.end(JSON.stringify({ untold }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
serveBench((server.address() as AddressInfo).port, async () => {
  server.closeAllConnections()
  server.close()
  await events.close()
  await close()
})
