import writeXlsxFile, { type CellObject, type Row, type SheetData } from 'write-excel-file/node'

/** How a figure is written in its cell. */
export type Format = 'text' | 'whole' | 'decimal' | 'rate' | 'percent' | 'dollars'

export interface SheetColumn {
  readonly label: string
  /** Characters. */
  readonly width: number
  readonly format?: Format
}

export interface WorkbookSheet {
  readonly name: string
  readonly title: string
  /** A line below the title: date, units, source. */
  readonly note: string
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** Whether the last row is a sum. */
  readonly total?: boolean
}

const PATTERNS: Readonly<Record<Format, string | undefined>> = {
  text: undefined,
  whole: '#,##0',
  decimal: '#,##0.00',
  rate: '0.00000',
  percent: '0.0%',
  dollars: '$#,##0;[Red]-$#,##0',
}

const INK = '#1B2930'
const HEAD = { fontWeight: 'bold', backgroundColor: '#EEF3F4', textColor: '#0A6074', wrap: true } as const
const BORDER = { bottomBorderStyle: 'hair', bottomBorderColor: '#C8D2D6' } as const

const cellOf = (value: string | number | null, format: Format, isTotal: boolean): CellObject => {
  const style = { ...BORDER, ...(isTotal ? { fontWeight: 'bold' as const } : {}) }
  if (value === null) return style
  if (typeof value === 'string') return { value, type: String, ...style }
  const pattern = PATTERNS[format]
  return { value, type: Number, ...(pattern ? { format: pattern } : {}), ...style }
}

const dataOf = (sheet: WorkbookSheet): SheetData => {
  const head: Row = sheet.columns.map(
    (column): CellObject => ({
      value: column.label,
      type: String,
      align: column.format && column.format !== 'text' ? 'right' : 'left',
      ...HEAD,
    }),
  )
  const body = sheet.rows.map((row, index): Row => {
    const isTotal = sheet.total === true && index === sheet.rows.length - 1
    return sheet.columns.map((column, at) => cellOf(row[at] ?? null, column.format ?? 'text', isTotal))
  })
  return [
    [{ value: sheet.title, type: String, fontWeight: 'bold', fontSize: 14, textColor: INK }],
    [{ value: sheet.note, type: String, textColor: '#5D6D77' }],
    [],
    head,
    ...body,
  ]
}

/** A workbook as XLSX: one table a sheet, its head kept in view. */
export const xlsx = (sheets: readonly WorkbookSheet[]): Promise<Buffer> =>
  writeXlsxFile(
    sheets.map((sheet) => ({
      data: dataOf(sheet),
      sheet: sheet.name,
      columns: sheet.columns.map((column) => ({ width: column.width })),
      stickyRowsCount: 4,
      showGridLines: false,
    })),
    { fontFamily: 'Arial', fontSize: 10 },
  ).toBuffer()
