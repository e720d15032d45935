import type { ReactNode } from 'react'
import type { MenuEntry } from '../navigation/Menu.tsx'

export interface Column<Row> {
  key: string
  header: string
  /** Its header is read out alone, as that of a column of buttons. */
  unheaded?: boolean
  /** Width in px, whatever it holds. */
  width?: number
  /** What a row says here, to be measured: the column then has the width that its words need. */
  words?: (row: Row) => string
  /** Px around the words, such as the edges of chips. */
  padding?: number
  /** Px that its words keep where there is too little room for all; below, the table scrolls sideways. 96 by default. */
  minWidth?: number
  /** Px that its words get at most. 480 by default. */
  maxWidth?: number
  /** Share of what is left when all have what they need; 1 for a column without width and words, else 0. */
  flex?: number
  align?: 'left' | 'right'
  sortable?: boolean
  cell: (row: Row) => ReactNode
  /** What the cell holds while its row is open; the same as ever by default. */
  open?: (row: Row) => ReactNode
  /** Shows only once the person has chosen it among the columns. */
  optional?: boolean
  /** Shown only from this breakpoint up. */
  shownFrom?: 'lg' | 'xl'
}

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

/** What two lines of a phone say about a row; its glyph gives way to a checkbox when it is selected. */
export interface PhoneRow {
  /** A text loses its middle where it is too long. */
  title: ReactNode
  /** Set in 600, as folders are. */
  strong?: boolean
  /** Facts of the second line, parted by dots. */
  facts: readonly ReactNode[]
  /** Below them, whole, in a table whose rows are as high as what they say. */
  note?: ReactNode
  /** A button at the end of the row, where the table has no row menu. */
  action?: ReactNode
}

/** An action on what is selected. */
export interface StripAction {
  key: string
  label: string
  icon: ReactNode
  onSelect: () => void
  /** Set apart by a rule, in danger's colour. */
  tone?: 'danger'
  disabled?: boolean
  /** Why it is disabled. */
  reason?: string
}

export interface TableSelection<Row> {
  /** Ids of the selected rows. */
  selected: ReadonlySet<string>
  /** @param read the rows that were read for it by `readRows` */
  onChange: (selected: ReadonlySet<string>, read?: readonly Row[]) => void
  /** What a row is called: 'Select …'. */
  nameOf: (row: Row) => string
  /**
   * Reads the rows from `start` up to, not including, `end` where not all are loaded, for a range or for all; without
   * it the loaded ones are selected. Says by itself what fails, and then throws.
   */
  readRows?: (start: number, end: number, signal: AbortSignal) => Promise<readonly Row[]>
  /** Where rows are folded away or not read yet: whether all there are count as selected, and how they come to. */
  every?: { isSelected: boolean; onSelect: () => void }
  actions: readonly StripAction[]
  /** Beside '3 selected', such as a total size. */
  summary?: ReactNode
  /** The rows are chosen for what the page is about, rather than selected for a moment: Escape clears nothing. */
  choice?: {
    /** In place of '3 selected', such as '46 of 47 chosen'; also while none is. */
    words: string
    /** At the right end of the strip. */
    note?: ReactNode
  }
}

/** A row that is open in its place, to be read as a whole and edited; one at a time. */
export interface OpenedRow<Row> {
  id: string
  /** Below its cells, such as what may be done with it. */
  foot?: (row: Row) => ReactNode
  /** The whole row on a phone. */
  phone?: (row: Row) => ReactNode
  /** Esc, and the cross in its menu's place; the focus goes back to the row. */
  onClose: () => void
}

/** Places of rows that are of different heights; `useRowHeights` makes them. */
export interface RowHeights {
  /** Of a row that was not seen yet, in px. */
  readonly usual: number
  /** Px from the first row's upper edge to a row's. */
  readonly top: (index: number) => number
  /** The row that stands so many px below the first one's upper edge. */
  readonly at: (px: number) => number
  /** Follows the heights of the rows that stand. */
  readonly watch: (rows: Iterable<HTMLElement>) => void
}

/** A row with what stands above and below it. */
export type Grouping<Row> = (of: {
  rows: readonly (Row | undefined)[]
  index: number
  row: ReactNode
  /** How many there are. */
  columns: number
}) => ReactNode

interface TableParts<Row> {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Rows in order; with `virtual`, those not loaded yet are undefined. */
  rows: readonly (Row | undefined)[]
  /** The name under which the browser keeps the person's choice of columns: the person's id and the list's name. */
  columnsKeptAs?: string
  /** Count of all rows where `rows` holds only the first of them. */
  rowCount?: number
  getRowId: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** What the strip holds while nothing is selected: counts and filters. */
  strip?: ReactNode
  /** A 22 px picture before the first column, whose header stands over the words. */
  glyph?: (row: Row) => ReactNode
  /** Enter on a row, and a tap on a phone. */
  onOpen?: (row: Row) => void
  /** A click on a row opens it as well. */
  opensByClick?: boolean
  /** The row that is open in its place. */
  opened?: OpenedRow<Row> | undefined
  /** Headings over rows that follow each other, as `grouped` gives it. Not with `virtual`. */
  grouping?: Grouping<Row>
  /** What further keys do on the row that has the focus, by the key's name, such as F2. */
  shortcuts?: Readonly<Record<string, (row: Row) => void>>
  /** Rows that step back, such as those about to be moved, and what is said of them. */
  setBack?: { ids: ReadonlySet<string>; label: string }
  /** The rows are those of before, such as of another order: they stay, set back, until theirs come. */
  stale?: boolean
  /** First load: a skeleton of five rows after 150 ms. */
  loading?: boolean
  /** What failed; rows that are there stay. */
  error?: { message: string; onRetry?: () => void }
  /** In the place of the first row when there is none. */
  empty?: ReactNode
  /** A row to point at, such as the one a link led to; brought into view once, as soon as it is loaded. */
  highlighted?: string
  /** Renders only what is in view; for lists that may be long. */
  virtual?: boolean
  /** With `virtual`: rows from `start` up to, not including, `end` are in view and not all loaded. */
  onNeedRange?: (start: number, end: number) => void
  /** Two-line rows below 768 px; without it a phone scrolls the columns sideways. */
  phoneRow?: (row: Row) => PhoneRow
  /** Height in px: 42 with thumbnails or chips, 36 plain, 54 for two lines; or as high as what they say. */
  rowHeight?: 36 | 42 | 54 | RowHeights
  /** The place of a row to begin at, where the list is opened on one. */
  startAt?: number | undefined
  /** In px: 500 for tables of people and groups (FMT-26). */
  minHeight?: number
  /** In px: the table then scrolls by itself, under its header. */
  maxHeight?: number
}

/** Entries of a row's menu: dots at its right end, and a right click. */
type RowMenu<Row> = (row: Row) => readonly MenuEntry[]

/** Menus of rows are told apart by name: `rowName`, as in 'Actions for …', or that of the selection. */
type NamedMenus<Row> =
  | { selection?: TableSelection<Row> | undefined; rowMenu?: undefined; rowName?: (row: Row) => string }
  | { selection: TableSelection<Row>; rowMenu?: RowMenu<Row>; rowName?: (row: Row) => string }
  | { selection?: TableSelection<Row> | undefined; rowMenu: RowMenu<Row>; rowName: (row: Row) => string }

export type TableProps<Row> = TableParts<Row> & NamedMenus<Row>
