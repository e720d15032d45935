import { Loading } from '../../../../ui/index.ts'
import { PaperSkeleton } from '../PaperSkeleton.tsx'
import { PreviewNotes } from '../PreviewNotes.tsx'
import { SearchedPaper } from '../paper/SearchedPaper.tsx'
import type { PreviewProps } from '../previewProps.ts'
import { readWhole } from '../reading/readFile.ts'
import { type Read, useReading } from '../reading/useReading.ts'
import { callWorker } from '../reading/workerCall.ts'
import { cleanHtml } from './cleanHtml.ts'
import type { WordPages } from './docx.ts'
import { trackedText } from './trackedText.ts'

/** Bytes of a document at most. */
const LARGEST = 25 * 1_048_576
/** ms in which a document is converted. */
const TIME_LIMIT = 20_000

const readWord: Read<WordPages> = async (url, renew, signal) => {
  const { buffer } = await readWhole(url, renew, signal, LARGEST)
  signal.throwIfAborted()
  const worker = new Worker(new URL('./wordWorker.ts', import.meta.url), { type: 'module' })
  const calls = callWorker(worker, signal)
  try {
    const pages = await calls.ask<WordPages>(buffer, TIME_LIMIT, [buffer])
    return { ...pages, html: cleanHtml(pages.html) }
  } finally {
    calls.close()
  }
}

/** A Word document as a page to read, with the changes and comments that are tracked in it (DOC-13). */
export function WordPreview(props: PreviewProps) {
  const pages = useReading(props, readWord, 'This document could not be shown.')
  if (pages === undefined) return <Loading active skeleton={<PaperSkeleton />} />
  const { html, tracked, unshown } = pages
  return (
    <>
      <PreviewNotes
        states={trackedText(tracked)}
        unshown={unshown}
        usual="Shown for reading; pages and fonts can look different in Word."
        downloads={props.downloads}
      />
      <SearchedPaper
        name={props.name}
        passage={props.passage}
        html={html === '' ? '<p class="subtitle">This document is empty.</p>' : html}
      />
    </>
  )
}
