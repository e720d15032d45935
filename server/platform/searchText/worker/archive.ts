import { unzipSync } from 'fflate'
import { MAX_UNPACKED_BYTES } from '../limits.ts'
import { Refused } from './collect.ts'

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
/** Name of the stream in which Office keeps a file with a password. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Whether it is a file of an old Office format, or one with a password. */
export const isCompound = (bytes: Buffer): boolean => COMPOUND.every((byte, at) => bytes[at] === byte)

/**
 * The parts of an Office or OpenDocument file whose names are wanted, as texts.
 * @throws Refused for one with a password, of an old format, without `needed`, or that unpacks to too much by its own
 * word; one that lies runs into the limits of the process
 */
export function archiveTexts(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  needed?: string,
): Map<string, string> {
  if (isCompound(bytes)) {
    throw new Refused(bytes.includes(ENCRYPTED) ? 'PROTECTED' : 'OLD')
  }
  let sum = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!isWanted(name)) return false
      sum += originalSize
      if (sum > MAX_UNPACKED_BYTES) throw new Refused('LARGE')
      return true
    },
  })
  const texts = new Map(Object.entries(parts).map(([name, part]) => [name, new TextDecoder().decode(part)]))
  if (needed !== undefined && !texts.has(needed)) throw new Refused('DAMAGED')
  return texts
}
