import { createFairTurns } from '../fairTurns.ts'

/** Somebody has too much waiting, or has waited too long. */
export class QueueBusy extends Error {
  override name = 'QueueBusy'
}

export interface FairQueue {
  /**
   * Runs one task after the other; of those that wait each person's next comes in turn (PAGE-16).
   * @throws QueueBusy where the person has too many waiting, or the task has not begun in time; and what the task throws
   */
  run<T>(person: string, task: () => Promise<T>): Promise<T>
  /** Tasks that have not begun. */
  waiting(): number
}

export function createFairQueue({ perPerson, waitMs }: { perPerson: number; waitMs: number }): FairQueue {
  const turns = createFairTurns<() => Promise<void>>()
  let running = false

  const next = async (): Promise<void> => {
    running = true
    for (let begin = turns.take(); begin; begin = turns.take()) await begin()
    running = false
  }
  return {
    run: (person, task) =>
      new Promise((resolve, reject) => {
        if (turns.waitingOf(person) >= perPerson) return reject(new QueueBusy())
        const late = setTimeout(() => {
          turns.remove(person, begin)
          reject(new QueueBusy())
        }, waitMs)
        const begin = async (): Promise<void> => {
          clearTimeout(late)
          await task().then(resolve, reject)
        }
        turns.add(person, begin)
        if (!running) void next()
      }),
    waiting: turns.waiting,
  }
}

/**
 * What several wait for is done once, in the turn of whoever's comes first: nobody waits for the turns of somebody who has
 * asked for much and for the same besides (PAGE-16).
 * @returns does the work that a key names, in a turn of the person, or joins it. @throws as FairQueue.run
 */
export function sharedTurns<Value>({
  run,
}: Pick<FairQueue, 'run'>): (person: string, key: string, task: () => Promise<Value>) => Promise<Value> {
  const wanted = new Map<string, { askers: number; made: Promise<Value> | undefined }>()
  return async (person, key, task) => {
    const work = wanted.get(key) ?? { askers: 0, made: undefined }
    wanted.set(key, work)
    work.askers += 1
    const make = (): Promise<Value> => {
      work.made ??= task()
      return work.made
    }
    try {
      return await (work.made ?? run(person, make))
    } finally {
      work.askers -= 1
      if (work.askers === 0) wanted.delete(key)
    }
  }
}

/**
 * Lets few works of a person run concurrently, whatever runs for others: what somebody asks for in a burst would else stand before
 * everybody's statements and marks (PAGE-16).
 * @returns does the work in a turn of the person. @throws QueueBusy where the person has too many waiting, and what the work
 * throws
 */
export function createOwnTurns({
  atOnce,
  perPerson,
}: {
  atOnce: number
  perPerson: number
}): <T>(person: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (person, work) => {
    const own = turns.get(person) ?? { running: 0, waiting: [] }
    turns.set(person, own)
    if (own.waiting.length >= perPerson) throw new QueueBusy()
    if (own.running < atOnce) own.running += 1
    else await new Promise<void>((resolve) => own.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = own.waiting.shift()
      if (next) next()
      else own.running -= 1
      if (own.running === 0) turns.delete(person)
    }
  }
}
