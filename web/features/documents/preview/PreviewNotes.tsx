import { IconAlertTriangle } from '@tabler/icons-react'
import { Banner } from '../../../ui/index.ts'
import { DownloadButton, type FileDownload } from './FileBar.tsx'
import { PreviewNote } from './PreviewNote.tsx'

interface PreviewNotesProps {
  /** What a reader has to know of the file's state, such as changes that are tracked in it. */
  states?: readonly string[]
  /** What is shown otherwise than it is, or not at all. */
  unshown: readonly string[]
  /** What holds for every file of the kind. */
  usual?: string
  downloads: FileDownload
}

/** Over a preview: what it shows that may surprise, and what it can't show, with the file itself at hand. */
export function PreviewNotes({ states = [], unshown, usual, downloads }: PreviewNotesProps) {
  const told = [...states, ...(usual ? [usual] : [])].join(' ')
  return (
    <>
      {told !== '' && <PreviewNote>{told}</PreviewNote>}
      {unshown.length > 0 && (
        <Banner data-tone="warning" role="note" aria-label="What this preview leaves out">
          <IconAlertTriangle aria-hidden="true" />
          <p>{unshown.join(' ')}</p>
          <DownloadButton downloads={downloads} />
        </Banner>
      )}
    </>
  )
}
