/** The middle value, or the mean of the two middle ones. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const high = sorted[Math.floor(sorted.length / 2)]
  const low = sorted[Math.ceil(sorted.length / 2) - 1]
  if (high === undefined || low === undefined) throw new RangeError('A median needs a value.')
  return (low + high) / 2
}

/**
 * How often `ours` goes into `floor`, round by round, and of that the median: what slows both sides of a round,
 * such as another program on the machine, falls out.
 */
export const medianRatio = (ours: readonly number[], floor: readonly number[]): number =>
  median(ours.map((value, round) => value / (floor[round] ?? Number.NaN)))

/** A goal for a figure: reached at or above `atLeast`, at or below `atMost`. */
export type Target = { readonly atLeast: number } | { readonly atMost: number }

export const isMet = (figure: number, target: Target): boolean =>
  'atLeast' in target ? figure >= target.atLeast : figure <= target.atMost

/** Lines of cells under each other, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
