/** A place in a list of rows. */
interface Spot {
  readonly list: Element
  readonly index: number
}

/** Where the first of those documents stands in the list that is shown; null where it is in none. */
export function spotOf(ids: readonly string[]): Spot | null {
  const rows = ids.map((id) => document.querySelector<HTMLElement>(`[data-row][data-id="${CSS.escape(id)}"]`))
  const [first] = rows.filter((row) => row !== null).sort((a, b) => indexOf(a) - indexOf(b))
  return first?.parentElement ? { list: first.parentElement, index: indexOf(first) } : null
}

const indexOf = (row: HTMLElement): number => Number(row.dataset.row)

/**
 * Moves the focus to the row that has come to a place where another was deleted, else to the one before, else to
 * the page itself. Whoever has put it elsewhere meanwhile keeps it there.
 */
export function focusAt(spot: Spot | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const rows = spot ? [...spot.list.querySelectorAll<HTMLElement>('[data-row]')] : []
  const row = rows.find((each) => indexOf(each) === spot?.index) ?? rows.at(-1)
  const target = row ?? document.querySelector('main')
  target?.focus({ preventScroll: row === undefined })
}
