import type { SizesRefusal } from '../asked.ts'

/** Why a file that can be read has no pages, in place of their sizes. */
export const refused = (why: SizesRefusal): Buffer => Buffer.from(JSON.stringify({ refused: why }))
