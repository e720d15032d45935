import { allOf, attributeOf, childOf, childrenOf, isOn, isWord } from './wordXml.ts'

const DEEPEST = 9

interface Level {
  readonly start: number
  readonly format: string
  /** "%1.%2", figures standing for the counters of levels. */
  readonly text: string
  readonly isLegal: boolean
  /** Level after which it starts again, from 1; 0 where it never does. */
  readonly restart: number | undefined
}

interface List {
  readonly levels: readonly (Level | undefined)[]
  readonly link: string | undefined
}

interface Numbered {
  readonly list: string
  readonly overrides: ReadonlyMap<number, number>
}

/** Where a paragraph stands in a list. */
interface Place {
  readonly numId: string
  readonly level: number
}

/** What stands before a paragraph. */
interface ParagraphNumber {
  /** Empty where a list counts without showing it. */
  readonly text: string
  /** From 0. */
  readonly level: number
}

const whole = (value: string | undefined, otherwise: number): number => {
  const number = Number(value)
  return value !== undefined && Number.isInteger(number) && number >= 0 && number < 100_000
    ? number
    : otherwise
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function roman(value: number): string {
  let rest = Math.min(value, 4999)
  let text = ''
  for (const [worth, letters] of ROMAN) {
    while (rest >= worth) {
      text += letters
      rest -= worth
    }
  }
  return text
}

/** a to z, then aa to zz, as Word counts. */
const letters = (value: number): string =>
  value < 1 ? '' : String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(20, Math.ceil(value / 26)))

const ordinal = (value: number): string => {
  const ends = ['th', 'st', 'nd', 'rd']
  const tens = value % 100
  return `${value}${(tens > 10 && tens < 14 ? undefined : ends[value % 10]) ?? 'th'}`
}

/** A counter as a list writes it. */
function formatCounter(value: number, format: string): string {
  switch (format) {
    case 'none':
      return ''
    case 'upperRoman':
      return roman(value).toUpperCase()
    case 'lowerRoman':
      return roman(value)
    case 'upperLetter':
      return letters(value).toUpperCase()
    case 'lowerLetter':
      return letters(value)
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'ordinal':
      return ordinal(value)
    default:
      return String(value)
  }
}

function levelOf(element: Element): Level {
  return {
    start: whole(attributeOf(childOf(element, 'start'), 'val'), 0),
    format: attributeOf(childOf(element, 'numFmt'), 'val') ?? 'decimal',
    text: attributeOf(childOf(element, 'lvlText'), 'val') ?? '',
    isLegal: isOn(childOf(element, 'isLgl')),
    restart: childOf(element, 'lvlRestart')
      ? whole(attributeOf(childOf(element, 'lvlRestart'), 'val'), 0)
      : undefined,
  }
}

/** The numbers of clauses and lists, which a document only holds as rules: counted as its paragraphs are met. */
export class Numbering {
  readonly #lists = new Map<string, List>()
  readonly #numbered = new Map<string, Numbered>()
  readonly #styles = new Map<
    string,
    { numId: string | undefined; level: number | undefined; basedOn: string | undefined }
  >()
  readonly #counters = new Map<string, (number | undefined)[]>()
  readonly #begun = new Set<string>()

  constructor(numbering: Document | undefined, styles: Document | undefined) {
    if (numbering) this.#readLists(numbering)
    if (styles) this.#readStyles(styles)
  }

  #readLists(numbering: Document): void {
    for (const list of allOf(numbering, 'abstractNum')) {
      const levels: Level[] = []
      for (const level of childrenOf(list).filter((child) => isWord(child, 'lvl'))) {
        const at = whole(attributeOf(level, 'ilvl'), DEEPEST)
        if (at < DEEPEST) levels[at] = levelOf(level)
      }
      this.#lists.set(attributeOf(list, 'abstractNumId') ?? '', {
        levels,
        link: attributeOf(childOf(list, 'numStyleLink'), 'val'),
      })
    }
    for (const number of allOf(numbering, 'num')) {
      const overrides = new Map<number, number>()
      for (const each of childrenOf(number).filter((child) => isWord(child, 'lvlOverride'))) {
        const start = attributeOf(childOf(each, 'startOverride'), 'val')
        if (start !== undefined) overrides.set(whole(attributeOf(each, 'ilvl'), 0), whole(start, 1))
      }
      this.#numbered.set(attributeOf(number, 'numId') ?? '', {
        list: attributeOf(childOf(number, 'abstractNumId'), 'val') ?? '',
        overrides,
      })
    }
  }

  #readStyles(styles: Document): void {
    for (const style of allOf(styles, 'style')) {
      const number = childOf(childOf(style, 'pPr'), 'numPr')
      const level = attributeOf(childOf(number, 'ilvl'), 'val')
      this.#styles.set(attributeOf(style, 'styleId') ?? '', {
        numId: attributeOf(childOf(number, 'numId'), 'val'),
        level: level === undefined ? undefined : whole(level, 0),
        basedOn: attributeOf(childOf(style, 'basedOn'), 'val'),
      })
    }
  }

  #ofStyle(styleId: string | undefined): { numId: string | undefined; level: number | undefined } {
    let numId: string | undefined
    let level: number | undefined
    let id = styleId
    for (let step = 0; step < 20 && id !== undefined; step += 1) {
      const style = this.#styles.get(id)
      if (!style) break
      numId ??= style.numId
      level ??= style.level
      if (numId !== undefined) break
      id = style.basedOn
    }
    return { numId, level }
  }

  #numberingOf(paragraph: Element): Place | null {
    const properties = childOf(paragraph, 'pPr')
    const own = childOf(properties, 'numPr')
    const inherited = this.#ofStyle(attributeOf(childOf(properties, 'pStyle'), 'val'))
    const numId = attributeOf(childOf(own, 'numId'), 'val') ?? inherited.numId
    if (numId === undefined || numId === '0') return null
    const level = whole(attributeOf(childOf(own, 'ilvl'), 'val'), inherited.level ?? 0)
    return level < DEEPEST ? { numId, level } : null
  }

  /** The list of a number, where it is only a reference to the list of a style that one. */
  #listOf(numId: string): { id: string; list: List; overrides: ReadonlyMap<number, number> } | null {
    let number = this.#numbered.get(numId)
    const overrides = number?.overrides ?? new Map<number, number>()
    for (let step = 0; step < 5 && number; step += 1) {
      const list = this.#lists.get(number.list)
      if (!list) return null
      if (list.link === undefined) return { id: number.list, list, overrides }
      const { numId: linked } = this.#ofStyle(list.link)
      number = linked === undefined ? undefined : this.#numbered.get(linked)
    }
    return null
  }

  /**
   * Counts a paragraph; to be asked for each once, in their order.
   * @returns null where it has no number; lists of bullets alone are left as lists
   */
  next(paragraph: Element): ParagraphNumber | null {
    const place = this.#numberingOf(paragraph)
    const found = place && this.#listOf(place.numId)
    const level = found?.list.levels[place?.level ?? 0]
    if (!place || !found || !level) return null
    if (found.list.levels.every((each) => each?.format === 'bullet')) return null
    const counters = this.#countersOf(place, found)
    const text =
      level.format === 'bullet'
        ? '•'
        : level.text.replace(/%([1-9])/g, (_all, figure: string) => {
            const at = Number(figure) - 1
            const other = found.list.levels[at]
            const value = counters[at] ?? other?.start ?? 1
            return formatCounter(value, level.isLegal ? 'decimal' : (other?.format ?? 'decimal'))
          })
    return { text, level: place.level }
  }

  #countersOf(
    { numId, level }: Place,
    { id, list, overrides }: { id: string; list: List; overrides: ReadonlyMap<number, number> },
  ): readonly (number | undefined)[] {
    const counters = this.#counters.get(id) ?? []
    this.#counters.set(id, counters)
    const override = overrides.get(level)
    const first = `${numId}:${level}`
    const isFirst = !this.#begun.has(first)
    this.#begun.add(first)
    const before = counters[level]
    if (override !== undefined && isFirst) counters[level] = override
    else counters[level] = before === undefined ? (list.levels[level]?.start ?? 1) : before + 1
    for (let deeper = level + 1; deeper < DEEPEST; deeper += 1) {
      const restart = list.levels[deeper]?.restart
      if (restart !== 0 && (restart === undefined || level + 1 <= restart)) counters[deeper] = undefined
    }
    return counters
  }
}
