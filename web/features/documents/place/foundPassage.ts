import type { Addresses } from './address.ts'

/** Words that a search has found, where a preview shows them. */
export interface FoundPlace {
  /** From 1. */
  readonly page: number
  readonly words: string
}

/** The page of a document at a passage, with its words marked (FIND-06). */
export function passageAddress(
  addresses: Addresses,
  documentId: string,
  { page, words }: { page: number | null; words: string },
): string {
  if (page === null) return addresses.to(documentId)
  return `${addresses.to(documentId)}?${new URLSearchParams({ page: String(page), words })}`
}

/** The passage that an address leads to; null for none. */
export function foundPlaceOf(address: URLSearchParams): FoundPlace | null {
  const page = Number(address.get('page'))
  if (!Number.isInteger(page) || page < 1 || page > 100_000) return null
  return { page, words: (address.get('words') ?? '').slice(0, 200) }
}
