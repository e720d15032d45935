import type { DrawnMark } from './asked.ts'

/** Points of a letter, of which a mark's size is in points: on other pages it is in proportion (MARK-19). */
const LETTER = { width: 612, height: 792 }
/** Lines are set smaller until they fit, not below so many points; then they end with an ellipsis (MARK-17). */
const SMALLEST_PT = 6
/** Height of a line by that of its letters. */
const LINE = 1.25
/** Tiles rise like the lines of a stamp, so that no line of the page hides one. */
const SLANT = -Math.PI / 7
/** Parts of a page that no tile may leave free (MARK-14). */
const COLUMNS = 3
const ROWS = 4

export interface Size {
  width: number
  height: number
}

/** A place from the upper left corner, to the right and down. */
export interface Point {
  x: number
  y: number
}

/** How wide a text is in letters of that size. */
export type Measure = (text: string, size: number) => number

/** A mark as it stands on a page, in the unit of the page's own size; its own size is that of its lines before they are turned. */
export interface LaidMark extends Size {
  /** Height of the letters. */
  size: number
  /** What their places are measured from, and by which angle they are turned around it. */
  origin: Point
  angle: number
  /** Where its lines stand, once or many times. */
  spots: readonly Point[]
  /** Of one of them, from its spot. */
  lines: readonly LaidLine[]
}

/** A line at the place of its upper left corner. */
export interface LaidLine extends Point {
  text: string
}

/** Lines with the size of their letters, of which none is wider than the page allows. */
interface Block extends Size {
  texts: readonly string[]
  size: number
}

/** Where the lines of a mark stand on a page of that size. */
export function layOutMark(mark: DrawnMark, page: Size, measure: Measure): LaidMark {
  const { room, place } = PLACED[mark.position]
  const block = fitted(mark, page, room(page), measure)
  const { origin, angle, spots } = place(block, page)
  const { size, width, height } = block
  const lines = block.texts.map((text, at) => ({ text, x: 0, y: at * size * LINE }))
  return { size, origin, angle, spots, lines, width, height }
}

interface Placement {
  /** How wide lines may be. */
  room(page: Size): number
  place(block: Block, page: Size): { origin: Point; angle: number; spots: Point[] }
}

const upright = (spot: Point) => ({ origin: { x: 0, y: 0 }, angle: 0, spots: [spot] })
const middle = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 })

const PLACED: Readonly<Record<DrawnMark['position'], Placement>> = {
  TILED: {
    room: (page) => 0.8 * page.width,
    place: (block, page) => {
      // Each part of the page is to be crossed, however wide the lines are.
      const stepX = block.width + 2 * block.size
      const stepY = Math.min(block.height + 3 * block.size, page.height / ROWS)
      const reach = Math.hypot(page.width, page.height) / 2
      const spots: Point[] = []
      for (let row = 0, y = -reach; y < reach; row += 1, y += Math.max(stepY, block.height)) {
        const shift = (row % COLUMNS) * (stepX / COLUMNS)
        for (let x = -reach - shift; x < reach; x += stepX) spots.push({ x, y })
      }
      return { origin: middle(page), angle: SLANT, spots }
    },
  },
  DIAGONAL: {
    room: (page) => 0.8 * Math.hypot(page.width, page.height),
    place: (block, page) => ({
      origin: middle(page),
      angle: -Math.atan2(page.height, page.width),
      spots: [{ x: -block.width / 2, y: -block.height / 2 }],
    }),
  },
  TOP: {
    room: (page) => 0.94 * page.width,
    place: (block, page) => upright({ x: (page.width - block.width) / 2, y: block.size }),
  },
  BOTTOM: {
    room: (page) => 0.94 * page.width,
    place: (block, page) =>
      upright({ x: (page.width - block.width) / 2, y: page.height - block.height - block.size }),
  },
}

/** Sets the lines in the mark's size, or as much smaller as they need; what is longer still ends with an ellipsis. */
function fitted(mark: DrawnMark, page: Size, room: number, measure: Measure): Block {
  const perPoint = Math.sqrt((page.width * page.height) / (LETTER.width * LETTER.height))
  const wanted = mark.size * perPoint
  const widest = (texts: readonly string[], size: number): number =>
    Math.max(...texts.map((text) => measure(text, size)))
  const needed = widest(mark.lines, wanted)
  const smallest = SMALLEST_PT * perPoint
  const size = needed > room ? Math.max(smallest, (wanted * room) / needed) : wanted
  const code = mark.lines.length - 1
  const texts = mark.lines.map((line, at) =>
    // Above the smallest size all of it fits, but for what rounding adds.
    at === code || size > smallest ? line : cut(line, mark.email, (text) => measure(text, size) <= room),
  )
  return { texts, size, width: widest(texts, size), height: texts.length * size * LINE }
}

type Fits = (text: string) => boolean

/** A line as far as it fits. The e-mail stays whole: what is after it makes way, and then what is before it. */
function cut(line: string, email: string | null, fits: Fits): string {
  if (fits(line)) return line
  const at = email === null ? -1 : line.indexOf(email)
  if (email === null || at < 0) return longest(line, (text) => `${text}…`, fits)
  const [before, after] = [line.slice(0, at), line.slice(at + email.length)]
  if (after !== '' && fits(`${before}${email}…`)) {
    return longest(after, (text) => `${before}${email}${text}…`, fits)
  }
  const short = longest(before, (text) => `${text}… ${email}${after && '…'}`, fits)
  return fits(short) ? short : email
}

/** As many letters of a text as fit, written as they are to stand; of none what is around them. */
function longest(text: string, written: (text: string) => string, fits: Fits): string {
  const letters = [...text]
  for (let end = letters.length; end > 0; end -= 1) {
    const found = written(letters.slice(0, end).join('').trimEnd())
    if (fits(found)) return found
  }
  return written('')
}
