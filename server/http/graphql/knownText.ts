import { createHash } from 'node:crypto'

/** What a text of the page's operations is known by: its SHA-256 in base64url. */
export const knownAs = (text: string): string => createHash('sha256').update(text).digest('base64url')
