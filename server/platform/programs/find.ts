import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'

/** Where people of this machine have their programs. */
export const PATH_FOLDERS: readonly string[] = (process.env.PATH ?? '').split(path.delimiter)

/** The path of a program of that name, of those that people of this machine may run; undefined where there is none. */
export async function findProgram(
  name: string,
  folders: readonly string[] = PATH_FOLDERS,
): Promise<string | undefined> {
  for (const folder of folders) {
    if (!path.isAbsolute(folder)) continue
    const program = await runnable(path.join(folder, name))
    if (program !== undefined) return program
  }
  return undefined
}

/** The same path where it is a program that can be run. */
export async function runnable(program: string): Promise<string | undefined> {
  try {
    await access(program, constants.X_OK)
    return program
  } catch {
    return undefined
  }
}
