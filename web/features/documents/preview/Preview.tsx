import { styled } from '@mui/material/styles'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { Loading, SkeletonBar } from '../../../ui/index.ts'
import type { OpenDocumentQuery } from '../operations.generated.ts'
import type { OpenDocument } from '../place.ts'
import { Fallback, type FallbackProps } from './Fallback.tsx'
import type { FileDownload } from './FileBar.tsx'
import { ImagePreview } from './ImagePreview.tsx'
import { previewKind } from './previewKind.ts'
import { TextPreview } from './TextPreview.tsx'
import { VideoPreview } from './VideoPreview.tsx'

/** The PDF viewer is many times larger than all else here, so it is loaded with the first PDF. */
const PdfPreview = lazy(async () => ({ default: (await import('./pdf/PdfPreview.tsx')).PdfPreview }))

/** What every kind of preview gets. */
export interface PreviewProps {
  name: string
  /** Signed address, good for some minutes. */
  url: string
  /** Asks for a fresh address of the same file. @throws when there is none any more */
  renew: () => Promise<string>
  /** Tells that the file can't be shown, why, and what to do; download it unless told. */
  onFailed: (reason: string, hint?: string) => void
}

/** Why a file can't be shown, and what to do about it. */
type Failure = Pick<FallbackProps, 'reason' | 'hint'>

const PREVIEWS = { image: ImagePreview, pdf: PdfPreview, text: TextPreview, video: VideoPreview }

const Waiting = styled('div')({ padding: 24, display: 'grid', justifyItems: 'center' })

export interface PreviewFrameProps {
  file: OpenDocument
  settled: boolean
  refetch: () => Promise<unknown>
  downloads: FileDownload
}

/** A file as it looks, or a way to download it where it can't be shown (DOC-13). */
export function Preview({ file, settled, refetch, downloads }: PreviewFrameProps) {
  const [failed, setFailed] = useState<Failure | null>(null)
  const url = useFirst(settled ? file.previewUrl : null)
  const renew = useCallback(async () => {
    const { data } = (await refetch()) as { data?: OpenDocumentQuery }
    const fresh = data?.document?.previewUrl
    if (!fresh) throw new Error('The file has no preview any more')
    return fresh
  }, [refetch])
  const kind = previewKind(file.name)
  if (failed !== null) return <Fallback file={file} {...failed} downloads={downloads} />
  if (kind === null || (settled && url === null)) return <Fallback file={file} downloads={downloads} />
  const skeleton = (
    <Waiting>
      <SkeletonBar width="min(640px, 100%)" height={420} />
    </Waiting>
  )
  if (url === null) return <Loading active skeleton={skeleton} />
  const Shown = PREVIEWS[kind]
  return (
    <Suspense fallback={<Loading active skeleton={skeleton} />}>
      <Shown
        name={file.name}
        url={url}
        renew={renew}
        onFailed={(reason, hint) => setFailed({ reason, hint })}
      />
    </Suspense>
  )
}

/** The first value that there was: a fresh address of what is shown already must not load it anew. */
function useFirst<Value>(value: Value | null): Value | null {
  const first = useRef<Value | null>(null)
  first.current ??= value
  return first.current
}
