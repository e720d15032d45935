import { formatBytes } from '../../../../shared/format/bytes.ts'
import { Loading } from '../../../ui/index.ts'
import { PaperSkeleton } from './PaperSkeleton.tsx'
import { PreviewNote } from './PreviewNote.tsx'
import { escapeHtml } from './paper/PaperFrame.tsx'
import { SearchedPaper } from './paper/SearchedPaper.tsx'
import type { PreviewProps } from './previewProps.ts'
import { decodeText, isBinary } from './reading/decodeText.ts'
import { PreviewFailure } from './reading/failure.ts'
import { readFirst } from './reading/readFile.ts'
import { type Read, useReading } from './reading/useReading.ts'

/** Bytes that are shown: as much as anybody reads, and as little as no browser stumbles over. */
const PART = 1_000_000

interface Shown {
  readonly html: string
  /** Bytes of the file where not all of it is shown. */
  readonly total: number | null
}

const readText: Read<Shown> = async (url, renew, signal) => {
  const { bytes, total } = await readFirst(url, renew, signal, PART)
  const text = decodeText(bytes, total > bytes.length)
  if (isBinary(text)) throw new PreviewFailure('This is not a text file, although its name says so.')
  return { html: `<pre>${escapeHtml(text)}</pre>`, total: total > bytes.length ? total : null }
}

/** Plain text as it is written, whatever it is the source of (DOC-13). */
export function TextPreview(props: PreviewProps) {
  const shown = useReading(props, readText, 'This text could not be shown.')
  if (!shown) return <Loading active skeleton={<PaperSkeleton />} />
  return (
    <>
      {shown.total !== null && (
        <PreviewNote>
          This is the first {formatBytes(PART)} of {formatBytes(shown.total)}. Download the file to read all
          of it.
        </PreviewNote>
      )}
      <SearchedPaper name={props.name} html={shown.html} plain passage={props.passage} />
    </>
  )
}
