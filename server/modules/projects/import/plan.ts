import { type Contract, NOTHING_KNOWN, type ProjectValues } from '../../../../shared/project/values.ts'
import { tidyText } from '../../../../shared/texts.ts'
import { formulaErrorText } from '../../../contracts/uploadedSheet.ts'
import { columnName } from '../../../platform/spreadsheets/index.ts'
import type { Cell, Sheet } from '../../../platform/spreadsheets/read/index.ts'
import type { OfftakerRow } from '../core/parts.ts'
import { isFilled } from './cells.ts'
import { columnOf, columnOfOtherUnit, IMPORT_COLUMNS, type ImportColumn, type Value } from './columns.ts'
import { type PlannedRow, type Present, presentValue } from './rows.ts'
import { doubtsOf } from './warnings.ts'

/** Something to correct, or to look at, at a place of the file. */
export interface Issue {
  isError: boolean
  /** As the spreadsheet numbers it; null for the whole file. */
  row: number | null
  /** Null for the whole row. */
  header: string | null
  /** Such as L8. */
  address: string | null
  message: string
}

export interface Plan {
  sheet: string
  rows: readonly PlannedRow[]
  issues: readonly Issue[]
  /** Columns of the file that the template has. */
  columns: readonly ImportColumn[]
}

interface Known {
  present: readonly Present[]
  offtakers: ReadonlyMap<string, OfftakerRow>
}

const folded = (name: string): string => tidyText(name).toLowerCase()

const rawOf = (cell: Cell | undefined): string | number | boolean | null =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : (cell ?? null)

/** The columns of the file's first row, by their place. */
function columnsOf(header: readonly Cell[], issue: (issue: Issue) => void): Map<number, ImportColumn> {
  const found = new Map<number, ImportColumn>()
  for (const [index, cell] of header.entries()) {
    if (!isFilled(cell)) continue
    const text = String(cell)
    const at = { row: 1, header: text, address: `${columnName(index)}1` }
    const column = columnOf(text)
    const other = column ? undefined : columnOfOtherUnit(text)
    if (column && [...found.values()].includes(column)) {
      issue({ ...at, isError: true, message: 'This column is there twice. Remove one of both.' })
    } else if (column) found.set(index, column)
    else if (other) {
      issue({
        ...at,
        isError: true,
        message: `“${text}” is not what the template says: “${other.header}”. Give the figures in its unit and name it so.`,
      })
    } else {
      issue({ ...at, isError: false, message: `“${text}” is not a column of the template and is left out.` })
    }
  }
  return found
}

/**
 * What a file of projects does to a portfolio: which rows are new or change a project (IMP-11), and what is wrong with
 * them. An empty cell leaves the value as it is. Nothing is written.
 */
export function planOf(sheet: Sheet, { present, offtakers }: Known): Plan {
  const issues: Issue[] = []
  const issue = (each: Issue) => void issues.push(each)
  const [header = [], ...lines] = sheet.rows
  const columns = columnsOf(header, issue)
  const fileColumns = [...columns.values()]
  if (!fileColumns.some(({ header: text }) => text === 'Name')) {
    issue({
      isError: true,
      row: null,
      header: null,
      address: null,
      message: 'There is no column “Name” in the first row. Download the template and fill it in.',
    })
    return { sheet: sheet.name, rows: [], issues, columns: fileColumns }
  }
  const byId = new Map(present.map((each) => [each.project.id, each]))
  const byName = Map.groupBy(present, ({ project }) => folded(project.name))
  const rows: PlannedRow[] = []
  /** What new projects need and no row can have is said once. */
  const missing = new Set<ImportColumn>()
  const formulaErrors = new Map(sheet.formulaErrors.map((each) => [`${each.row} ${each.column}`, each]))
  const formulaErrorAt = (row: number, column: number) => formulaErrors.get(`${row - 1} ${column}`)
  for (const [index, cells] of lines.entries()) {
    const isGiven = (cell: Cell, at: number) => isFilled(cell) || formulaErrorAt(index + 2, at) !== undefined
    if (cells.some(isGiven)) rows.push(...rowOf(index + 2, cells))
  }
  for (const { header: text } of missing) {
    issue({
      isError: true,
      row: null,
      header: null,
      address: null,
      message: `There is no column “${text}” in the first row, which new projects need. Download the template and name it so.`,
    })
  }
  checkTwice(rows, issue)
  // What is wrong with a cell is said once.
  const inError = new Set(issues.map(({ row, header }) => `${row} ${header}`))
  for (const each of rows) {
    for (const { column, message } of doubtsOf(each, fileColumns)) {
      if (!inError.has(`${each.row} ${column?.header}`)) issue(placed(each.row, column, message, false))
    }
  }
  return { sheet: sheet.name, rows, issues, columns: fileColumns }

  /** The issue of a cell, of a row where the file lacks the column. */
  function placed(row: number, column: ImportColumn | null, message: string, isError: boolean): Issue {
    const place = [...columns].find(([, each]) => each === column)?.[0]
    return {
      isError,
      row,
      header: column?.header ?? null,
      address: place === undefined ? null : `${columnName(place)}${row}`,
      message,
    }
  }

  function rowOf(row: number, cells: readonly Cell[]): PlannedRow[] {
    const wrong = (column: ImportColumn | null, message: string) => issue(placed(row, column, message, true))
    const columnFor = (text: string): ImportColumn | null => columnOf(text) ?? null
    const given = new Map<ImportColumn, Value>()
    const unread = new Set<ImportColumn>()
    for (const [index, column] of columns) {
      const cell = cells[index]
      const formulaError = formulaErrorAt(row, index)
      if (!formulaError && !isFilled(cell)) continue
      const parsed = formulaError ? { problem: formulaErrorText(formulaError) } : column.parse(cell ?? null)
      if ('value' in parsed) given.set(column, parsed.value)
      else {
        wrong(column, parsed.problem)
        unread.add(column)
      }
    }
    const idColumn = columnFor('ID')
    const id = idColumn ? given.get(idColumn) : undefined
    const nameColumn = columnFor('Name')
    const name = String((nameColumn && given.get(nameColumn)) ?? '')
    const sameName = byName.get(folded(name)) ?? []
    const known = (typeof id === 'string' ? byId.get(id) : undefined) ?? null
    if (!known && sameName.length > 1) {
      wrong(
        nameColumn,
        `${sameName.length} projects of the portfolio have this name. Say which one by its ID.`,
      )
      return []
    }
    const mine = known ?? sameName[0] ?? null
    if (!mine && name === '') {
      if (!nameColumn || !unread.has(nameColumn)) wrong(nameColumn, 'This row has no name.')
      return []
    }
    if (!mine && id !== undefined) {
      issue(placed(row, idColumn, 'No project of the portfolio has this ID: the row adds a new one.', false))
    }
    const values: ProjectValues = mine ? { ...mine.project } : { ...NOTHING_KNOWN, name }
    for (const [column, value] of given) {
      if (column.of.kind === 'value') Object.assign(values, { [column.of.field]: value })
    }
    if (!mine && unread.size === 0) {
      for (const column of IMPORT_COLUMNS.filter(({ required }) => required)) {
        if (!fileColumns.includes(column)) missing.add(column)
        else if (!given.has(column)) wrong(column, `A new project needs a ${column.header.toLowerCase()}.`)
      }
    }
    // What is wrong with a cell of the contract is said once.
    const isWhole = ![...unread].some(({ of }) => of.kind === 'contract')
    const contracts = isWhole ? contractsOf(mine, given, (column, message) => wrong(column, message)) : null
    const offtakerIds = offtakersOf(given, (column, message) => wrong(column, message))
    const planned: PlannedRow = {
      row,
      name: values.name,
      present: mine,
      values,
      contracts,
      offtakerIds,
      given,
      changes: changesOf(mine, given),
      raw: Object.fromEntries([...columns].map(([index, column]) => [column.header, rawOf(cells[index])])),
    }
    return [planned]
  }

  function offtakersOf(
    given: ReadonlyMap<ImportColumn, Value>,
    wrong: (column: ImportColumn, message: string) => void,
  ): string[] | null {
    for (const [column, value] of given) {
      if (column.of.kind !== 'offtakers') continue
      const names = String(value)
        .split(';')
        .map((each) => each.trim())
        .filter((each) => each !== '')
      const unknown = names.find((each) => !offtakers.has(each.toLowerCase()))
      if (unknown !== undefined) wrong(column, `“${unknown}” is not an offtaker of the organisation.`)
      return names.flatMap((each) => offtakers.get(each.toLowerCase())?.id ?? [])
    }
    return null
  }
}

/** What differs from what stands there; of a new project all that is given. */
function changesOf(
  present: Present | null,
  given: ReadonlyMap<ImportColumn, Value>,
): Map<ImportColumn, string> {
  const changes = new Map<ImportColumn, string>()
  for (const [column, value] of given) {
    if (column.of.kind === 'id') continue
    const before = present ? presentValue(present, column) : null
    const words = present ? column.words(before) : ''
    const isSame =
      column.of.kind === 'offtakers' ? folded(words) === folded(column.words(value)) : before === value
    if (!present || !isSame) changes.set(column, before === null ? '' : words)
  }
  return changes
}

/** The contract of a row: that of the project with what is given, or a new one that is given whole; null where it stays. */
function contractsOf(
  present: Present | null,
  given: ReadonlyMap<ImportColumn, Value>,
  wrong: (column: ImportColumn, message: string) => void,
): Contract[] | null {
  const cells = [...given].filter(([column]) => column.of.kind === 'contract')
  const [first] = cells
  if (!first) return null
  const now = present?.parts.contracts ?? []
  if (now.length > 1) {
    wrong(
      first[0],
      `The project has ${now.length} contracts. Change them in its form, and leave these cells empty.`,
    )
    return null
  }
  const values = Object.fromEntries(
    cells.map(([column, value]) => [column.of.kind === 'contract' ? column.of.field : '', value]),
  )
  const whole = { escalator: 0, ...now[0], ...values } as Partial<Contract>
  const { startDate, term, rate, escalator = 0 } = whole
  if (startDate === undefined || term === undefined || rate === undefined) {
    wrong(first[0], 'A contract needs a start date, a term and a rate.')
    return null
  }
  return [{ startDate, term, rate, escalator }]
}

/** Two rows of one name or of one project would overwrite each other: both are named. */
function checkTwice(rows: readonly PlannedRow[], issue: (issue: Issue) => void): void {
  const keys = (row: PlannedRow): string[] => [
    `name ${folded(row.name)}`,
    ...(row.present ? [`project ${row.present.project.id}`] : []),
  ]
  const seen = new Map<string, PlannedRow>()
  for (const each of rows) {
    const other = keys(each)
      .map((key) => seen.get(key))
      .find((one) => one !== undefined)
    for (const key of keys(each)) if (!seen.has(key)) seen.set(key, each)
    if (!other) continue
    issue({
      isError: true,
      row: each.row,
      header: 'Name',
      address: null,
      message: `Rows ${other.row} and ${each.row} are both about “${each.name}”. Keep one of them.`,
    })
  }
}
