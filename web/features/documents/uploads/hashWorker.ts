import { createSha256 } from './sha256.ts'

/** A question of the page. */
export interface HashOrder {
  readonly id: number
  readonly content: Blob
}

/** Null where the content can't be read. */
export interface HashAnswer {
  readonly id: number
  readonly sha256: string | null
}

/** Bytes of the largest content that is hashed in one piece of memory, and of the pieces of others. */
const MAX_WHOLE_BYTES = 104_857_600
const PIECE_BYTES = 16 * 1024 * 1024

async function sha256Of(content: Blob): Promise<string> {
  if (content.size <= MAX_WHOLE_BYTES && globalThis.crypto?.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const hash = createSha256()
  for (let from = 0; from < content.size; from += PIECE_BYTES) {
    hash.add(new Uint8Array(await content.slice(from, from + PIECE_BYTES).arrayBuffer()))
  }
  return hash.end()
}

/** One after the other, since each is in memory meanwhile. */
let last: Promise<unknown> = Promise.resolve()

addEventListener('message', ({ data: { id, content } }: MessageEvent<HashOrder>) => {
  last = last
    .then(() => sha256Of(content))
    .catch(() => null)
    .then((sha256: string | null) => postMessage({ id, sha256 } satisfies HashAnswer))
})
