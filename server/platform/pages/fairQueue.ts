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
  // In the order of turns: who had theirs goes to the end.
  const queues = new Map<string, (() => Promise<void>)[]>()
  let running = false

  const next = async (): Promise<void> => {
    running = true
    for (;;) {
      const [entry] = queues
      if (!entry) break
      const [person, tasks] = entry
      queues.delete(person)
      const task = tasks.shift()
      if (tasks.length > 0) queues.set(person, tasks)
      await task?.()
    }
    running = false
  }
  return {
    run: (person, task) =>
      new Promise((resolve, reject) => {
        const tasks = queues.get(person) ?? []
        if (tasks.length >= perPerson) return reject(new QueueBusy())
        const late = setTimeout(() => {
          tasks.splice(tasks.indexOf(begin), 1)
          if (tasks.length === 0 && queues.get(person) === tasks) queues.delete(person)
          reject(new QueueBusy())
        }, waitMs)
        const begin = async (): Promise<void> => {
          clearTimeout(late)
          await task().then(resolve, reject)
        }
        tasks.push(begin)
        queues.set(person, tasks)
        if (!running) void next()
      }),
    waiting: () => [...queues.values()].reduce((sum, tasks) => sum + tasks.length, 0),
  }
}
