import { Loading } from '../../../../ui/index.ts'
import { PaperFrame } from '../PaperFrame.tsx'
import { PaperSkeleton } from '../PaperSkeleton.tsx'
import { PreviewNote } from '../PreviewNote.tsx'
import type { PreviewProps } from '../previewProps.ts'
import { readWhole } from '../reading/readFile.ts'
import { type Read, useReading } from '../reading/useReading.ts'
import { callWorker } from '../reading/workerCall.ts'
import { cleanHtml } from './cleanHtml.ts'

/** Bytes of a document at most. */
const LARGEST = 25 * 1_048_576
/** ms in which a document is converted. */
const TIME_LIMIT = 20_000

const readWord: Read<string> = async (url, renew, signal) => {
  const { buffer } = await readWhole(url, renew, signal, LARGEST)
  signal.throwIfAborted()
  const worker = new Worker(new URL('./wordWorker.ts', import.meta.url), { type: 'module' })
  const calls = callWorker(worker, signal)
  try {
    return cleanHtml(await calls.ask<string>(buffer, TIME_LIMIT, [buffer]))
  } finally {
    calls.close()
  }
}

/** A Word document as a page to read: its text, headings, lists, tables and pictures (DOC-13). */
export function WordPreview(props: PreviewProps) {
  const html = useReading(props, readWord, 'This document could not be shown.')
  if (html === undefined) return <Loading active skeleton={<PaperSkeleton />} />
  return (
    <>
      <PreviewNote>Shown for reading; pages, headers and fonts can look different in Word.</PreviewNote>
      <PaperFrame
        name={props.name}
        html={html === '' ? '<p class="subtitle">This document is empty.</p>' : html}
      />
    </>
  )
}
