/** What is shown of one sheet at most; beyond, the file is to be downloaded. */
export const MAX_ROWS = 100_000
export const MAX_COLUMNS = 200
const MAX_CELLS = 1_500_000

/** What a cell holds: it decides on its alignment. A blank stands for no cell. */
export type CellKind = 'text' | 'number' | 'logic' | 'error'

const LETTERS = { text: 't', number: 'n', logic: 'b', error: 'e' } as const
const KINDS: Readonly<Record<string, CellKind>> = { t: 'text', n: 'number', b: 'logic', e: 'error' }

/** A row as it travels from the worker: texts by column, and a letter for the kind of each. */
export interface SheetRow {
  /** From 1, as the file counts. */
  readonly number: number
  readonly texts: readonly string[]
  readonly kinds: string
  /** How cells look, by column; left out where all are plain. */
  readonly looks?: readonly (CellLook | undefined)[]
  /** Columns over which a merged cell goes, by its first column. */
  readonly spans?: Readonly<Record<number, number>>
}

/** How a cell looks in the file. */
export interface CellLook {
  readonly bold?: boolean
  /** Its ground, as "FFE699". */
  readonly fill?: string
  /** Its text, as "C00000". */
  readonly ink?: string
}

export const kindAt = (row: SheetRow, column: number): CellKind => KINDS[row.kinds[column] ?? ''] ?? 'text'

export interface SheetColumn {
  /** From 0, as the file counts. */
  readonly index: number
  /** px. */
  readonly width: number
}

/** What the page must know of a sheet before its rows. */
export interface SheetFacts {
  readonly rows: number
  readonly columns: readonly SheetColumn[]
  /** Not all of it is shown. */
  readonly cut: boolean
  /** Sentences about what the sheet holds and what is not shown of it. */
  readonly unshown: readonly string[]
}

/** Merged cells of a sheet that are kept at most. */
const MAX_MERGED = 20_000

/** "A", "C to E and H": hidden columns; the same for rows. */
function ranges(numbers: readonly number[], name: (number: number) => string): string {
  const parts: string[] = []
  for (let at = 0; at < numbers.length; ) {
    let end = at
    while (numbers[end + 1] === (numbers[end] ?? 0) + 1) end += 1
    const [first, last] = [name(numbers[at] ?? 0), name(numbers[end] ?? 0)]
    parts.push(at === end ? first : `${first} to ${last}`)
    at = end + 1
  }
  const shown = parts.slice(0, 6)
  return parts.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ')
}

/** "A" to "Z", then "AA": the name of a column by its index from 0. */
export function columnName(index: number): string {
  const first = Math.floor(index / 26)
  const last = String.fromCharCode(65 + (index % 26))
  return first === 0 ? last : columnName(first - 1) + last
}

const NARROWEST = 48
const WIDEST = 420
const USUAL = 96

/** Room for so many characters, in px. */
export const widthFor = (characters: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, characters * 7.2 + 20)))

/** A sheet while it is read, and its rows afterwards. */
export class SheetTable {
  readonly #rows = new Map<number, { texts: string[]; kinds: string[]; looks: (CellLook | undefined)[] }>()
  readonly #merged = new Map<number, Record<number, number>>()
  readonly #unshown: string[] = []
  #merges = 0
  readonly #hidden = new Set<number>()
  readonly #widths = new Map<number, number>()
  readonly #longest: number[] = []
  #shown: number[] | null = null
  #columns = 0
  #cells = 0
  #last = 0
  #cut = false

  /** @returns false when the sheet is full */
  add(row: number, column: number, text: string, kind: CellKind, look?: CellLook): boolean {
    if (row > MAX_ROWS || this.#cells >= MAX_CELLS) {
      this.#cut = true
      return false
    }
    if (text === '' && look?.fill === undefined) return true
    if (column >= MAX_COLUMNS) {
      this.#cut = true
      return true
    }
    let kept = this.#rows.get(row)
    if (!kept) {
      kept = { texts: [], kinds: [], looks: [] }
      this.#rows.set(row, kept)
    }
    kept.texts[column] = text
    kept.kinds[column] = LETTERS[kind]
    if (look) kept.looks[column] = look
    this.#cells += 1
    // Grounds alone may go on to the end of a sheet, which nobody wants to scroll to.
    if (text === '') return true
    this.#last = Math.max(this.#last, row)
    this.#columns = Math.max(this.#columns, column + 1)
    this.#longest[column] = Math.max(this.#longest[column] ?? 0, Math.min(text.length, 60))
    return true
  }

  hideRow(row: number): void {
    if (row <= MAX_ROWS) this.#hidden.add(row)
  }

  /** @param width px; 0 hides the column */
  setWidth(column: number, width: number): void {
    if (column < MAX_COLUMNS) this.#widths.set(column, width)
  }

  /** Cells from one column up to another, in rows from one up to another, are one. */
  merge(row: number, column: number, lastRow: number, lastColumn: number): void {
    this.#merges += 1
    if (this.#merges > MAX_MERGED || row > MAX_ROWS || lastColumn >= MAX_COLUMNS || lastRow < row) return
    const spans = this.#merged.get(row) ?? {}
    spans[column] = lastColumn - column + 1
    this.#merged.set(row, spans)
    if (lastColumn > column) this.#columns = Math.max(this.#columns, Math.min(lastColumn + 1, MAX_COLUMNS))
  }

  /** Tells of something that the sheet holds and that is not shown. */
  leaveOut(sentence: string): void {
    this.#unshown.push(sentence)
  }

  cutShort(): void {
    this.#cut = true
  }

  facts(): SheetFacts {
    const columns: SheetColumn[] = []
    for (let index = 0; index < this.#columns; index += 1) {
      const width = this.#widths.get(index) ?? this.#ownWidth(index)
      if (width > 0) columns.push({ index, width })
    }
    return {
      rows: this.#numbers().length,
      columns,
      cut: this.#cut,
      unshown: [...this.#hiddenText(), ...this.#unshown],
    }
  }

  #hiddenText(): string[] {
    const rows = [...this.#hidden].filter((row) => row <= this.#last).sort((a, b) => a - b)
    const columns = [...this.#widths]
      .filter(([column, width]) => width === 0 && column < this.#columns)
      .map(([column]) => column)
      .sort((a, b) => a - b)
    const parts = [
      rows.length > 0 ? `${rows.length === 1 ? 'row' : 'rows'} ${ranges(rows, String)}` : '',
      columns.length > 0
        ? `${columns.length === 1 ? 'column' : 'columns'} ${ranges(columns, columnName)}`
        : '',
    ].filter((part) => part !== '')
    return parts.length === 0 ? [] : [`Hidden in this sheet and left out: ${parts.join('; ')}.`]
  }

  #ownWidth(index: number): number {
    const longest = this.#longest[index]
    // Codes are of capitals and figures, which are wide.
    return longest === undefined ? USUAL : Math.max(USUAL, widthFor(longest * 1.1))
  }

  /** Numbers of the rows that are shown, hidden ones left out. */
  #numbers(): readonly number[] {
    this.#shown ??= Array.from({ length: this.#last }, (_, at) => at + 1).filter(
      (row) => !this.#hidden.has(row),
    )
    return this.#shown
  }

  /** Rows from an index up to, not including, another. */
  rows(from: number, to: number): SheetRow[] {
    return this.#numbers()
      .slice(from, to)
      .map((number) => {
        const row = this.#rows.get(number)
        if (!row) return { number, texts: [], kinds: '' }
        // Without holes: cells that a file leaves out are empty.
        const texts = Array.from(row.texts, (text) => text ?? '')
        const spans = this.#merged.get(number)
        return {
          number,
          texts,
          kinds: Array.from(row.kinds, (kind) => kind ?? ' ').join(''),
          ...(row.looks.length > 0 && { looks: Array.from(row.looks) }),
          ...(spans && { spans }),
        }
      })
  }
}
