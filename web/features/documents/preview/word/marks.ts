import { hueOf } from '../reading/colours.ts'

/** Different looks of a run in one document at most; documents have dozens. */
const MAX_LOOKS = 1500

/** How a style map writes a text. */
const quoted = (text: string): string =>
  `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\s+/g, ' ')}'`

/** An element around a run: its tag, a class, and what the pointer tells of it. */
export interface Wrap {
  readonly tag: 'ins' | 'del' | 'mark' | 'span' | 'sup' | 'strong' | 'em'
  readonly className?: string
  readonly title?: string
}

const stepOf = ({ tag, className, title }: Wrap): string =>
  `${tag}${className ? `.${className.split(' ').join('.')}` : ''}${title ? `[title=${quoted(title)}]` : ''}`

/** Looks that runs have, each kept as a character style of its own, which the style map turns into elements. */
export class Looks {
  readonly #styles = new Map<string, string>()

  /** @returns the id of the style that puts these elements around a run, the first outermost */
  styleOf(wraps: readonly Wrap[]): string {
    const path = wraps.map(stepOf).join(' > ')
    const known = this.#styles.get(path)
    if (known) return known
    if (this.#styles.size >= MAX_LOOKS && wraps.some(({ title }) => title !== undefined)) {
      return this.styleOf(
        wraps.map(({ tag, className }) => ({ tag, ...(className !== undefined && { className }) })),
      )
    }
    const id = `HelioroomLook${this.#styles.size}`
    this.#styles.set(path, id)
    return id
  }

  styleMap(): string[] {
    return [...this.#styles].map(([path, id]) => `r.${id} => ${path}`)
  }
}

/** Word's highlights, which are few, as classes. */
const HIGHLIGHTS: Readonly<Record<string, string>> = {
  yellow: 'yellow',
  darkYellow: 'yellow',
  green: 'green',
  darkGreen: 'green',
  cyan: 'blue',
  darkCyan: 'blue',
  blue: 'blue',
  darkBlue: 'blue',
  magenta: 'red',
  darkMagenta: 'red',
  red: 'red',
  darkRed: 'red',
  lightGray: 'grey',
  darkGray: 'grey',
  black: 'grey',
}

/** Class of a highlight or of a coloured ground. */
export function groundClass(highlight: string | undefined, fill: string | undefined): string | undefined {
  const named = highlight === undefined ? undefined : HIGHLIGHTS[highlight]
  if (named) return `ground-${named}`
  const found = fill === undefined ? null : hueOf(fill)
  return found ? `ground-${found}` : undefined
}

/** Class of a text in another colour than black, as redlines made by hand have it. */
export function inkClass(colour: string | undefined): string | undefined {
  const found = colour === undefined ? null : hueOf(colour)
  return found && found !== 'yellow' ? `ink-${found}` : undefined
}
