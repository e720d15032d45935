import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

interface Collect {
  (how: { type: 'major'; execution: 'async'; flavor: 'last-resort' }): Promise<void>
  (how: { type: 'minor' }): void
}

let collector: Collect | undefined

function collectorOf(): Collect {
  if (!collector) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc') as Collect
  }
  return collector
}

/**
 * Has all garbage collected and its memory given back, in some dozens of milliseconds: at the end of a start, which takes
 * more than what follows it, and for work that goes on for minutes over rows each of which lives for a moment. V8 itself
 * waits until the process has grown by more than a hundred megabytes.
 */
export async function collectGarbage(): Promise<void> {
  // The gentler one keeps the pages that were emptied.
  await collectorOf()({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/** Bytes of packets after which those that nobody holds any more are given back. */
const PACKETS_BYTES = 4 * 1024 * 1024
let passed = 0

/**
 * Counts bytes of packets, of all transfers of this process, and has those that have passed given back now and then: what is
 * received, read in a file, encrypted or copied, each time into new memory. Each packet is memory outside of V8's own, which
 * V8 gives back when its own is full; until then it counts with all there is, so that V8 goes through everything some times
 * for each 64 MiB: two fifths of what an upload to the disk took, half of an upload to a bucket or a backup, and two thirds of
 * a download from a bucket.
 */
export function countPackets(bytes: number): void {
  passed += bytes
  if (passed < PACKETS_BYTES) return
  passed = 0
  collectorOf()({ type: 'minor' })
}
