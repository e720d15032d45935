import { findProgram, PATH_FOLDERS } from './find.ts'
import { runProgram } from './run.ts'

/** Where programs that change a system lie, which not every user has on the path. */
export const ADMIN_FOLDERS: readonly string[] = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const TRY = { timeMs: 10_000, workS: 5, addressBytes: 1_073_741_824, answerBytes: 4096, fileBytes: 0 }

/**
 * What stands before a program so that it has no network whatsoever, its native code included; null where the system allows
 * no such namespace. Found out by trying, since containers often forbid it.
 */
export async function withoutNetwork(isRoot = process.getuid?.() === 0): Promise<readonly string[] | null> {
  const [unshare, nothing] = await Promise.all(
    ['unshare', 'true'].map((name) => findProgram(name, [...PATH_FOLDERS, ...ADMIN_FOLDERS])),
  )
  if (unshare === undefined || nothing === undefined) return null
  const prefix = [unshare, ...(isRoot ? ['--net'] : ['--user', '--net']), '--']
  return (await works([...prefix, nothing])) ? prefix : null
}

/** Whether a program that does nothing runs so. */
export async function works([program, ...args]: readonly string[]): Promise<boolean> {
  if (program === undefined) return false
  const { bytes } = await runProgram([program, ...args], { env: {}, limits: TRY }).output
  return bytes !== null
}
