import { readFileSync } from 'node:fs'
import { ConfigError } from './config.ts'
import { codeOf } from './platform/errorCode.ts'

/** Characters of the longest licence agreement that is taken: some 100 pages. */
export const MAX_LICENCE_LENGTH = 300_000

/**
 * The text of an operator's own licence agreement (EULA-02).
 * @throws ConfigError for a file that can't be read, is no text, is empty or too long
 */
export function readLicence(file: string): string {
  const refused = (reason: string) => new ConfigError(`LICENCE_FILE is ${JSON.stringify(file)}, ${reason}.`)
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw refused(`which can't be read (${codeOf(error)})`)
  }
  const text = textOf(bytes)
  if (text === null) throw refused('which is no text in UTF-8')
  if (text.trim() === '') throw refused('which is empty, but must hold the text of the licence agreement')
  if (text.length > MAX_LICENCE_LENGTH) {
    throw refused(`which is longer than the ${MAX_LICENCE_LENGTH} characters that are possible`)
  }
  return text
}

function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
