import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Bytes of memory that a process uses, by Linux; elsewhere ps knows. 0 for a process that is gone. */
export async function memoryOf(
  pid: number | undefined,
  platform: NodeJS.Platform = process.platform,
): Promise<number> {
  if (pid === undefined) return 0
  try {
    if (platform === 'linux') {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
      return Number(kilobytes ?? 0) * 1024
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout.trim()) * 1024
  } catch {
    return 0
  }
}
