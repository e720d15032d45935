/** A piece of text on a page, in points from its lower left corner. */
export interface Piece {
  str: string
  x: number
  y: number
  width: number
  height: number
}

/** Pieces as lines from the top: what is far apart in a line are columns, a larger gap ends a paragraph. */
export function laidOut(pieces: readonly Piece[]): string {
  const rows: { y: number; height: number; pieces: Piece[] }[] = []
  for (const piece of pieces) {
    if (piece.str.trim() === '') continue
    // The order of the file is the order of reading nearly always; a line is looked for among the last ones.
    const row = rows
      .slice(-12)
      .find(({ y, height }) => Math.abs(y - piece.y) < Math.max(2, Math.min(height, piece.height) * 0.45))
    if (row) row.pieces.push(piece)
    else rows.push({ y: piece.y, height: piece.height, pieces: [piece] })
  }
  let text = ''
  let last: { y: number; height: number } | undefined
  for (const row of rows) {
    const gap = last ? last.y - row.y : 0
    if (last) text += gap > Math.max(last.height, row.height) * 1.9 || gap < 0 ? '\n\n' : '\n'
    text += joined(row.pieces.toSorted((a, b) => a.x - b.x))
    last = row
  }
  return text
}

function joined(pieces: readonly Piece[]): string {
  let line = ''
  let end = Number.NaN
  for (const { str, x, width, height } of pieces) {
    const gap = x - end
    if (gap > Math.max(height, 6) * 1.4) line = `${line.trimEnd()}\t`
    else if (gap > Math.max(height, 6) * 0.12 && !line.endsWith(' ') && !str.startsWith(' ')) line += ' '
    line += str
    end = x + width
  }
  return line.trim()
}
