import { fingerprintOf } from './fingerprint.ts'
import { foldPath, type UploadEntry } from './plan.ts'
import { awaitsFile, type UploadTask } from './tasks.ts'

/** Which items the chosen files are, and which they only have the names of. */
interface Matches {
  readonly matches: ReadonlyMap<UploadTask, File>
  readonly differing: readonly UploadTask[]
}

/**
 * Files are told by name, size, and first and last bytes; where a folder was chosen its path only decides between files of
 * one name. An item that was never begun has no bytes to compare.
 */
export async function matchFiles(
  tasks: readonly UploadTask[],
  entries: readonly UploadEntry[],
): Promise<Matches> {
  const byName = Map.groupBy(tasks.filter(awaitsFile), ({ name }) => foldPath(name))
  const matches = new Map<UploadTask, File>()
  const differing = new Set<UploadTask>()
  for (const entry of entries) {
    if (entry.kind !== 'file') continue
    const named = byName.get(foldPath(entry.path.at(-1) ?? '')) ?? []
    const waiting = named.filter((task) => !matches.has(task))
    const path = foldPath(entry.path.join('/'))
    const inOrder = waiting.toSorted((a, b) => Number(endsAlike(b, path)) - Number(endsAlike(a, path)))
    const task = await firstSame(inOrder, entry.file)
    if (task) matches.set(task, entry.file)
    else for (const other of waiting) differing.add(other)
  }
  return { matches, differing: [...differing].filter((task) => !matches.has(task)) }
}

const endsAlike = (task: UploadTask, path: string): boolean => {
  const own = foldPath(task.path)
  return own.endsWith(path) || path.endsWith(own)
}

async function firstSame(tasks: readonly UploadTask[], file: File): Promise<UploadTask | undefined> {
  const sized = tasks.filter(({ size }) => size === file.size)
  const fingerprint = sized.length > 0 ? await fingerprintOf(file).catch(() => '') : ''
  return sized.find((task) => task.fingerprint === null || task.fingerprint === fingerprint)
}
