import { existsSync, readdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export const IS_ROOT = process.getuid?.() === 0
/** The account `nobody`, on Debian and its kin. */
export const NOBODY = 65_534

/** Whether a process still does something; one that only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  try {
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(stat, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until a process has ended. */
export async function gone(pid: number, patience = 20_000): Promise<void> {
  const until = Date.now() + patience
  while (isAlive(pid)) {
    if (Date.now() > until) throw new Error(`Process ${pid} is still there.`)
    await sleep(20)
  }
}

/** Numbers of the processes that `pid` started (Linux). */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Whether something takes connections there. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
