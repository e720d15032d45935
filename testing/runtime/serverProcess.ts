import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '../cluster/living.ts'
import { NODE_COMPILE_CACHE } from '../product.ts'
import { ROOT } from './harness.ts'

/** A server process without npm around it. */
export interface ServerProcess {
  child: ChildProcess
  address: string
  output: () => string
  ended: Promise<number | null>
}

/** To be killed by the caller. */
export async function startServer(env: NodeJS.ProcessEnv & { DATA_DIR: string }): Promise<ServerProcess> {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [path.join(ROOT, 'server/main.ts')], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, DEMO: 'off', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, address: `http://127.0.0.1:${port}`, output: () => printed, ended }
}

/** Status and body of a probe; null where nothing answers. */
export async function probe({ address }: ServerProcess, at: string): Promise<[number, unknown] | null> {
  try {
    const answer = await fetch(`${address}${at}`)
    return [answer.status, await answer.json()]
  } catch {
    return null
  }
}

export const READY = [200, { status: 'ok' }]
export const notReady = (part: string) => [503, { status: 'unavailable', failed: [part] }]
export const PATIENT = { timeout: 60_000, interval: 100 }
