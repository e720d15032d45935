/** The widest that words get in a cell; names are set in it. */
const FONT = '500 13px "IBM Plex Sans Variable", system-ui, sans-serif'
const MAX_KEPT = 10_000

const kept = new Map<string, number>()
let pen: CanvasRenderingContext2D | null | undefined

/** Width of words in a cell, in px. */
export function textWidth(text: string): number {
  const known = kept.get(text)
  if (known !== undefined) return known
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = FONT
    // What was measured before the font was there is measured again.
    document.fonts?.addEventListener('loadingdone', () => kept.clear())
  }
  // Where nothing can be drawn, as widths go on average.
  const width = Math.ceil(pen ? pen.measureText(text).width : text.length * 7)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(text, width)
  return width
}
