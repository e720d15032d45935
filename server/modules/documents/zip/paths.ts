import { freeName, safeName } from './names.ts'

/** An entry of the tree on its way into the zip. */
export interface Entry {
  id: string
  parentId: string | null
  isFolder: boolean
  name: string
}

interface Folder {
  id: string
  /** In the zip, with a slash at its end; empty for the zip itself. */
  path: string
  used: Set<string>
}

export interface ZipPaths {
  /** A folder above what was chosen; may be asked for many times. */
  above(folder: Entry): void
  /** The path of an entry, below that of its folder. Entries come as a walk gives them: each folder, then what is in it. */
  of(entry: Entry): string
}

/**
 * Paths in a zip whose top is the folder `top`: safe names, and no two that differ in case alone. `taken` is kept
 * free at the top. Names are only remembered for the folders between the top and the entry.
 */
export function zipPaths(top: string, taken: string): ZipPaths {
  const above = new Map<string, Folder>([[top, { id: top, path: '', used: new Set([taken]) }]])
  const walked: Folder[] = []

  const parentOf = (entry: Entry): Folder => {
    while (walked.length > 0 && walked.at(-1)?.id !== entry.parentId) walked.pop()
    const parent = walked.at(-1) ?? above.get(entry.parentId ?? '')
    if (!parent) throw new Error('An entry was added before its folder.')
    return parent
  }
  const enter = (entry: Entry): { path: string; folder: Folder } => {
    const parent = parentOf(entry)
    const path = parent.path + freeName(safeName(entry.name), parent.used)
    return { path, folder: { id: entry.id, path: `${path}/`, used: new Set() } }
  }
  return {
    above(folder) {
      if (!above.has(folder.id)) above.set(folder.id, enter(folder).folder)
    },
    of(entry) {
      const { path, folder } = enter(entry)
      if (entry.isFolder) walked.push(folder)
      return path
    },
  }
}
