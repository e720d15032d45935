import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

let collect: Collect | undefined

/**
 * Has all garbage collected and its memory given back, in some dozens of milliseconds: at the end of a start, which takes
 * more than what follows it, and for work that goes on for minutes over rows each of which lives for a moment. V8 itself
 * waits until the process has grown by more than a hundred megabytes.
 */
export async function collectGarbage(): Promise<void> {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  // The gentler one keeps the pages that were emptied.
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
