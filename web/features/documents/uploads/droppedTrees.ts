import { createBreather } from './breather.ts'
import type { UploadEntry } from './plan.ts'
import { reasons } from './reasons.ts'

/** Reads trees of entries, depth first and each folder before its content. */
export async function readEntries(roots: readonly FileSystemEntry[]): Promise<UploadEntry[]> {
  const found: UploadEntry[] = []
  const breathe = createBreather()
  const open = roots.map((entry) => ({ entry, path: [entry.name] })).reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    await breathe()
    const { entry, path } = next
    if (isFile(entry)) found.push(await readFile(entry, path))
    if (!isDirectory(entry)) continue
    found.push({ kind: 'folder', path })
    const folders: typeof open = []
    try {
      for await (const part of partsOf(entry)) {
        const files = part.filter(isFile).map((file) => readFile(file, [...path, file.name]))
        found.push(...(await Promise.all(files)))
        for (const folder of part.filter(isDirectory)) {
          folders.push({ entry: folder, path: [...path, folder.name] })
        }
        await breathe()
      }
    } catch {
      found.push({ kind: 'unreadable', path, reason: reasons.folderUnreadable })
    }
    for (const folder of folders.reverse()) open.push(folder)
  }
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function readFile(entry: FileSystemFileEntry, path: readonly string[]): Promise<UploadEntry> {
  return new Promise((resolve) => {
    entry.file(
      (file) => resolve({ kind: 'file', path, file }),
      () => resolve({ kind: 'unreadable', path, reason: reasons.fileUnreadable }),
    )
  })
}

/** A reader hands out its entries in parts, of 100 in Chromium, and an empty part at the end. */
async function* partsOf(directory: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry[]> {
  const reader = directory.createReader()
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return
    yield part
  }
}
