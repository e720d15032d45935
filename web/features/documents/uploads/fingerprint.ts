/** Bytes at each end of a file that tell it from another (INDEX-11). */
const END_BYTES = 64 * 1024
/** Bytes from which a file is sent so that it can go on; a smaller one is sent again as quickly. */
const MIN_BYTES = 1024 * 1024

export const canGoOn = (file: File): boolean => file.size >= MIN_BYTES

/**
 * What two files share that have the same first and last bytes; null where the browser doesn't say, as without HTTPS.
 * @throws where the file can't be read
 */
export async function fingerprintOf(file: Blob): Promise<string | null> {
  const ends = new Blob([file.slice(0, END_BYTES), file.slice(Math.max(END_BYTES, file.size - END_BYTES))])
  const bytes = await ends.arrayBuffer()
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
