import { decodedText } from '../../../../shared/windowsText.ts'
import { type ReadFile, Refused } from './collect.ts'
import { wordsOfHtml } from './html.ts'

export const readText: ReadFile = (into, bytes) => void into.addLong(decoded(bytes))

/** What a page says, without what is not shown. */
export const readHtml: ReadFile = (into, bytes) => void into.addLong(wordsOfHtml(decoded(bytes)))

function decoded(bytes: Buffer): string {
  const text = decodedText(bytes)
  if (text === null) throw new Refused('DAMAGED')
  return text
}
