import type { ChangesInput } from '../changes.ts'
import { Conversation, newNames, SMALL_FILE, TRANSFERS } from '../support/conversation.ts'
import { listCalls } from '../support/folderList.ts'
import { Caller, inParallel } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { type Program, startProgram } from '../support/program.ts'
import { median, medianRatio } from '../support/statistics.ts'

/** Changes a second, each a transaction of its own. */
const CHANGES = 50
/** Enough that a round takes about two seconds: shorter ones measure the machine's moods. */
const LISTS = 1000
const FILES = 1000

/**
 * What uploads and lists get done while others change what is followed live, against what they get done without, in
 * turn. The changes come from a process of their own, as from another server; the product hears of them all.
 */
export const events: Measure = {
  name: 'events',
  run: async (stage, { quick }) => {
    const files = quick ? 40 : FILES
    const listCount = quick ? 100 : LISTS
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
        const calls = Array.from({ length: listCount }, (_, index) => lists[index % lists.length] ?? [])
        await inParallel(TRANSFERS, calls.flat(), (call) => caller.send(call))
        return listCount
      },
    }
    const { connection } = opened
    const changes = await startProgram('changes.ts', {
      connection,
      perSecond: CHANGES,
    } satisfies ChangesInput)
    try {
      const figures: Figure[] = []
      for (const [title, once] of Object.entries(work)) {
        const rates = { quiet: [] as number[], live: [] as number[] }
        await once()
        for (let round = 0; round < rounds; round += 1) {
          const order = ['quiet', 'live'] as const
          for (const key of round % 2 === 0 ? order : order.toReversed()) {
            if (key === 'live') await call(changes, '/begin')
            const began = performance.now()
            const done = await once()
            rates[key].push(done / ((performance.now() - began) / 1000))
            if (key === 'live') await call(changes, '/end')
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
      await changes.stop()
    }
  },
}

/** @throws where a change was not told */
async function call(changes: Program, path: '/begin' | '/end'): Promise<void> {
  const answer = await fetch(`${changes.origin}${path}`, { method: 'POST' })
  const { untold } = (await answer.json()) as { untold: number }
  if (untold > 0) throw new Error(`${untold} changes were not told.`)
}
