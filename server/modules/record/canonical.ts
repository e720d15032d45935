/** A row as it is read to become a leaf; absent values are null. Moments are microseconds since 1970. */
export type Content = Readonly<Record<string, unknown>>

/**
 * The canonical form of a row (docs/record.md): JSON by RFC 8785, without the members that have no value, so that a
 * column of later changes no leaf of before (CHAIN-01).
 */
export function canonicalText(content: Content): string {
  let text = '{'
  for (const name of inOrder(Object.keys(content))) {
    const value = content[name]
    if (value === null || value === undefined) continue
    if (text.length > 1) text += ','
    text += head(name) + canonicalValue(value)
  }
  return `${text}}`
}

/** Members in their order; those of a kind of rows are always the same, so that to look is less than to sort. */
function inOrder(names: string[]): string[] {
  for (let at = 1; at < names.length; at += 1)
    if ((names[at - 1] ?? '') > (names[at] ?? '')) return names.sort()
  return names
}

/** Names of members, which are those of a few kinds of rows, as they begin their member. */
const heads = new Map<string, string>()

function head(name: string): string {
  const known = heads.get(name)
  if (known !== undefined) return known
  const made = `${JSON.stringify(name)}:`
  heads.set(name, made)
  return made
}

function canonicalValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalValue).join()}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalValue(member)}`).join()}}`
  }
  return JSON.stringify(value)
}

/** The second that was asked for last, and its text: rows that follow each other are often of one. */
let lastSecond = { seconds: 0, text: '1970-01-01T00:00:00' }

/** A moment of the database, given in microseconds, as `2026-03-01T12:00:00.123456Z`. */
export function momentText(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000)
  if (seconds !== lastSecond.seconds)
    lastSecond = { seconds, text: new Date(seconds * 1000).toISOString().slice(0, -5) }
  const rest = String(microseconds - seconds * 1_000_000).padStart(6, '0')
  return `${lastSecond.text}.${rest}Z`
}
