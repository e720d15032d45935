import type { FieldPolicy, Reference } from '@apollo/client'

type StoredRow = Reference | { readonly id?: unknown }

interface StoredPage {
  readonly rows: readonly StoredRow[]
}

/**
 * A field that gives a list page by page under `rows`: pages of the same arguments `keys` are kept as one list, each
 * put where its `offset` says (ANA-14). When the first page comes again with other rows, what followed it is out of
 * date and goes; an entry that moved onto a later page meanwhile is not shown twice.
 */
export const appendedPages = (keys: readonly string[]): FieldPolicy<StoredPage> => ({
  keyArgs: [...keys],
  merge: (existing, incoming, { args, readField }) => {
    const idOf = (row: StoredRow | undefined) => row && readField('id', row as Reference)
    const offset = Number(args?.offset ?? 0)
    const before = existing?.rows ?? []
    if (offset > 0) {
      const kept = before.slice(0, offset)
      const known = new Set(kept.map(idOf))
      return { ...incoming, rows: [...kept, ...incoming.rows.filter((row) => !known.has(idOf(row)))] }
    }
    const same = incoming.rows.every((row, at) => idOf(row) === idOf(before[at]))
    return {
      ...incoming,
      rows: same ? [...incoming.rows, ...before.slice(incoming.rows.length)] : incoming.rows,
    }
  },
})
