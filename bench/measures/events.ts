import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordActivity, type Subject, topicOf } from '../../server/modules/activity/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { createEvents } from '../../server/platform/events/index.ts'
import { Conversation, newNames, SMALL_FILE, TRANSFERS } from '../support/conversation.ts'
import { listCalls } from '../support/folderList.ts'
import { Caller, inParallel } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'
import { median, medianRatio } from '../support/statistics.ts'

/** Changes a second, each a transaction of its own. */
const CHANGES = 50
/** Topics that the changes belong to, in turn; each has a subscriber. */
const TOPICS = 10
const LISTS = 200

/**
 * What uploads and lists get done while others change what is followed live, against what they get done without, in
 * turn. The changes come by another process, as from another server; the product hears of them all.
 */
export const events: Measure = {
  name: 'events',
  run: async (stage, { quick }) => {
    const files = quick ? 40 : 200
    const rounds = quick ? 2 : 9
    const opened = await stage()
    const caller = new Caller(opened.product.origin, TRANSFERS)
    const conversation = await Conversation.open(opened, caller)
    const lists = listCalls(await opened.signIn(opened.world.viewer), opened.world.small)
    const work = {
      uploads: async () => {
        await conversation.upload(newNames(files), SMALL_FILE)
        return files
      },
      lists: async () => {
        const calls = Array.from({ length: LISTS }, (_, index) => lists[index % lists.length] ?? [])
        await inParallel(TRANSFERS, calls.flat(), (call) => caller.send(call))
        return LISTS
      },
    }
    const changes = await openChanges(opened)
    try {
      const figures: Figure[] = []
      for (const [title, once] of Object.entries(work)) {
        const rates = { quiet: [] as number[], live: [] as number[] }
        await once()
        for (let round = 0; round < rounds; round += 1) {
          const order = ['quiet', 'live'] as const
          for (const key of round % 2 === 0 ? order : order.toReversed()) {
            const stop = key === 'live' ? changes.begin() : null
            const began = performance.now()
            const done = await once()
            rates[key].push(done / ((performance.now() - began) / 1000))
            await stop?.()
          }
        }
        figures.push({
          title: `${title} with ${CHANGES} changes a second to live topics, against without`,
          ours: `${Math.round(median(rates.live))} /s`,
          floor: `${Math.round(median(rates.quiet))} /s`,
          value: medianRatio(rates.live, rates.quiet),
          target: { atLeast: 0.95 },
        })
      }
      return figures
    } finally {
      caller.close()
      await changes.close()
    }
  },
}

interface Changes {
  /** Begins to make changes. @returns what ends it, once the last was told @throws where one was not */
  begin(): () => Promise<void>
  close(): Promise<void>
}

async function openChanges({ connection }: Stage): Promise<Changes> {
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
  return {
    begin: () => {
      const began = performance.now()
      const under: Promise<void>[] = []
      const due = () => {
        const wanted = ((performance.now() - began) / 1000) * CHANGES
        while (under.length < wanted) under.push(change())
      }
      const timer = setInterval(due, 1000 / CHANGES)
      return async () => {
        clearInterval(timer)
        await Promise.all(under)
        const until = performance.now() + 5000
        while (told < made && performance.now() < until) await sleep(20)
        if (told < made) throw new Error(`${made - told} of ${made} changes were not told.`)
      }
    },
    close: async () => {
      await events.close()
      await close()
    },
  }
}
