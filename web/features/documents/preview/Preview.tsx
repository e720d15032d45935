import { type ComponentType, useCallback, useRef, useState } from 'react'
import { pagedKind } from '../../../../shared/pagedFiles.ts'
import { Loading, lazily } from '../../../ui/index.ts'
import type { Passage } from '../copilot/index.ts'
import { isGivenOriginal, type OpenDocument, type Refetch } from '../place/place.ts'
import { extensionOf, type PreviewKind, previewKind } from '../place/previewKind.ts'
import { Fallback } from './Fallback.tsx'
import type { FileDownload } from './FileBar.tsx'
import { ImagePreview } from './ImagePreview.tsx'
import { PaperSkeleton } from './PaperSkeleton.tsx'
import type { PreviewProps } from './previewProps.ts'
import type { Failure } from './reading/failure.ts'
import { VideoPreview } from './VideoPreview.tsx'

const PAPER = <Loading active skeleton={<PaperSkeleton />} />

// Each is loaded with the first file of its kind; some are many times larger than all else here.
const PdfPreview = lazily(async () => (await import('./pdf/PdfPreview.tsx')).PdfPreview, PAPER)
const WordPreview = lazily(async () => (await import('./word/WordPreview.tsx')).WordPreview, PAPER)
const TextPreview = lazily(async () => (await import('./TextPreview.tsx')).TextPreview, PAPER)
const ExcelPreview = lazily(async () => (await import('./sheet/SheetPreview.tsx')).ExcelPreview, PAPER)
const Reader = lazily(async () => (await import('./pages/Reader.tsx')).Reader, PAPER)
const CsvPreview = lazily(async () => (await import('./sheet/SheetPreview.tsx')).CsvPreview, PAPER)

const PREVIEWS: Readonly<Record<PreviewKind, ComponentType<PreviewProps>>> = {
  image: ImagePreview,
  pdf: PdfPreview,
  word: WordPreview,
  excel: ExcelPreview,
  csv: CsvPreview,
  text: TextPreview,
  video: VideoPreview,
}

interface PreviewFrameProps {
  file: OpenDocument
  /** An earlier version; the current one without. */
  versionId?: string | undefined
  settled: boolean
  refetch: Refetch
  downloads: FileDownload
  passage?: Passage | undefined
}

/** A file as it looks, or a way to download it where it can't be shown (DOC-13). */
export function Preview({ file, versionId, settled, refetch, downloads, passage }: PreviewFrameProps) {
  const [failed, setFailed] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const url = useFirst(settled ? file.previewUrl : null, attempt)
  const renew = useCallback(async () => {
    const { data } = await refetch()
    const fresh = data?.document?.previewUrl
    if (!fresh) throw new Error('The file has no preview any more')
    return fresh
  }, [refetch])
  const again = async () => {
    // An address that has expired would fail once more.
    await refetch().catch(() => {})
    setAttempt((count) => count + 1)
    setFailed(null)
  }
  const kind = previewKind(file.name)
  // Whoever has the original reads as pages what has no other preview (PAGE-20).
  if (!isGivenOriginal(file) || (kind === null && pagedKind(extensionOf(file.name)))) {
    return (
      <Reader
        // Of another rendition there are other pages.
        key={String(file.redacted)}
        file={file}
        versionId={versionId}
        downloads={downloads}
        passage={passage}
        onChanged={() => void refetch().catch(() => {})}
      />
    )
  }
  // There is nothing to ask the server for: an empty file has no first byte.
  if (file.size === 0 && kind !== null) {
    return (
      <Fallback
        file={file}
        failure={{ reason: 'This file is empty.', hint: 'There is nothing to show.' }}
        downloads={downloads}
      />
    )
  }
  if (failed !== null) {
    return (
      <Fallback
        file={file}
        failure={failed}
        onRetry={failed.passing ? () => void again() : undefined}
        downloads={downloads}
      />
    )
  }
  if (kind === null || (settled && url === null)) return <Fallback file={file} downloads={downloads} />
  if (url === null) return PAPER
  const Shown = PREVIEWS[kind]
  return (
    <Shown
      key={attempt}
      name={file.name}
      url={url}
      renew={renew}
      downloads={downloads}
      passage={passage}
      onFailed={setFailed}
    />
  )
}

/** The first value that there was in an attempt: a fresh address of what is shown already must not load it again. */
function useFirst<Value>(value: Value | null, attempt: number): Value | null {
  const first = useRef<{ attempt: number; value: Value | null }>({ attempt, value: null })
  if (first.current.attempt !== attempt) first.current = { attempt, value: null }
  first.current.value ??= value
  return first.current.value
}
