import { formatCell, formatGeneral, GENERAL } from '../../../../../shared/format/numberFormat.ts'
import { formatDate, formatDateTime } from '../../../../../shared/format/time.ts'
import { leftOut } from './leftOut.ts'
import { type CellKind, MAX_COLUMNS, SheetTable, widthFor } from './sheetTable.ts'
import { type BookSheet, unescaped, type Workbook } from './workbook.ts'
import { type Attributes, readXml } from './xml.ts'

/** Characters of a cell at most, as in Excel. */
const LONGEST_TEXT = 32_767

const A = 65
const Z = 90

/** Row and column (from 0) of "BC7"; null where there is no such reference. */
function positionOf(reference: string | undefined): { row: number; column: number } | null {
  if (reference === undefined) return null
  let column = 0
  let at = 0
  for (let code = reference.charCodeAt(0); code >= A && code <= Z; code = reference.charCodeAt(at)) {
    column = column * 26 + code - A + 1
    at += 1
  }
  const row = Number(reference.slice(at))
  return at > 0 && row >= 1 ? { row, column: column - 1 } : null
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

interface OpenCell {
  row: number
  column: number
  type: string
  style: number
  /** Stored value; for formulas what they last came to. */
  value: string
  /** Text that stands in the cell itself. */
  inline: string
  formula: string
}

/** Reads one sheet, as far as it is shown. @throws PreviewFailure */
export function readWorksheet(sheet: BookSheet, book: Workbook): SheetTable {
  const reader = new WorksheetReader(book)
  readXml(sheet.part, {
    open: (name, attribute) => reader.open(name, attribute),
    text: (piece) => reader.text(piece),
    close: (name) => reader.close(name),
  })
  for (const sentence of leftOut(sheet, book)) reader.table.leaveOut(sentence)
  if (reader.hasConditions) {
    reader.table.leaveOut('Colours that Excel sets by conditions are not shown.')
  }
  return reader.table
}

class WorksheetReader {
  readonly table = new SheetTable()
  hasConditions = false
  readonly #book: Workbook
  #row = 0
  #column = -1
  #cell: OpenCell | null = null
  #within: 'value' | 'inline' | 'formula' | null = null
  #isPhonetic = false

  constructor(book: Workbook) {
    this.#book = book
  }

  open(name: string, attribute: Attributes): void {
    switch (name) {
      case 'col':
        this.#columns(attribute)
        return
      case 'row':
        this.#row = Number(attribute('r') ?? this.#row + 1)
        this.#column = -1
        if (isTrue(attribute('hidden'))) this.table.hideRow(this.#row)
        return
      case 'c': {
        const place = positionOf(attribute('r'))
        this.#column = place?.column ?? this.#column + 1
        this.#cell = {
          row: place?.row ?? this.#row,
          column: this.#column,
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? -1),
          value: '',
          inline: '',
          formula: '',
        }
        return
      }
      case 'mergeCell':
        this.#merge(attribute('ref') ?? '')
        return
      case 'conditionalFormatting':
        this.hasConditions = true
        return
      case 'rPh':
        this.#isPhonetic = true
        return
      case 'v':
        this.#within = 'value'
        return
      case 'f':
        this.#within = 'formula'
        return
      case 't':
        this.#within = 'inline'
    }
  }

  #merge(reference: string): void {
    const [first, last] = reference.split(':').map(positionOf)
    if (first && last) this.table.merge(first.row, first.column, last.row, last.column)
  }

  #columns(attribute: Attributes): void {
    const first = Number(attribute('min'))
    const last = Math.min(Number(attribute('max')), MAX_COLUMNS)
    const width = attribute('width')
    const isHidden = isTrue(attribute('hidden'))
    if (!isHidden && width === undefined) return
    const px = isHidden ? 0 : widthFor(Number(width))
    for (let column = first; column <= last; column += 1) this.table.setWidth(column - 1, px)
  }

  text(piece: string): void {
    const cell = this.#cell
    if (!cell || !this.#within || this.#isPhonetic) return
    if (cell[this.#within].length < LONGEST_TEXT) cell[this.#within] += piece
  }

  /** @returns false when enough was read */
  close(name: string): boolean | undefined {
    if (name === 'v' || name === 'f' || name === 't') this.#within = null
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c' && this.#cell) {
      const cell = this.#cell
      this.#cell = null
      const [text, kind] = this.#shown(cell)
      return this.table.add(cell.row, cell.column, text, kind, this.#book.styles[cell.style]?.look)
    }
    return undefined
  }

  #shown({ type, style, value, inline, formula }: OpenCell): [text: string, kind: CellKind] {
    if (type === 'inlineStr') return [unescaped(inline), 'text']
    // A formula that no program has worked out yet is shown as such.
    if (value === '') return [formula === '' ? '' : `=${formula}`, 'text']
    switch (type) {
      case 's':
        return [this.#book.texts[Number(value)] ?? '', 'text']
      case 'str':
        return [unescaped(value), 'text']
      case 'b':
        return [isTrue(value) ? 'TRUE' : 'FALSE', 'logic']
      case 'e':
        return [value, 'error']
      case 'd':
        return [value.includes('T') ? formatDateTime(value) : formatDate(value), 'number']
      default:
        return [this.#figure(Number(value), this.#book.styles[style]?.format ?? GENERAL), 'number']
    }
  }

  #figure(value: number, format: string): string {
    if (!Number.isFinite(value)) return ''
    return format === GENERAL ? formatGeneral(value) : formatCell(value, format, this.#book.from1904)
  }
}
