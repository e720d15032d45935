import { PDFDataRangeTransport } from 'pdfjs-dist'

/** The file at an address is gone, has changed, or can't be reached; in words for the person. */
export class FileUnreachable extends Error {
  override name = 'FileUnreachable'
  /** What to do. */
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

const unreadable = () =>
  new FileUnreachable('This file could not be read from the server.', 'Please try again in a moment.')

/** Asks for a fresh address of the same file. */
export type Renew = () => Promise<string>

/**
 * Bytes of a request. Most files come whole with the first one; of others pdf.js walks all pages when it opens
 * them, so that smaller parts would mean a request for nearly every page.
 */
export const PART_BYTES = 1_048_576

export interface FirstPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Bytes of the whole file. */
  readonly total: number
  readonly etag: string | null
}

/** Reads bytes from `begin` up to, not including, `end`. @throws FileUnreachable */
async function read(url: string, begin: number, end: number, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, {
    headers: { Range: `bytes=${begin}-${end - 1}` },
    credentials: 'same-origin',
    signal,
  })
  if (response.ok || response.status === 403) return response
  if (response.status !== 404) throw unreadable()
  throw new FileUnreachable('This file has been deleted meanwhile.', 'Go back to its folder.')
}

/** The first part of a file, or all of it where it is small. @throws FileUnreachable */
export async function readFirst(url: string, renew: Renew, signal: AbortSignal): Promise<FirstPart> {
  let response = await read(url, 0, PART_BYTES, signal)
  if (response.status === 403) response = await read(await renew(), 0, PART_BYTES, signal)
  if (!response.ok) throw unreadable()
  const bytes = new Uint8Array(await response.arrayBuffer())
  const total = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length)
  return { bytes, total, etag: response.headers.get('ETag') }
}

/**
 * Hands pdf.js the parts of a large file that its pages need, and no more. Addresses end after some minutes,
 * reading takes longer: where one is refused, the part is asked for once more at a fresh one.
 */
export class SignedRanges extends PDFDataRangeTransport {
  #url: string
  readonly #first: FirstPart
  readonly #renew: Renew
  readonly #onFailed: (error: unknown) => void
  readonly #stop = new AbortController()
  #renewing: Promise<string> | null = null

  /** @param onFailed called when a part can't be had; pdf.js itself would wait for it for ever */
  constructor(url: string, first: FirstPart, renew: Renew, onFailed: (error: unknown) => void) {
    super(first.total, first.bytes)
    this.#url = url
    this.#first = first
    this.#renew = renew
    this.#onFailed = onFailed
  }

  override requestDataRange(begin: number, end: number): void {
    this.#part(begin, end).then(
      (bytes) => {
        if (!this.#stop.signal.aborted) this.onDataRange(begin, bytes)
      },
      (error: unknown) => {
        if (!this.#stop.signal.aborted) this.#onFailed(error)
      },
    )
  }

  override abort(): void {
    this.#stop.abort()
  }

  async #part(begin: number, end: number): Promise<Uint8Array> {
    let response = await read(this.#url, begin, end, this.#stop.signal)
    if (response.status === 403) {
      // Parts are asked for side by side; they share one fresh address.
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = null
      })
      this.#url = await this.#renewing
      response = await read(this.#url, begin, end, this.#stop.signal)
    }
    if (!response.ok) throw unreadable()
    if (response.headers.get('ETag') !== this.#first.etag) {
      throw new FileUnreachable('This file has been replaced meanwhile.', 'Open it again to see it.')
    }
    return new Uint8Array(await response.arrayBuffer())
  }
}
