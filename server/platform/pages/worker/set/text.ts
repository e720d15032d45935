import { decoded } from './decoded.ts'
import { isWestern, MONOSPACED, Paper, REGULAR, SHEET, settable } from './paper.ts'

const PT = 9
const LINE_PT = 12
/** Columns of a tab. */
const TAB = 4

/** A text as pages. @throws for what is no text, TooManyPages */
export const setText = (bytes: Buffer): Promise<Buffer> => {
  const paper = new Paper()
  putText(paper, decoded(bytes), { pt: PT, linePt: LINE_PT, isPlain: true })
  return paper.end()
}

/** Puts lines below each other; plain text stays in columns where its letters allow it. @throws TooManyPages */
export function putText(
  paper: Paper,
  text: string,
  { pt, linePt, isPlain }: { pt: number; linePt: number; isPlain: boolean },
): void {
  const font = isPlain && isWestern(text) ? MONOSPACED : REGULAR
  const style = { font, pt }
  const room = paper.size.width - 2 * SHEET.margin
  for (const [line] of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    const written = settable(line.replace(/[\r\n]+$/, '').replaceAll('\t', ' '.repeat(TAB)))
    for (const part of paper.broken(written, room, style)) {
      paper.need(linePt)
      paper.put(part, SHEET.margin, style)
      paper.y += linePt
    }
  }
}
