import { MAX_MEMORY, measureHostileTexts } from '../../testing/faults/hostileTexts.ts'
import type { Measure } from '../support/measure.ts'

const mebibytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MiB`

/** What others' lists keep of their rate while four clients send new texts without pause. */
export const hostile: Measure = {
  name: 'hostile',
  run: async (_stage, { quick }) => {
    const { quiet, underLoad, memory } = await measureHostileTexts({
      clients: 4,
      rounds: quick ? 2 : 8,
      milliseconds: 3000,
    })
    return [
      {
        title: 'lists beside four hostile clients',
        ours: `${Math.round(underLoad)} /s`,
        floor: `${Math.round(quiet)} /s`,
        value: underLoad / quiet,
        target: { atLeast: 0.7 },
      },
      {
        title: 'memory beside four hostile clients',
        ours: mebibytes(memory),
        floor: '',
        value: memory,
        shown: mebibytes(memory),
        target: { atMost: MAX_MEMORY },
        targetShown: `≤ ${mebibytes(MAX_MEMORY)}`,
      },
    ]
  },
}
