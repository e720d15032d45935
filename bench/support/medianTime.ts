import type { Call, Caller } from './load.ts'
import { median } from './statistics.ts'

/** Milliseconds of a call that succeeds, one after the other; two before go uncounted. */
export async function medianTime(caller: Caller, call: Call, rounds: number): Promise<number> {
  const times: number[] = []
  for (let round = -2; round < rounds; round += 1) {
    const began = performance.now()
    const answer = JSON.parse((await caller.send(call)).toString())
    if (answer.errors) throw new Error(JSON.stringify(answer.errors))
    if (round >= 0) times.push(performance.now() - began)
  }
  return median(times)
}
