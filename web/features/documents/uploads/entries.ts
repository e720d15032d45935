import type { UploadEntry } from './plan.ts'
import { reasons } from './reasons.ts'

/** Time in ms that reading may take before the page gets its turn. */
const SLICE_MS = 12

/** Gives the page its turn whenever a slice of time is used up. */
function createBreather(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < sliceEnd) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        sliceEnd = performance.now() + SLICE_MS
        resolve()
      })
    })
  }
}

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
  return readEntries(roots).then((read) => [...loose, ...read])
}

/** Reads trees of entries, depth first and each folder before its content. */
async function readEntries(roots: readonly FileSystemEntry[]): Promise<UploadEntry[]> {
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
