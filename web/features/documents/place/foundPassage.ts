import type { Addresses } from './address.ts'

/** Words that a search has found, where a preview shows them. */
export interface FoundPlace {
  /** From 1; null in a file without pages. */
  readonly page: number | null
  /** Of a workbook. */
  readonly sheet: string | null
  readonly words: string
}

/** Characters of a sheet's name, and of words, that an address leads to. */
const LONGEST = 200

/** A document at a passage, with its words marked (FIND-06). */
export function passageAddress(
  addresses: Addresses,
  documentId: string,
  { page, sheet, words }: FoundPlace,
): string {
  const place = new URLSearchParams({
    ...(page !== null && { page: String(page) }),
    ...(sheet !== null && { sheet }),
    ...(words !== '' && { words }),
  })
  return place.size === 0 ? addresses.to(documentId) : `${addresses.to(documentId)}?${place}`
}

/** The passage that an address leads to; null for none. */
export function foundPlaceOf(address: URLSearchParams): FoundPlace | null {
  const asked = Number(address.get('page'))
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 100_000 ? asked : null
  const sheet = address.get('sheet')?.slice(0, LONGEST) || null
  const words = (address.get('words') ?? '').slice(0, LONGEST)
  return page === null && sheet === null && words === '' ? null : { page, sheet, words }
}
