/** What a column asks for, in px. */
export interface WidthWish {
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
export function columnWidths(room: number, wishes: readonly WidthWish[]): number[] {
  const widths = wishes.map(({ min }) => min)
  let left = room - widths.reduce((sum, width) => sum + width, 0)
  const missing = (at: number) => (wishes[at]?.need ?? 0) - (widths[at] ?? 0)
  const give = (at: number, px: number) => {
    widths[at] = (widths[at] ?? 0) + px
    left -= px
  }
  const places = wishes.map((_, at) => at)
  const weightOf = (at: number) => wishes[at]?.weight ?? 0
  for (let open = places; left > 0.5; ) {
    open = open.filter((at) => missing(at) > 0)
    if (open.length === 0) break
    const share = left / open.reduce((sum, at) => sum + weightOf(at), 0)
    for (const at of open) give(at, Math.min(missing(at), share * weightOf(at)))
  }
  const grow = wishes.reduce((sum, wish) => sum + wish.grow, 0)
  if (left > 0 && grow > 0) {
    const rest = left
    wishes.forEach((wish, at) => {
      give(at, (rest * wish.grow) / grow)
    })
  }
  return widths.map(Math.floor)
}
