import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
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
