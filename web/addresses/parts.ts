export function withPart(address: string, part: string | undefined): string {
  return part === undefined ? address : `${address}/${part}`
}

export function withQuery(address: string, query: URLSearchParams | undefined): string {
  return query === undefined || query.size === 0 ? address : `${address}?${query}`
}
