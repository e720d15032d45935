import { useEffect, useMemo, useState } from 'react'
import { type Cell, CellGrid, useBreakpoint } from '../../../../ui/index.ts'
import { hueOf, isBright } from '../reading/colours.ts'
import { CellBar } from './CellBar.tsx'
import type { SheetSource } from './sheetSource.ts'
import {
  type CellKind,
  columnName,
  kindAt,
  type SheetColumn,
  type SheetFacts,
  type SheetRow,
  widthFor,
} from './sheetTable.ts'
import { useRows } from './useRows.ts'

/** Heights in px, by pointer and by touch. */
const ROW = 28
const ROW_TOUCH = 36
/** Width of the column of row numbers, in px. */
const NUMBERS = 60

const ALIGNED: Partial<Record<CellKind, 'right' | 'center'>> = {
  number: 'right',
  logic: 'center',
  error: 'center',
}

/** A cell that was found stands out before any ground of its own. */
const FOUND = { ground: 'warning', fill: undefined } as const

interface SheetGridProps {
  /** Accessible name. */
  label: string
  source: SheetSource
  index: number
  facts: SheetFacts
  /** Places of cells that were found, as "row:column". */
  found: ReadonlySet<string>
  /** The one of them that is brought into view. */
  shown: Cell | null
  onFind: () => void
}

/** Rows and columns of a sheet, with all that the chosen cell holds above them. */
export function SheetGrid({ label, source, index, facts, found, shown, onFind }: SheetGridProps) {
  const height = useBreakpoint('md') ? ROW : ROW_TOUCH
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 })
  const [inView, setInView] = useState<readonly [from: number, to: number]>([0, 1])
  useEffect(() => {
    if (shown) setCurrent({ row: shown.row, column: shown.column })
  }, [shown])
  const { columns } = facts
  const widths = useMemo(() => columns.map(({ width }) => width), [columns])
  const rowAt = useRows(source, index, ...inView)
  const row = rowAt(current.row)
  const name = columnName(columns[current.column]?.index ?? 0)
  return (
    <>
      <CellBar
        place={row ? `${name}${row.number}` : ''}
        text={row?.texts[columns[current.column]?.index ?? 0] ?? ''}
        onFind={onFind}
      />
      <CellGrid
        label={label}
        rows={facts.rows}
        heightOf={() => height}
        widths={widths}
        headWidth={NUMBERS}
        corner="Row"
        columnHead={(at) => columnName(columns[at]?.index ?? 0)}
        rowHead={(at) => rowAt(at)?.number ?? ''}
        cell={(at, column) => ({
          ...cellProps(rowAt(at), columns, column),
          ...(found.has(`${at}:${column}`) && FOUND),
          chosen: shown?.row === at && shown.column === column,
        })}
        current={current}
        onCurrent={setCurrent}
        onRows={(from, to) => setInView([from, to])}
      />
    </>
  )
}

/** The file's colours of text, in ours that read on light and on dark. */
const INKS = { red: 'danger', green: 'success', blue: 'info', yellow: 'warning' } as const

function inkOf(ink: string | undefined) {
  const hue = ink === undefined ? null : hueOf(ink)
  return hue ? INKS[hue] : undefined
}

/** @param at place of the cell's column among those that are shown */
function cellProps(row: SheetRow | undefined, columns: readonly SheetColumn[], at: number) {
  if (!row) return {}
  const { index = 0 } = columns[at] ?? {}
  const kind = kindAt(row, index)
  const look = row.looks?.[index]
  const fill = look?.fill
  return {
    content: row.texts[index],
    align: row.spans?.[index] && kind === 'text' ? ('center' as const) : ALIGNED[kind],
    tone: kind === 'error' ? ('danger' as const) : inkOf(look?.ink),
    bold: look?.bold,
    fill: fill === undefined ? undefined : { ground: `#${fill}`, text: isBright(fill) ? '#000' : '#fff' },
    width: roomOf(row, columns, at),
  }
}

/** Width of a cell in px: a merged one has that of all its columns, and a long text goes on over the empty cells beside it, as in Excel. */
function roomOf(row: SheetRow, columns: readonly SheetColumn[], at: number): number {
  const { index = 0, width: own = 0 } = columns[at] ?? {}
  const text = row.texts[index] ?? ''
  const span = row.spans?.[index]
  if (span !== undefined) {
    const within = columns.slice(at).filter((column) => column.index < index + span)
    return within.reduce((width, column) => width + column.width, 0)
  }
  if (kindAt(row, index) !== 'text') return own
  const wanted = widthFor(text.length)
  let width = own
  for (const next of columns.slice(at + 1)) {
    if (width >= wanted || (row.texts[next.index] ?? '') !== '') break
    width += next.width
  }
  return width
}
