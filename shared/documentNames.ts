/** Longest name of a file or folder, in bytes of UTF-8 (transport.md 4). */
export const MAX_NAME_BYTES = 255

/** System files; uploads skip them (UPL-19) and no document may have such a name. */
export const REFUSED_NAMES: readonly string[] = ['.DS_Store', 'Thumbs.db']

/** The name as it is kept, or one sentence for the person who gave it. */
export type NameCheck =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly reason: string }

const encoder = new TextEncoder()

const refuse = (reason: string): NameCheck => ({ ok: false, reason })

/**
 * The one rule for names of files and folders, for the browser before it sends and for the server before it
 * stores: NFC (macOS hands out NFD), trimmed, 1 to 255 bytes, no separators or control characters, not a
 * path step. Names that Windows reserves are taken; zips write those with an underscore.
 */
export function normaliseName(given: string): NameCheck {
  if (!given.isWellFormed()) return refuse('A name cannot contain broken characters.')
  const name = given.normalize('NFC').trim()
  if (name === '') return refuse('A name cannot be blank.')
  if (name === '.' || name === '..') return refuse('A name cannot be "." or "..".')
  if (/[/\\]/u.test(name)) return refuse('A name cannot contain / or \\.')
  if (/\p{Cc}/u.test(name)) return refuse('A name cannot contain control characters.')
  if (REFUSED_NAMES.includes(name)) return refuse(`${name} is a system file and is not accepted.`)
  const bytes = encoder.encode(name).length
  if (bytes > MAX_NAME_BYTES) {
    return refuse(`A name can have at most ${MAX_NAME_BYTES} bytes, this one has ${bytes}.`)
  }
  return { ok: true, name }
}
