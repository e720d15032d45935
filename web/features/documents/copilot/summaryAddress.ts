import type { Addresses } from '../place/address.ts'

export interface SummaryPlace {
  documentId: string
  jobId: string
  /** The version that was read; the current one without. */
  versionId?: string
  /** Its number among the facts of the document, from 0; none without. */
  fact?: number
}

/** The page of a document that a summary read, with what it found beside it. */
export function summaryAddress(addresses: Addresses, place: SummaryPlace): string {
  const search = new URLSearchParams({ summary: place.jobId })
  if (place.versionId !== undefined) search.set('version', place.versionId)
  if (place.fact !== undefined) search.set('fact', String(place.fact))
  return `${addresses.to(place.documentId)}?${search}`
}

/** The summary that an address asks for, and the fact in it. */
export function summaryPlaceOf(search: URLSearchParams): { jobId: string; fact: number | null } | null {
  const jobId = search.get('summary')
  const fact = search.get('fact')
  if (jobId === null) return null
  return { jobId, fact: fact !== null && /^\d{1,4}$/.test(fact) ? Number(fact) : null }
}
