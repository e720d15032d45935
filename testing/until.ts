import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again and again until something is so, or is there.
 * @param what for the error
 * @param ms for which it is asked
 * @returns what was found
 * @throws where it does not come in time, and what `ask` throws
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | false> | T | null | false,
  ms = 60_000,
): Promise<T> {
  for (const end = Date.now() + ms; ; await sleep(100)) {
    const found = await ask()
    if (found) return found
    if (Date.now() > end) throw new Error(`Not in time: ${what}.`)
  }
}
