import { createHmac, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH } from '../../../shared/accountRules.ts'

/** Seconds for which an app shows a code. */
const STEP_S = 30
/** Steps by which the clocks of app and server may differ. */
const TOLERANCE = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_S)

/** The code of a step: RFC 6238 with SHA-1 and 6 digits, which all authenticator apps know. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')
}

/** The step whose code this is, of those around now and after the last used one; null for a wrong or used code. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null {
  const given = Buffer.from(code)
  const current = stepAt(now)
  let found: number | null = null
  // All are compared, so that the time says nothing of the clocks.
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1) {
    const expected = Buffer.from(codeOfStep(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected) && step > lastStep)
      found ??= step
  }
  return found
}

/** As apps and people type a secret. */
export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the app reads from the QR code. */
export const enrolmentUri = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Helioroom:${email}`)}?${new URLSearchParams({ secret, issuer: 'Helioroom' })}`
