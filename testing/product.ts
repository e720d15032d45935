import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const READY = /Helioroom is ready at (\S+)/
/** Milliseconds: a first start makes a database and may fill it with the demo. */
const TIMEOUT_MS = 180_000

/** The program, its arguments and settings by which the product runs one of its .ts files. */
type Start = (file: string) => [string, string[], { env: NodeJS.ProcessEnv }]
const { typescript }: { typescript: Start } = await import(
  new URL('../bin/lib/server.mjs', import.meta.url).href
)

/** Where Node keeps compiled files for every process of the product: each loads the server in half the time. */
export const NODE_COMPILE_CACHE = typescript('server/main.ts')[2].env.NODE_COMPILE_CACHE

/** The product as a process of its own, as `npm start` runs it. */
export interface Product {
  /** Origin, such as http://127.0.0.1:40001. */
  readonly address: string
  readonly pid: number
  readonly dataDir: string
  /** What was printed so far. */
  output(): string
  /** Ends the process as a power cut would; its PostgreSQL is left to itself. */
  kill(): Promise<void>
  /** Stops it in order, its PostgreSQL included, as Ctrl-C does: no balancer has to notice first. */
  stop(): Promise<void>
}

export interface ProductOptions {
  readonly dataDir: string
  /** Settings besides DATA_DIR; PORT is any free one unless given. */
  readonly env?: Readonly<Record<string, string>>
}

/** A new data folder that the account of PostgreSQL can pass through; the caller removes it. */
export function newDataDir(): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'helioroom-product-')))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Starts the server and waits until it is ready. If the caller dies, it stops on its own.
 * @throws with what it printed, when it ends instead
 */
export async function startProduct({ dataDir, env = {} }: ProductOptions): Promise<Product> {
  const [program, args, { env: started }] = typescript('server/main.ts')
  // What a test runner sets is not what an operator's shell has.
  const { PATH, HOME, LANG, USER, UV_THREADPOOL_SIZE } = started
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      LANG,
      USER,
      UV_THREADPOOL_SIZE,
      NODE_COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in the terminal is for the tests; they stop the server in their own order.
    detached: true,
  })
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`The server ${what}:\n${printed}`))
    const timer = setTimeout(() => {
      child.kill('SIGTERM')
      fail('was not ready in time')
    }, TIMEOUT_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const ready = READY.exec(printed)?.[1]
        if (!ready) return
        clearTimeout(timer)
        resolve(ready)
      })
    }
    child.once('close', () => {
      clearTimeout(timer)
      fail('ended')
    })
  })
  return {
    address,
    pid: child.pid ?? 0,
    dataDir,
    output: () => printed,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGINT'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  await closed
}
