import { MEMORY_LIMIT, measureTransferMemory } from '../../testing/faults/memory.ts'
import type { Figure, Measure } from '../support/measure.ts'

const MIB = 1024 * 1024
const mebibytes = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`

/** The most memory that the server process takes while one file of 2 GB goes up and comes down, SHA-256 compared. */
export const memory: Measure = {
  name: 'memory',
  run: async (_stage, { quick }) => {
    const size = quick ? 200_000_000 : 2_000_000_000
    const { upload, download, intact } = await measureTransferMemory(size)
    if (!intact) throw new Error('The file came back with another SHA-256 than it was sent with.')
    const figure = (what: string, peak: number): Figure => ({
      title: `memory, ${what} of ${size / 1e9} GB`,
      ours: mebibytes(peak),
      floor: '',
      value: peak,
      shown: mebibytes(peak),
      target: { atMost: MEMORY_LIMIT },
      targetShown: `≤ ${mebibytes(MEMORY_LIMIT)}`,
    })
    return [figure('upload', upload), figure('download', download)]
  },
}
