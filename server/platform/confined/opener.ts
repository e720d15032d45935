import type { Task } from './frames.ts'
import type { ConfinedLimits } from './limits.ts'
import { type ConfinedProcess, type Ending, ProcessEnded, type Source, startProcess } from './process.ts'

export interface UntrustedFile {
  task: Task
  /** Bytes. */
  size: number
  /** Gives exactly `size` bytes. */
  source: Source
}

/**
 * The result for a file, to be trusted no more than the file; or none, since it is UNREADABLE (damaged,
 * encrypted, not what it seems), has too many bytes (LARGE), or took what gives it the process more than it may have.
 */
export type Opened = { answer: Buffer } | { answer: null; reason: 'UNREADABLE' | 'LARGE' | Ending }

export interface Opener {
  /**
   * Opens a file in a process of its own; one at a time, others wait.
   * @throws OpenerClosed, OpenerBroken, and the error of the source
   */
  open(file: UntrustedFile): Promise<Opened>
  /** Ends the process, whatever it is doing; nothing is opened any more. */
  close(): void
}

/** The server is being stopped. */
export class OpenerClosed extends Error {
  override name = 'OpenerClosed'
}

/** The process does not even start, which is no file's fault. */
export class OpenerBroken extends Error {
  override name = 'OpenerBroken'
}

/**
 * Opens what people have uploaded where it can do no harm: in a process that holds no secret, reaches no file, and is
 * killed when it takes too long or too much memory. It is started with the first file, replaced after a failure and
 * after some files, and ended when there is nothing to do.
 */
export function createOpener(limits: ConfinedLimits): Opener {
  let current: { process: Promise<ConfinedProcess>; started?: ConfinedProcess; files: number } | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const end = (): void => {
    current?.process.then((running) => running.kill()).catch(() => {})
    current = undefined
  }
  const running = async (): Promise<ConfinedProcess> => {
    // One that was killed while it had nothing to do, such as where the machine's memory ended, is no file's fault.
    if (current && (current.files >= limits.filesPerProcess || current.started?.hasEnded())) end()
    current ??= { process: startProcess(limits), files: 0 }
    current.files += 1
    const mine = current
    try {
      mine.started = await mine.process
      return mine.started
    } catch (error) {
      throw new OpenerBroken('The process that opens files does not start.', { cause: error })
    }
  }
  const openOne = async ({ task, size, source }: UntrustedFile): Promise<Opened> => {
    if (closed) throw new OpenerClosed()
    if (size > limits.inputBytes) return { answer: null, reason: 'LARGE' }
    if (size === 0) return { answer: null, reason: 'UNREADABLE' }
    clearTimeout(idle)
    try {
      const answer = await (await running()).give(task, size, source)
      return answer.length > 0 ? { answer } : { answer: null, reason: 'UNREADABLE' }
    } catch (error) {
      end()
      if (closed) throw new OpenerClosed()
      if (error instanceof ProcessEnded) return { answer: null, reason: error.ending }
      throw error
    } finally {
      idle = setTimeout(end, limits.idleMs).unref()
    }
  }

  return {
    open(file) {
      const opened = last.then(() => openOne(file))
      last = opened.catch(() => {})
      return opened
    },
    close() {
      closed = true
      clearTimeout(idle)
      end()
    },
  }
}
