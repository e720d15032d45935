import { createHash, randomBytes } from 'node:crypto'

const TOKEN = /^[\w-]{43}$/

/** A secret for a cookie: 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token, or of another secret as random, so that a copy of the database lets nobody in. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Cookies come from outside; one of another shape was never given out. */
export const isToken = (text: string): boolean => TOKEN.test(text)
