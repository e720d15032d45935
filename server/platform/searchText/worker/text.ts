import { windowsOf } from '../../../../shared/windowsText.ts'
import { type ReadFile, Refused } from './collect.ts'
import { wordsOfHtml } from './html.ts'

export const readText: ReadFile = (into, bytes) => void into.addLong(decoded(bytes))

/** What a page says, without what is not shown. */
export const readHtml: ReadFile = (into, bytes) => void into.addLong(wordsOfHtml(decoded(bytes)))

/** As the mark at its start says, else UTF-8, else what Windows wrote for a long time. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Bytes of zero stand in no text that is not marked as of two bytes a character.
  if (bytes.subarray(0, 65_536).includes(0)) throw new Refused('DAMAGED')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(windowsOf(bytes)).decode(bytes)
  }
}
