import type { Chosen } from './verifying.ts'

interface WithHandle {
  /** Chromium alone has it; there a page from disk can't read a dropped folder in the older way. */
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}
/** Types of the platform leave out how a folder's entries are gone through. */
type Folder = FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemHandle]>

async function ofHandle(handle: FileSystemHandle, above: string): Promise<Chosen[]> {
  const path = above + handle.name
  if (handle.kind === 'file') return [{ path, file: await (handle as FileSystemFileHandle).getFile() }]
  const files: Chosen[] = []
  for await (const [, each] of handle as Folder) files.push(...(await ofHandle(each, `${path}/`)))
  return files
}

async function ofEntry(entry: FileSystemEntry, above: string): Promise<Chosen[]> {
  const path = above + entry.name
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ path, file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: Chosen[] = []
  for (;;) {
    // A portion at a time, until there is none.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return files
    for (const each of entries) files.push(...(await ofEntry(each, `${path}/`)))
  }
}

/** Files that were dropped, and those in folders. @throws an Error where the browser lets a page from disk read no folder so */
export async function droppedFiles(transfer: DataTransfer): Promise<Chosen[]> {
  // All of it is gone once the event is over.
  const plain = [...transfer.files].map((file): Chosen => ({ path: file.name, file }))
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  const handles = items.map((item: DataTransferItem & WithHandle) => item.getAsFileSystemHandle?.())
  try {
    const chosen: Chosen[] = []
    for (const [at, entry] of entries.entries()) {
      const handle = await handles[at]
      if (handle) chosen.push(...(await ofHandle(handle, '')))
      else if (entry) chosen.push(...(await ofEntry(entry, '')))
    }
    return chosen
  } catch {
    throw new Error('This browser can’t read a folder that is dropped here. Please choose it instead.')
  }
}
