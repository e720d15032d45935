import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { FileUnreachable, PART_BYTES, type Renew, readFirst, SignedRanges } from './signedRanges.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Fonts and decoders have names of their own in a build, so they are not looked up under a folder's address. */
class Resources {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const { readResource } = await import('./resources.ts')
    return readResource(filename)
  }
}

/** Why a PDF can't be shown, and what to do where downloading it is no help. */
export function pdfProblem(error: unknown): [reason: string, hint?: string] {
  if (error instanceof FileUnreachable) return [error.message, error.hint]
  if (error instanceof PasswordException) return ['This PDF is protected by a password.']
  if (error instanceof InvalidPDFException) return ['This PDF is damaged and cannot be shown.']
  return ['This PDF could not be shown.']
}

export interface OpenedPdf {
  readonly document: Promise<PDFDocumentProxy>
  /** Ends reading and parsing, and the worker that does it. */
  readonly close: () => void
}

/**
 * Opens a PDF. It is parsed in a worker of its own, which ends with it; scripts and forms in it are not run
 * (DOC-43). Large files are read in the parts that the pages in view need.
 * @param onFailed called when a part of an open file can't be had
 */
export function openPdf(url: string, renew: Renew, onFailed: (error: unknown) => void): OpenedPdf {
  const stop = new AbortController()
  let task: PDFDocumentLoadingTask | undefined
  const open = async () => {
    const first = await readFirst(url, renew, stop.signal)
    stop.signal.throwIfAborted()
    const source =
      first.bytes.length >= first.total
        ? { data: first.bytes }
        : {
            range: new SignedRanges(url, first, renew, onFailed),
            rangeChunkSize: PART_BYTES,
            disableStream: true,
            disableAutoFetch: true,
          }
    task = getDocument({
      ...source,
      enableXfa: false,
      useWorkerFetch: false,
      BinaryDataFactory: Resources,
      verbosity: VerbosityLevel.ERRORS,
    })
    return task.promise
  }
  return {
    document: open(),
    close: () => {
      stop.abort()
      void task?.destroy()
    },
  }
}
