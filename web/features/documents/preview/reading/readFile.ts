import { PreviewFailure } from './failure.ts'

/** Asks for a fresh address of the same file. */
export type Renew = () => Promise<string>

/** What a file begins with, and what is known of the rest. */
export interface FirstPart {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Bytes of the whole file. */
  readonly total: number
  readonly etag: string | null
}

/** The server, or the way to it, failed. */
export const unreadable = () =>
  new PreviewFailure('This file could not be read from the server.', {
    hint: 'Please try again in a moment.',
    passing: true,
  })

/**
 * Reads bytes from `begin` up to, not including, `end`; a refused address (403) is the caller's to renew.
 * @throws PreviewFailure
 */
export async function readRange(
  url: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    headers: { Range: `bytes=${begin}-${end - 1}` },
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : unreadable()
  })
  if (response.ok || response.status === 403) return response
  if (response.status !== 404) throw unreadable()
  throw new PreviewFailure('This file has since been deleted.', { hint: 'Go back to its folder.' })
}

/**
 * The first bytes of a file, or all of it where it is smaller; an address that has expired is renewed once.
 * @param most bytes to read at most
 * @throws PreviewFailure
 */
export async function readFirst(
  url: string,
  renew: Renew,
  signal: AbortSignal,
  most: number,
): Promise<FirstPart> {
  let response = await readRange(url, 0, most, signal)
  if (response.status === 403) response = await readRange(await renew(), 0, most, signal)
  if (!response.ok) throw unreadable()
  const bytes = new Uint8Array(await response.arrayBuffer())
  const total = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length)
  return { bytes, total, etag: response.headers.get('ETag') }
}

/**
 * A whole file.
 * @param most bytes from which on a file is too large to be shown
 * @throws PreviewFailure
 */
export async function readWhole(
  url: string,
  renew: Renew,
  signal: AbortSignal,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, total } = await readFirst(url, renew, signal, most)
  if (total > bytes.length) throw new PreviewFailure('This file is too large to be shown here.')
  return bytes
}
