import { DatabaseAwayError, DatabaseLostError } from '../database/away.ts'

/** Milliseconds that the queue gets to record how a job has ended. */
const RECORDING_MS = 30_000

/** The jobs that this process works on, and those whose end the queue may be recording. */
export class JobsInHand {
  readonly #recordingMs: number
  /** By id: when they ended, by the clock of the process; null while they run. */
  readonly #jobs = new Map<string, number | null>()
  /** How often each failed since the database went away, until the queue has been told. */
  readonly interrupted = new Map<string, number>()

  constructor(recordingMs = RECORDING_MS) {
    this.#recordingMs = recordingMs
  }

  async during<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#jobs.set(id, null)
    try {
      return await work()
    } catch (error) {
      if (error instanceof DatabaseLostError || error instanceof DatabaseAwayError) {
        this.interrupted.set(id, (this.interrupted.get(id) ?? 0) + 1)
      }
      throw error
    } finally {
      this.#jobs.set(id, performance.now())
    }
  }

  ids(): string[] {
    const oldest = performance.now() - this.#recordingMs
    for (const [id, endedAt] of this.#jobs) if (endedAt !== null && endedAt < oldest) this.#jobs.delete(id)
    return [...this.#jobs.keys()]
  }
}
