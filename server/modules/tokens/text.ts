import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'hr_'
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Characters drawn by lot: 202 bits. */
const SECRET_LENGTH = 34
const CHECKSUM_LENGTH = 6
const SHAPE = /^hr_[0-9A-Za-z]{40}$/

/** What lets scanners of code, and the server, tell a token from what merely looks like one. */
function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let n = 0; n < CHECKSUM_LENGTH; n += 1) {
    text = SIGNS.charAt(rest % SIGNS.length) + text
    rest = Math.floor(rest / SIGNS.length)
  }
  return text
}

/** A token: `hr_` and 40 characters, of which the last six are a checksum of those before (TOKEN-03). */
export function newTokenText(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  return PREFIX + secret + checksumOf(secret)
}

/** Whether a text can be a token: others were never given out, and the database is not asked for them. */
export function isTokenText(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const secret = text.slice(PREFIX.length, -CHECKSUM_LENGTH)
  return text.endsWith(checksumOf(secret))
}
