/**
 * Canonical JSON of an archive (docs/archive.md): members sorted by their names, without those that have no value, at any
 * depth; the record's own form keeps what it hashed of old, and so does not serve here.
 */
export function canonicalJson(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString())
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`
}

/** A list as a page that is opened from disk loads it: one call of a function. */
export const callText = (list: Readonly<Record<string, unknown>> | string): string => {
  const text = typeof list === 'string' ? list : canonicalJson(list)
  return `helioroom(${inScript(text)});\n`
}

/** JSON that ends no script and breaks no line. */
const inScript = (json: string): string =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
