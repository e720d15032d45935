import { type ReactNode, useRef } from 'react'

interface FileChooser {
  /** Opens the browser's dialog for files, or for a folder with all that is in it. */
  readonly choose: (what?: 'files' | 'folder') => void
  /** To be rendered anywhere; nothing of it shows. */
  readonly input: ReactNode
}

interface FileChooserOptions {
  /** Accessible name. */
  label: string
  /** Endings or types that are offered. */
  accept?: string
  multiple?: boolean
  /** Called with one at least. */
  onFiles: (files: readonly [File, ...File[]]) => void
}

/** Has the person choose files. */
export function useFileChooser({ label, onFiles, ...props }: FileChooserOptions): FileChooser {
  const input = useRef<HTMLInputElement>(null)
  const take = (from: HTMLInputElement) => {
    const [first, ...more] = from.files ?? []
    // So that choosing the same files once more is a change again.
    from.value = ''
    if (first) onFiles([first, ...more])
  }
  return {
    choose: (what = 'files') => {
      if (!input.current) return
      input.current.webkitdirectory = what === 'folder'
      input.current.click()
    },
    input: (
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => take(event.currentTarget)}
        {...props}
      />
    ),
  }
}
