import { spawnSync } from 'node:child_process'

/** Puts a disk in memory at a folder, where this process may. @param mode of its root, as chmod takes it */
export const mountMemory = (folder: string, bytes: number, mode?: string): boolean =>
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}${mode ? `,mode=${mode}` : ''}`, 'tmpfs', folder], {
    stdio: 'ignore',
  }).status === 0

/** Takes it away, once nothing uses it any more. @returns false where it was not there */
export const unmountMemory = (folder: string): boolean =>
  spawnSync('umount', ['-l', folder], { stdio: 'ignore' }).status === 0
