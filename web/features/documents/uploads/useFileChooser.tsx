import { type ReactNode, useRef } from 'react'
import { readFileList } from './entries.ts'
import type { UploadEntry } from './plan.ts'

export interface FileChooser {
  /** Opens the browser's dialog for files, or for a folder with all that is in it. */
  readonly choose: (what: 'files' | 'folder') => void
  /** To be rendered anywhere; nothing of it shows. */
  readonly input: ReactNode
}

/** Has the person choose files or a folder to upload. */
export function useFileChooser(onEntries: (entries: UploadEntry[]) => void): FileChooser {
  const input = useRef<HTMLInputElement>(null)
  const take = async (from: HTMLInputElement) => {
    const chosen = [...(from.files ?? [])]
    // So that choosing the same files once more is a change again.
    from.value = ''
    onEntries(await readFileList(chosen))
  }
  return {
    choose: (what) => {
      if (!input.current) return
      input.current.webkitdirectory = what === 'folder'
      input.current.click()
    },
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files or folder to upload"
        onChange={(event) => void take(event.currentTarget)}
      />
    ),
  }
}
