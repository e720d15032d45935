/**
 * A process that runs the embedded database and nothing else, for tests that kill it. Its argument is JSON (see
 * Order); it prints one line of JSON (see Answer) and stops the database on SIGTERM.
 */
import { setgid, setgroups, setuid } from 'node:process'
import { type EmbeddedOptions, startEmbeddedPostgres } from '../../server/platform/database/embedded/index.ts'

export interface Order {
  readonly options: Omit<EmbeddedOptions, 'log'>
  /** Give up root for this account before starting. */
  readonly uid?: number
}

export interface Answer {
  readonly error?: string
  readonly pid?: number
  readonly connection?: { host: string; port: number; user: string; database: string; ssl: false }
  /** Milliseconds that the start took. */
  readonly took: number
  readonly log: string[]
}

const { options, uid } = JSON.parse(process.argv[2] ?? '') as Order
if (uid !== undefined) {
  setgroups?.([])
  setgid?.(uid)
  setuid?.(uid)
}
const lines: string[] = []
const note = (line: string) => {
  lines.push(line)
}
const log = { debug: () => {}, info: note, warn: note, error: note }
const answer = (value: Omit<Answer, 'took' | 'log'>) => {
  console.log(JSON.stringify({ ...value, took: Math.round(performance.now() - began), log: lines }))
}
const began = performance.now()
try {
  const postgres = await startEmbeddedPostgres({ ...options, log })
  process.once('SIGTERM', async () => {
    await postgres.stop()
    process.exit(0)
  })
  const alive = setInterval(() => {}, 1_000)
  postgres.lost.then((reason) => {
    console.log(reason)
    clearInterval(alive)
  })
  answer({ pid: postgres.pid, connection: postgres.connection })
} catch (error) {
  answer({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}
