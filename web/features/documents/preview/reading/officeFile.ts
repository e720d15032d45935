import { PreviewFailure } from './failure.ts'
import { openZip, type ZipEntry } from './zip.ts'

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
const ZIP = [0x50, 0x4b]

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/** Name of the stream in which Office keeps a document with a password, as a compound file writes names. */
const ENCRYPTED = new Uint8Array([...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]))

function contains(bytes: Uint8Array, part: Uint8Array): boolean {
  const first = part[0] ?? 0
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (part.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

/**
 * The parts of a Word or Excel file.
 * @param kind as people call it, with its article: 'a Word document'
 * @throws PreviewFailure for what is protected, of the old format, damaged, or something else under that name
 */
export function openOffice(bytes: Uint8Array, kind: string): Map<string, ZipEntry> {
  if (startsWith(bytes, COMPOUND)) {
    if (contains(bytes, ENCRYPTED)) throw new PreviewFailure('This file is protected by a password.')
    throw new PreviewFailure('This file is of an old format that cannot be shown here.')
  }
  if (!startsWith(bytes, ZIP)) throw new PreviewFailure(`This is not ${kind}, although its name says so.`)
  return openZip(bytes)
}
