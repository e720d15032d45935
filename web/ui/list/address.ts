/* What an address says of a list: its page, and nothing of it on the first. */

/** Pages whose offset the server takes. */
const MAX_PAGES = 10_000_000

/** The page of an address, from 1. */
export function pageOf(address: URLSearchParams): number {
  const page = Number(address.get('page') ?? 1)
  return Number.isSafeInteger(page) && page > 0 && page <= MAX_PAGES ? page : 1
}

export function withPage(address: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(address)
  next.delete('page')
  if (page > 1) next.set('page', String(page))
  return next
}
