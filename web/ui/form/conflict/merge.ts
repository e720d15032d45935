/** A value that two people changed to different ones; its path is that of the form's field, such as 'panels.0.count'. */
export interface Overlap {
  readonly path: string
  readonly mine: unknown
  readonly theirs: unknown
}

/** A value that only the other person changed. */
export interface MergedChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

export interface Merge<Values> {
  /** Mine, with what only the other person changed. Where both changed something, it is mine. */
  readonly values: Values
  readonly overlaps: readonly Overlap[]
  readonly merged: readonly MergedChange[]
}

type IsSame<Value> = (one: Value, other: Value) => boolean

const isEqual: IsSame<unknown> = (one, other) => JSON.stringify(one) === JSON.stringify(other)

/** Of one value that two people may have changed: whose it is, 'both' where they changed it to different ones. */
export function decide<Value>(
  base: Value,
  mine: Value,
  theirs: Value,
  isSame: IsSame<Value> = isEqual,
): 'mine' | 'theirs' | 'both' {
  if (isSame(theirs, base) || isSame(theirs, mine)) return 'mine'
  return isSame(mine, base) ? 'theirs' : 'both'
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The id of an entry of a set: itself, or that of a row which has nothing else. */
function idOf(entry: unknown): string | null {
  if (typeof entry === 'string') return entry
  if (!isFields(entry) || typeof entry.id !== 'string') return null
  return Object.keys(entry).length === 1 ? entry.id : null
}

const isSet = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((entry) => idOf(entry) !== null)

const below = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`)

/**
 * What two people made of the same values. Fields are compared one by one, sets of ids by what was added and taken, and
 * rows one by one while nobody has added or removed any; else a list is one value.
 * @param base what both began with, and what was saved then
 */
export function merge<Values>(base: Values, mine: Values, theirs: Values): Merge<Values> {
  const overlaps: Overlap[] = []
  const merged: MergedChange[] = []
  const fieldsOf = (path: string, before: Fields, own: Fields, other: Fields): Fields =>
    Object.fromEntries(
      [...new Set([...Object.keys(own), ...Object.keys(other)])].map((key) => [
        key,
        valueAt(below(path, key), before[key], own[key], other[key]),
      ]),
    )
  const setOf = (path: string, [before, own, other]: readonly (readonly unknown[])[]): readonly unknown[] => {
    const ids = (entries: readonly unknown[] | undefined) => new Set(entries?.map(idOf))
    const [first, here, there] = [ids(before), ids(own), ids(other)]
    // A row that nothing is chosen in yet stays.
    const kept = (own ?? []).filter((entry) => {
      const id = idOf(entry)
      return id === '' || there.has(id) || !first.has(id)
    })
    const added = (other ?? []).filter((entry) => !first.has(idOf(entry)) && !here.has(idOf(entry)))
    const all = [...kept, ...added]
    if (!isEqual(all, own)) merged.push({ path, before: own, after: all })
    return all
  }
  const valueAt = (path: string, before: unknown, own: unknown, other: unknown): unknown => {
    const whose = decide(before, own, other)
    if (whose === 'mine') return own
    if (isFields(before) && isFields(own) && isFields(other)) return fieldsOf(path, before, own, other)
    if (isSet(before) && isSet(own) && isSet(other)) return setOf(path, [before, own, other])
    if (Array.isArray(before) && Array.isArray(own) && Array.isArray(other)) {
      if (before.length === own.length && own.length === other.length) {
        return own.map((entry, row) => valueAt(below(path, row), before[row], entry, other[row]))
      }
    }
    if (whose === 'theirs') {
      merged.push({ path, before, after: other })
      return other
    }
    overlaps.push({ path, mine: own, theirs: other })
    return own
  }
  return { values: valueAt('', base, mine, theirs) as Values, overlaps, merged }
}
