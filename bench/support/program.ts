import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'

/** What a process of the bench took so far. */
export interface Usage {
  /** Milliseconds of processor time, in user mode and in the system. */
  readonly cpuMs: number
  /** Statements that it sent to PostgreSQL, by whatever pool. */
  readonly statements: number
}

/** One of the bench's servers, in a process of its own. */
export interface Program {
  /** Origin, such as http://127.0.0.1:40001. */
  readonly origin: string
  readonly pid: number
  usage(): Promise<Usage>
  /** Stops it in order. */
  stop(): Promise<void>
}

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * Runs a server of the bench, which calls `serveBench`, with its input as JSON.
 * @throws when it ends before it answers
 */
export async function startProgram(file: string, input: unknown): Promise<Program> {
  // With the flags of this process, which are those of the product; one of them ends it should the bench die.
  const child = spawn(
    process.execPath,
    [...process.execArgv, path.join(ROOT, 'bench', file), JSON.stringify(input)],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true },
  )
  const ended = once(child, 'exit').then(() => {
    throw new Error(`bench/${file} stopped unexpectedly.`)
  })
  const [origin] = (await Promise.race([once(child, 'message'), ended])) as [string]
  ended.catch(() => {})
  return {
    origin,
    pid: child.pid ?? 0,
    usage: async () => {
      const answer = once(child, 'message')
      child.send('usage')
      const [usage] = (await Promise.race([answer, ended])) as [Usage]
      return usage
    },
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** The server's own side: reports its address and its usage, and stops when asked to. */
export function serveBench(port: number, close: () => Promise<void>): void {
  let statements = 0
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements += 1
    return Reflect.apply(query, this, args)
  } as typeof query
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000, statements } satisfies Usage)
  })
  process.on('SIGTERM', () => void close().then(() => process.exit()))
  process.send?.(`http://127.0.0.1:${port}`)
}
