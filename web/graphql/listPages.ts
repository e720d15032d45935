/** Rows of a long list that one request gives: few enough to be taken up between two frames of scrolling. */
export const PAGE_SIZE = 50

/** Pages kept before and after the ones in view. */
const KEPT_AROUND = 5

/** The pages that hold rows from `start` up to, not including, `end`. */
export function pagesOfRange(start: number, end: number): number[] {
  const first = Math.floor(start / PAGE_SIZE)
  const last = Math.floor(Math.max(start, end - 1) / PAGE_SIZE)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Whether a page is close enough to the needed ones to be kept and read again with them. */
export const isNear = (page: number, needed: readonly number[]): boolean =>
  needed.some((one) => Math.abs(one - page) <= KEPT_AROUND)

/**
 * The rows of a list of `count`, as far as their pages have come; the others are undefined. Where the list changed
 * between two requests the same row may stand on two pages: it is shown once.
 */
export function rowsOfPages<Row extends { id: string }>(
  count: number,
  pages: ReadonlyMap<number, readonly Row[]>,
): readonly (Row | undefined)[] {
  const rows = new Array<Row | undefined>(count).fill(undefined)
  const placed = new Set<string>()
  for (const [page, entries] of [...pages].sort(([a], [b]) => a - b)) {
    entries.forEach((entry, at) => {
      const index = page * PAGE_SIZE + at
      if (index >= count || placed.has(entry.id)) return
      rows[index] = entry
      placed.add(entry.id)
    })
  }
  return rows
}
