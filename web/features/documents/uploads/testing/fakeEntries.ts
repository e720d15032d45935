/** Entries as a browser hands them out on a drop; only what reading uses. */
const PART = 100

/** A file; a broken one fails when it is opened. */
export function fakeFile(name: string, state?: 'broken'): FileSystemFileEntry {
  return {
    isFile: true,
    isDirectory: false,
    name,
    file: (resolve: (file: File) => void, reject: (error: DOMException) => void) => {
      if (state) reject(new DOMException('', 'NotReadableError'))
      else resolve(new File([name], name))
    },
  } as FileSystemFileEntry
}

/** A folder; a broken one fails after its first 100 entries. */
export function fakeFolder(
  name: string,
  entries: readonly FileSystemEntry[],
  state?: 'broken',
): FileSystemDirectoryEntry {
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => {
      let at = 0
      return {
        readEntries: (resolve: (part: FileSystemEntry[]) => void, reject: (error: DOMException) => void) => {
          if (state && at > 0) {
            reject(new DOMException('', 'NotReadableError'))
            return
          }
          resolve(entries.slice(at, at + PART))
          at += PART
        },
      }
    },
  } as FileSystemDirectoryEntry
}

/** What a drop event carries; `clear` empties it, as browsers do once the event was handled. */
export function dropOf(...entries: FileSystemEntry[]) {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => null,
  }))
  return {
    types: ['Files'],
    items: items as unknown as DataTransferItemList,
    clear: () => {
      items.length = 0
    },
  }
}
