/** What a column asks for, in px. */
export interface WidthRange {
  /** Below it the table scrolls sideways. */
  readonly min: number
  /** All that its content needs. */
  readonly need: number
  /** Share of the room that is left when all have what they need. */
  readonly grow: number
  /** How fast it gets what it needs while there is too little room for all. */
  readonly weight: number
}

/**
 * Widths in px that fill the room: what the content needs where there is room for it. Where there is not, all columns
 * grow from their least side by side until each has enough.
 */
export function columnWidths(room: number, ranges: readonly WidthRange[]): number[] {
  const widths = ranges.map(({ min }) => min)
  let left = room - widths.reduce((sum, width) => sum + width, 0)
  const missing = (at: number) => (ranges[at]?.need ?? 0) - (widths[at] ?? 0)
  const give = (at: number, px: number) => {
    widths[at] = (widths[at] ?? 0) + px
    left -= px
  }
  const places = ranges.map((_, at) => at)
  const weightOf = (at: number) => ranges[at]?.weight ?? 0
  for (let open = places; left > 0.5; ) {
    open = open.filter((at) => missing(at) > 0)
    if (open.length === 0) break
    const share = left / open.reduce((sum, at) => sum + weightOf(at), 0)
    for (const at of open) give(at, Math.min(missing(at), share * weightOf(at)))
  }
  const grow = ranges.reduce((sum, range) => sum + range.grow, 0)
  if (left > 0 && grow > 0) {
    const rest = left
    ranges.forEach((range, at) => {
      give(at, (rest * range.grow) / grow)
    })
  }
  return widths.map(Math.floor)
}
