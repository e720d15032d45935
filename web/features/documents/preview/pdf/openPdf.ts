import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type Failure, failureOf, PreviewFailure } from '../reading/failure.ts'
import { type Renew, readFirst } from '../reading/readFile.ts'
import { PART_BYTES, SignedRanges } from './signedRanges.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Fonts and decoders have names of their own in a build, so they are not looked up under a folder's address. */
class Resources {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const { readResource } = await import('./resources.ts')
    return readResource(filename)
  }
}

/** Readers look for a PDF's mark this far from its start. */
const MARK_WITHIN = 1024

const hasMark = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, MARK_WITHIN)).includes('%PDF-')

/** Why a PDF can't be shown, and what to do where downloading it is no help. */
export const pdfProblem = (error: unknown): Failure => failureOf(error, 'This PDF could not be shown.')

/** What a protected PDF waits for. */
export interface PasswordWanted {
  /** One was given that does not open it. */
  readonly isWrong: boolean
  readonly give: (password: string) => void
}

/** Hears of what happens to an open PDF. */
interface PdfListener {
  /** A part of the open file can't be had. */
  onFailed: (error: unknown) => void
  onPassword: (wanted: PasswordWanted) => void
}

/** A PDF that is open, or being opened. */
export interface OpenedPdf {
  readonly document: Promise<PDFDocumentProxy>
  /** Ends reading and parsing, and the worker that does it. */
  readonly close: () => void
}

/**
 * Opens a PDF. It is parsed in a worker of its own, which ends with it; scripts and forms in it are not run
 * (DOC-43). Large files are read in the parts that the pages in view need.
 * @throws PreviewFailure from its document
 */
export function openPdf(url: string, renew: Renew, { onFailed, onPassword }: PdfListener): OpenedPdf {
  const stop = new AbortController()
  let task: PDFDocumentLoadingTask | undefined
  const open = async () => {
    const first = await readFirst(url, renew, stop.signal, PART_BYTES)
    stop.signal.throwIfAborted()
    const isPdf = hasMark(first.bytes)
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
      // What a machine has under the name of a standard font can be of other widths, or missing.
      useSystemFonts: false,
      useWorkerFetch: false,
      BinaryDataFactory: Resources,
      verbosity: VerbosityLevel.ERRORS,
    })
    task.onPassword = (give: (password: string) => void, reason: number) =>
      onPassword({ give, isWrong: reason === PasswordResponses.INCORRECT_PASSWORD })
    return task.promise.catch((error: unknown) => {
      if (!(error instanceof InvalidPDFException)) throw error
      throw new PreviewFailure(
        isPdf ? 'This PDF is damaged and cannot be shown.' : 'This is not a PDF, although its name says so.',
      )
    })
  }
  return {
    document: open(),
    close: () => {
      stop.abort()
      void task?.destroy()
    },
  }
}
