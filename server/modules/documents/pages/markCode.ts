import { randomBytes } from 'node:crypto'

/** Digits and capital letters without I, L, O and U (MARK-08): one for each five bits. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** A code that nobody can guess: of 60 random bits. */
export const newCode = (): string => Array.from(randomBytes(LENGTH), (byte) => SIGNS[byte & 31]).join('')

/** As it is written: XXXX-XXXX-XXXX. */
export const writtenCode = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** The code that somebody has read off a page (MARK-12); null for what is no 12 letters and digits. */
export function readCode(typed: string): string | null {
  const signs = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return signs.length === LENGTH && /^[0-9A-Z]*$/.test(signs) ? signs : null
}
