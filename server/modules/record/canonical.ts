/** A row as it is read to become a leaf; absent values are null. Moments are microseconds since 1970. */
export type Content = Readonly<Record<string, unknown>>

/**
 * The canonical form of a row (docs/record.md): JSON by RFC 8785, without the members that have no value, so that a
 * column of later changes no leaf of before (CHAIN-01).
 */
export function canonicalText(content: Content): string {
  let text = '{'
  for (const name of Object.keys(content).sort()) {
    const value = content[name]
    if (value === null || value === undefined) continue
    if (text.length > 1) text += ','
    text += `${JSON.stringify(name)}:${canonicalValue(value)}`
  }
  return `${text}}`
}

function canonicalValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalValue).join()}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalValue(member)}`).join()}}`
  }
  return JSON.stringify(value)
}

/** A moment of the database, given in microseconds, as `2026-03-01T12:00:00.123456Z`. */
export function momentText(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000)
  const rest = String(microseconds - seconds * 1_000_000).padStart(6, '0')
  return `${new Date(seconds * 1000).toISOString().slice(0, -5)}.${rest}Z`
}
