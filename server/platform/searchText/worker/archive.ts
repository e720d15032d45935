import { unzipSync } from 'fflate'
import { compoundKind } from '../../../../shared/compoundFiles.ts'
import { MAX_UNPACKED_BYTES } from '../limits.ts'
import { Refused } from './collect.ts'

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
  const compound = compoundKind(bytes)
  if (compound) throw new Refused(compound)
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
