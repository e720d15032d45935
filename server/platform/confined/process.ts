import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { orderHead, READY, readAnswers, type Task } from './frames.ts'
import type { ConfinedLimits } from './limits.ts'
import { AWAITED, lowerPriority } from './lowerPriority.ts'
import { withoutNetwork } from './namespace.ts'
import { usageOf } from './usage.ts'

/** Why a process ended without being asked to. */
export type Ending = 'TIME' | 'MEMORY' | 'CRASH'

export class ProcessEnded extends Error {
  override name = 'ProcessEnded'
  readonly ending: Ending

  constructor(ending: Ending) {
    super(`The process that opens files ended: ${ending}.`)
    this.ending = ending
  }
}

/** Gives bytes to `write`, chunk by chunk; a chunk's memory may be reused once the promise has resolved. */
export type Source = (write: (chunk: Buffer) => Promise<void>) => Promise<void>

export interface ConfinedProcess {
  /**
   * Gives one file; the next only after its answer.
   * @returns the answer, empty where nothing could be made of the file
   * @throws ProcessEnded, after which this process takes nothing more; and the error of the source
   */
  give(task: Task, size: number, source: Source): Promise<Buffer>
  kill(): void
  /** It takes nothing more, such as where the machine's memory had an end while it waited. */
  hasEnded(): boolean
  readonly pid: number | undefined
}

const WORKER = path.join(import.meta.dirname, 'worker/main.ts')
const NO_NETWORK = path.join(import.meta.dirname, 'worker/noNetwork.ts')
const ROOT = path.join(import.meta.dirname, '../../..')
/** All that may be read in there: the program itself. */
const PROGRAM = [
  'shared',
  'package.json',
  'node_modules',
  'server/platform/confined',
  'server/platform/thumbnails',
  'server/platform/spreadsheets',
  'server/platform/kml',
  'server/platform/documentText',
  'server/platform/searchText',
  'server/platform/pages',
  'server/platform/comparing',
]
/** Milliseconds between two looks at what a process uses. */
const WATCH_MS = 100
/**
 * A process comes after all requests and so may get little of a busy machine, which is no file's fault: its time is up
 * once it has worked that long, and in any case after so many times as long by the clock.
 */
const CLOCK_FACTOR = 5

/**
 * Arguments for /bin/sh that run Node in a sandbox: it reads its own program and nothing else, writes nothing, starts
 * nothing, asks nothing of a network, leaves no dump of its memory, and ends after some time of work even where nobody is left
 * to kill it.
 */
export const confinedNode = ({ memoryBytes, workS }: ConfinedLimits): string[] => [
  '-c',
  `ulimit -t ${workS}; ulimit -f 0; ulimit -c 0; exec "$@"`,
  'sh',
  process.execPath,
  '--permission',
  // Decoders are native code; the rest of the sandbox is outside the process.
  '--allow-addons',
  ...PROGRAM.map(
    // What is read is named by where it really lies.
    (part) => `--allow-fs-read=${realpathSync(path.join(ROOT, part))}`,
  ),
  '--disallow-code-generation-from-strings',
  '--import',
  NO_NETWORK,
  `--max-old-space-size=${Math.floor(memoryBytes / 2 / 1_048_576)}`,
  '--no-warnings',
]

/** What stands before it: native code asks no module of Node for a network, and has none where the system allows that. */
let outside: Promise<readonly string[]> | undefined
const namespace = (): Promise<readonly string[]> => {
  outside ??= withoutNetwork().then((prefix) => prefix ?? [])
  return outside
}

/**
 * Starts a process that opens untrusted files: without environment, outside of every folder of ours, behind the server
 * in time and first to go when the machine's memory ends.
 * @throws ProcessEnded if it does not become ready
 */
export async function startProcess(limits: ConfinedLimits): Promise<ConfinedProcess> {
  const [program = '/bin/sh', ...args] = [...(await namespace()), '/bin/sh', ...confinedNode(limits), WORKER]
  const child = spawn(program, args, {
    env: {},
    cwd: path.parse(process.execPath).root,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // Requests come before opening files.
  lowerPriority(child.pid, limits.isAwaited ? AWAITED : os.constants.priority.PRIORITY_BELOW_NORMAL)
  let ending: Ending | undefined
  let pending: { resolve: (bytes: Buffer) => void; reject: (error: Error) => void } | undefined
  const end = (why: Ending): void => {
    ending ??= why
    child.kill('SIGKILL')
    pending?.reject(new ProcessEnded(ending))
  }
  child.on('exit', () => end('CRASH'))
  child.on('error', () => end('CRASH'))
  // Writing to an ended process fails; its end is handled above.
  child.stdin.on('error', () => {})
  readAnswers(child.stdout, {
    limit: limits.answerBytes,
    onAnswer: (bytes) => pending?.resolve(bytes),
    onAbuse: () => end('CRASH'),
  })

  /** The next answer, if it comes within the time. */
  const nextAnswer = async (withinMs: number): Promise<Buffer> => {
    const answered = Promise.withResolvers<Buffer>()
    if (ending) throw new ProcessEnded(ending)
    pending = answered
    const since = performance.now()
    let workedBefore: number | undefined
    const watch = setInterval(async () => {
      const { memoryBytes, workMs } = await usageOf(child.pid)
      if (pending !== answered) return
      const elapsed = performance.now() - since
      workedBefore ??= workMs ?? undefined
      const worked = workMs === null ? elapsed : workMs - (workedBefore ?? 0)
      if (memoryBytes > limits.memoryBytes) end('MEMORY')
      else if (elapsed > withinMs && (worked > withinMs || elapsed > CLOCK_FACTOR * withinMs)) end('TIME')
    }, WATCH_MS)
    try {
      return await answered.promise
    } finally {
      clearInterval(watch)
      pending = undefined
    }
  }

  const ready = await nextAnswer(limits.startMs)
  if (!ready.equals(READY)) {
    end('CRASH')
    throw new ProcessEnded('CRASH')
  }
  return {
    async give(task, size, source) {
      const answered = nextAnswer(limits.timeMs)
      // Handled below; until then its failure must not count as unhandled.
      answered.catch(() => {})
      const write = (chunk: Buffer): Promise<void> =>
        new Promise((resolve, reject) => {
          if (ending) return reject(new ProcessEnded(ending))
          child.stdin.write(chunk, (error) =>
            error ? reject(new ProcessEnded(ending ?? 'CRASH')) : resolve(),
          )
        })
      try {
        await write(orderHead(task, size))
        await source(write)
      } catch (error) {
        // Half a file was given: nothing that follows would be understood.
        end('CRASH')
        if (!(error instanceof ProcessEnded)) throw error
      }
      return await answered
    },
    kill: () => end('CRASH'),
    hasEnded: () => ending !== undefined,
    get pid() {
      return child.pid
    },
  }
}
