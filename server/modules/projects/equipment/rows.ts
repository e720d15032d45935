import { cellText, formulaErrorsByRow, formulaErrorText } from '../../../contracts/uploadedSheet.ts'
import type { Sheet } from '../../../platform/spreadsheets/read/index.ts'

/** A model as a list of the California Energy Commission names it. */
export interface ListedModel {
  manufacturer: string
  modelNumber: string
}

/** A row that is not taken, by its number in the file. */
export interface BrokenRow {
  row: number
  message: string
}

export interface ReadList {
  kind: 'PANEL' | 'INVERTER'
  models: ListedModel[]
  broken: BrokenRow[]
  /** Rows that name a model which an earlier row has. */
  repeated: number
}

const MAX_TEXT = 255
/** First words of the two rows under the header, which say units and names of variables. */
const NO_MODEL = /^(Units|\[\d*\])$/

const keyOf = ({ manufacturer, modelNumber }: ListedModel): string =>
  `${manufacturer}\n${modelNumber}`.toLowerCase()

/** `ABB: PVI-10.0 [208V]`: inverters have their manufacturer before the colon. */
function inverterOf(name: string): ListedModel | string {
  const [, manufacturer = '', modelNumber = ''] = /^(.*?): +(.*)$/.exec(name) ?? []
  return manufacturer && modelNumber
    ? { manufacturer, modelNumber }
    : 'There is no manufacturer before a colon.'
}

/** Modules have it in a column of its own, and most of them before the name as well. */
function panelOf(name: string, manufacturer: string): ListedModel | string {
  if (manufacturer === '') return 'The manufacturer is missing.'
  const modelNumber = name.toLowerCase().startsWith(`${manufacturer.toLowerCase()} `)
    ? name.slice(manufacturer.length).trim()
    : name
  return { manufacturer, modelNumber }
}

/**
 * The models of a list as SAM publishes those of the CEC: modules have a column Manufacturer, inverters a column Paco.
 * @returns null for a file whose first row is of neither
 */
export function readList(sheet: Pick<Sheet, 'rows' | 'formulaErrors'>): ReadList | null {
  const { rows } = sheet
  const header = (rows[0] ?? []).map(cellText)
  const [nameAt, makerAt] = [header.indexOf('Name'), header.indexOf('Manufacturer')]
  const isPanels = makerAt >= 0
  if (nameAt < 0 || !(isPanels || header.includes('Paco'))) return null
  const leastValues = Math.max(nameAt, isPanels ? makerAt : header.indexOf('Paco')) + 1
  const read: ReadList = { kind: isPanels ? 'PANEL' : 'INVERTER', models: [], broken: [], repeated: 0 }
  const seen = new Set<string>()
  const formulaErrors = formulaErrorsByRow(sheet, (column) => column === nameAt || column === makerAt)
  for (const [index, cells] of rows.entries()) {
    const name = cellText(cells[nameAt])
    const [formulaError] = formulaErrors.get(index) ?? []
    if (
      index === 0 ||
      (index < 3 && NO_MODEL.test(name)) ||
      (!formulaError && cells.every((cell) => cellText(cell) === ''))
    )
      continue
    const model = formulaError
      ? formulaErrorText(formulaError)
      : name === ''
        ? 'The name is missing.'
        : cells.length > header.length || cells.length < leastValues
          ? `It has ${cells.length} ${cells.length === 1 ? 'value' : 'values'} for ${header.length} columns.`
          : isPanels
            ? panelOf(name, cellText(cells[makerAt]))
            : inverterOf(name)
    const problem =
      typeof model === 'string'
        ? model
        : Math.max(model.manufacturer.length, model.modelNumber.length) > MAX_TEXT
          ? `A name has more than ${MAX_TEXT} characters.`
          : null
    if (typeof model === 'string' || problem !== null) {
      read.broken.push({ row: index + 1, message: problem ?? '' })
      continue
    }
    if (seen.has(keyOf(model))) read.repeated += 1
    else read.models.push(model)
    seen.add(keyOf(model))
  }
  return read
}
