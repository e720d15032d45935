import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The processes that open files for this one, or for another one. */
export async function openers(of: number = process.pid): Promise<number[]> {
  const tasks = await readdir(`/proc/${of}/task`)
  const children = await Promise.all(
    tasks.map((task) => readFile(`/proc/${of}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const pids = children.join(' ').split(' ').filter(Boolean)
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, at) => commands[at]?.includes('confined/worker')).map(Number)
}

/** Kills those of this process, and waits until it has noticed: until then it would give them the next file. */
export async function killOpeners(): Promise<void> {
  const killed = await openers()
  for (const pid of killed) process.kill(pid, 'SIGKILL')
  while (killed.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5)
}
