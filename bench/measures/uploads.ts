import { Conversation, newNames, SMALL_FILE, TRANSFERS } from '../support/conversation.ts'
import { Caller, inParallel } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { median, medianRatio } from '../support/statistics.ts'

/**
 * 200 files of 50 KB, five at a time, the whole conversation, against bare PUTs that write a file and rename it.
 * What is confirmed must outlive a power cut; of the two floors one says as much of each file, one promises nothing.
 */
export const uploads: Measure = {
  name: 'uploads',
  run: async (stage, { quick }) => {
    const files = quick ? 40 : 200
    const rounds = quick ? 2 : 7
    const opened = await stage()
    const product = new Caller(opened.product.origin, TRANSFERS)
    const floor = new Caller(opened.floor.origin, TRANSFERS)
    const conversation = await Conversation.open(opened, product)
    const sides = {
      ours: () => conversation.upload(newNames(files), SMALL_FILE),
      synced: () => bare(newNames(files), 'sync=true'),
      unsynced: () => bare(newNames(files), 'sync=false'),
    }
    const bare = (names: readonly string[], query: string) =>
      inParallel(TRANSFERS, names, (name) =>
        floor.send({ method: 'PUT', path: `/files/${encodeURIComponent(name)}?${query}`, body: SMALL_FILE }),
      )
    const rates: Record<keyof typeof sides, number[]> = { ours: [], synced: [], unsynced: [] }
    const keys = Object.keys(sides) as (keyof typeof sides)[]
    for (const key of keys) await sides[key]()
    for (let round = 0; round < rounds; round += 1) {
      for (const key of round % 2 === 0 ? keys : keys.toReversed()) {
        const began = performance.now()
        await sides[key]()
        rates[key].push(files / ((performance.now() - began) / 1000))
      }
    }
    product.close()
    floor.close()
    const shown = (key: keyof typeof sides) => `${Math.round(median(rates[key]))} files/s`
    const against = (key: 'synced' | 'unsynced', title: string): Figure => ({
      title,
      ours: shown('ours'),
      floor: shown(key),
      value: medianRatio(rates.ours, rates[key]),
    })
    return [
      {
        ...against('synced', `${files} uploads of 50 KB, against PUTs with fsync`),
        target: { atLeast: 0.6 },
      },
      against('unsynced', 'the same, against PUTs without fsync'),
    ]
  },
}
