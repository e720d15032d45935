import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where programs that change a system lie, which not every user has on the path. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const TRY_MS = 10_000

/**
 * What stands before a program so that it has no network whatsoever, its native code included; null where the system allows
 * no such namespace. Found out by trying, since containers often forbid it.
 */
export async function withoutNetwork(isRoot = process.getuid?.() === 0): Promise<readonly string[] | null> {
  const unshare = FOLDERS.map((folder) => path.join(folder, 'unshare')).find((file) => existsSync(file))
  if (unshare === undefined) return null
  const args = [...(isRoot ? ['--net'] : ['--user', '--net']), '--']
  try {
    const env = { PATH: FOLDERS.join(path.delimiter) }
    await promisify(execFile)(unshare, [...args, 'true'], { env, timeout: TRY_MS })
    return [unshare, ...args]
  } catch {
    return null
  }
}
