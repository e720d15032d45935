import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** What a process uses. */
export interface Usage {
  /** Bytes of memory. */
  memoryBytes: number
  /** Milliseconds that it has worked on a processor since its start; null where only the clock can tell. */
  workMs: number | null
}

const NOTHING: Usage = { memoryBytes: 0, workMs: null }
/** Of the fields after the name in /proc/PID/stat: on processors for itself, and in the system for it. */
const WORK = [11, 12] as const
/** Milliseconds of a tick, which Linux shows to programs as a hundredth of a second on every machine. */
const TICK_MS = 10

/** What a process uses, by Linux; elsewhere ps knows its memory. Nothing for a process that is gone. */
export async function usageOf(
  pid: number | undefined,
  platform: NodeJS.Platform = process.platform,
): Promise<Usage> {
  if (pid === undefined) return NOTHING
  try {
    if (platform !== 'linux') {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
      return { memoryBytes: Number(stdout.trim()) * 1024, workMs: null }
    }
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
    // The name, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = WORK.reduce((sum, field) => sum + Number(fields[field]), 0)
    return { memoryBytes: Number(kilobytes ?? 0) * 1024, workMs: ticks * TICK_MS }
  } catch {
    return NOTHING
  }
}

/** Bytes of memory that a process and all that it has started use together; 0 where only Linux could tell. */
export async function usageOfTree(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0
  const [{ memoryBytes }, children] = await Promise.all([usageOf(pid), childrenOf(pid)])
  const below = await Promise.all(children.map(usageOfTree))
  return below.reduce((sum, bytes) => sum + bytes, memoryBytes)
}

async function childrenOf(pid: number): Promise<number[]> {
  try {
    const threads = await readdir(`/proc/${pid}/task`)
    const lists = await Promise.all(
      threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')),
    )
    return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
  } catch {
    // It has ended.
    return []
  }
}
