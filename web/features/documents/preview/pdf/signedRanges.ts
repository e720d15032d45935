import { PDFDataRangeTransport } from 'pdfjs-dist'
import { PreviewFailure } from '../reading/failure.ts'
import { type FirstPart, type Renew, readRange, unreadable } from '../reading/readFile.ts'

/**
 * Bytes of a request. Most files come whole with the first one; of others pdf.js walks all pages when it opens
 * them, so that smaller parts would mean a request for nearly every page.
 */
export const PART_BYTES = 1_048_576

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
    let response = await readRange(this.#url, begin, end, this.#stop.signal)
    if (response.status === 403) {
      // Parts are asked for side by side; they share one fresh address.
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = null
      })
      this.#url = await this.#renewing
      response = await readRange(this.#url, begin, end, this.#stop.signal)
    }
    if (!response.ok) throw unreadable()
    if (response.headers.get('ETag') !== this.#first.etag) {
      throw new PreviewFailure('This file has since been replaced.', {
        hint: 'Try again to see what it is now.',
        passing: true,
      })
    }
    return new Uint8Array(await response.arrayBuffer())
  }
}
