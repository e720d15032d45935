import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'async' }) => Promise<void>

let collect: Collect | undefined

/**
 * Has all garbage collected, in some ten milliseconds: for work that goes on for minutes over rows each of which lives for a
 * moment. V8 itself waits until the process has grown by more than a hundred megabytes.
 */
export async function collectGarbage(): Promise<void> {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  await collect({ type: 'major', execution: 'async' })
}
