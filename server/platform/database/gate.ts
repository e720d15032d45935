import { BusyError } from './busy.ts'

export interface GateLimits {
  /** How many may wait under one key, and under all keys together. */
  waiting: { ofKey: number; all: number }
  /** Milliseconds that one waits at most. */
  waitMs: number
}

/** Lets callers pass one at a time per key, first come, first served. */
export interface Gate {
  /**
   * Waits for the caller's turn.
   * @returns what lets the next pass
   * @throws BusyError where too many wait already, or it took too long
   */
  enter(key: string): Promise<() => void>
}

interface Waiting {
  admit(): void
}

/** A gate within this process: waiting at it takes nothing but memory. */
export function createGate({ waiting, waitMs }: GateLimits): Gate {
  /** Those who wait, by key; a key with nobody inside is absent. */
  const queues = new Map<string, Set<Waiting>>()
  let all = 0

  const leave = (key: string): void => {
    const queue = queues.get(key)
    const [next] = queue ?? []
    if (next) next.admit()
    else queues.delete(key)
  }
  return {
    async enter(key) {
      const queue = queues.get(key)
      const pass = () => leave(key)
      if (!queue) {
        queues.set(key, new Set())
        return pass
      }
      if (queue.size >= waiting.ofKey || all >= waiting.all)
        throw new BusyError('Too many are waiting already.')
      await new Promise<void>((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          queue.delete(entry)
          all -= 1
        }
        const entry: Waiting = {
          admit: () => {
            end()
            resolve()
          },
        }
        const timer = setTimeout(() => {
          end()
          reject(new BusyError('The wait took too long.'))
        }, waitMs)
        queue.add(entry)
        all += 1
      })
      return pass
    },
  }
}
