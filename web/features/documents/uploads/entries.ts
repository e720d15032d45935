import { createBreather } from './breather.ts'
import { FOLDER_UNREADABLE } from './folderUnreadable.ts'
import type { UploadEntry } from './plan.ts'

/**
 * Reads what was dropped, folders with all that is in them, empty ones included (UPL-22). Must be called while
 * the drop event is handled: the browser takes the items away afterwards. Never rejects; what cannot be read
 * comes as an entry that says so.
 */
export function readDrop(transfer: Pick<DataTransfer, 'items'>): Promise<UploadEntry[]> {
  const loose: UploadEntry[] = []
  const roots: FileSystemEntry[] = []
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = entry ? null : item.getAsFile()
    if (entry) roots.push(entry)
    else if (file) loose.push({ kind: 'file', path: [file.name], file })
  }
  // What goes through folders is loaded with the first drop.
  return import('./droppedTrees.ts').then(
    async ({ readEntries }) => [...loose, ...(await readEntries(roots))],
    () => [
      ...loose,
      ...roots.map(({ name }) => ({ kind: 'unreadable', path: [name], reason: FOLDER_UNREADABLE }) as const),
    ],
  )
}

/** The entries of a chosen list; a folder chosen as a whole tells its structure by each file's relative path. */
export async function readFileList(files: Iterable<File>): Promise<UploadEntry[]> {
  const found: UploadEntry[] = []
  const breathe = createBreather()
  for (const file of files) {
    await breathe()
    const path = file.webkitRelativePath ? file.webkitRelativePath.split('/') : [file.name]
    found.push({ kind: 'file', path, file })
  }
  return found
}
