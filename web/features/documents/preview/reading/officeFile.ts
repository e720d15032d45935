import { compoundKind } from '../../../../../shared/compoundFiles.ts'
import { PreviewFailure } from './failure.ts'
import { openZip, type ZipEntry } from './zip.ts'

const ZIP = [0x50, 0x4b]

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/**
 * The parts of a Word or Excel file.
 * @param kind as people call it, with its article: 'a Word document'
 * @throws PreviewFailure for what is protected, of the old format, damaged, or something else under that name
 */
export function openOffice(bytes: Uint8Array, kind: string): Map<string, ZipEntry> {
  const compound = compoundKind(bytes)
  if (compound === 'PROTECTED') throw new PreviewFailure('This file is protected by a password.')
  if (compound === 'OLD') throw new PreviewFailure('This file is of an old format that cannot be shown here.')
  if (!startsWith(bytes, ZIP)) throw new PreviewFailure(`This is not ${kind}, although its name says so.`)
  return openZip(bytes)
}
