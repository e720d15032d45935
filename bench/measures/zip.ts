import { rmSync } from 'node:fs'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { contributors } from '../../testing/faults/fund.ts'
import { watchMemory } from '../../testing/faults/memory.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import type { Measure } from '../support/measure.ts'
import { bareZip, fill, storedFiles, zipByProduct } from '../support/plainZip.ts'
import { median, medianRatio } from '../support/statistics.ts'

const MB = 1_000_000
const MIB = 1024 * 1024

/**
 * A zip of 1 GB from the request until it can be fetched, against `zip -0` of the same stored files; and the most
 * memory that the server process takes for it, against that for 100 MB.
 */
export const zip: Measure = {
  name: 'zip',
  run: async (_stage, { quick }) => {
    const [small, large] = quick ? [20 * MB, 200 * MB] : [100 * MB, 1000 * MB]
    const rounds = quick ? 3 : 5
    const dataDir = newDataDir()
    const product = await startProduct({
      dataDir,
      env: { DEMO: 'off', WORKERS: '1', STORAGE_RESERVE_BYTES: '0' },
    })
    try {
      const database = databaseOf(dataDir)
      const [room] = await contributors(database, product.address, 1)
      await database.close()
      const smallFolder = await fill(room, 'Small', small)
      const files = storedFiles(dataDir)
      const largeFolder = await fill(room, 'Large', large)
      const toZip = storedFiles(dataDir).filter((file) => !files.includes(file))
      // What is done only once is done.
      await zipByProduct(room, smallFolder)

      let peak = watchMemory(product.pid)
      for (let round = 0; round < rounds; round += 1) await zipByProduct(room, smallFolder)
      const smallPeak = peak()
      peak = watchMemory(product.pid)
      const rates = { ours: [] as number[], bare: [] as number[] }
      const sides = {
        ours: () => zipByProduct(room, largeFolder),
        bare: () => bareZip(dataDir, toZip),
      }
      for (let round = 0; round < rounds; round += 1) {
        const order = ['ours', 'bare'] as const
        for (const side of round % 2 === 0 ? order : order.toReversed()) {
          const began = performance.now()
          const after = await sides[side]()
          rates[side].push(large / MB / ((performance.now() - began) / 1000))
          await after?.()
        }
      }
      const largePeak = peak()
      return [
        {
          title: `zip of ${large / MB} MB`,
          ours: `${Math.round(median(rates.ours))} MB/s`,
          floor: `${Math.round(median(rates.bare))} MB/s`,
          value: medianRatio(rates.ours, rates.bare),
          target: { atLeast: 0.5 },
        },
        {
          title: `memory, zip of ${large / MB} MB to ${small / MB} MB`,
          ours: `${Math.round(largePeak / MIB)} MiB`,
          floor: `${Math.round(smallPeak / MIB)} MiB`,
          value: largePeak / smallPeak,
          target: { atMost: 1.2 },
        },
      ]
    } finally {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
