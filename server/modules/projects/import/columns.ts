import {
  MOUNTING_LABELS,
  PHASE_LABELS,
  STAGE_LABELS,
  TECHNOLOGY_LABELS,
  TRACKING_LABELS,
} from '../../../../shared/enumerations.ts'
import { CAPACITY, ESCALATOR, FIGURES, type FigureRule, RATE, TERM } from '../../../../shared/projectRules.ts'
import type { Cell } from '../../../platform/spreadsheets/read/index.ts'
import type { ProjectValues } from '../fields.ts'
import type { Contract } from '../parts.ts'
import { choiceIn, dayAsText, dayIn, figureIn, type Parsed, textIn, yesIn, zipIn } from './cells.ts'

/** What a cell of the file or a field of a project holds. */
export type Value = string | number | boolean | null

interface Kind {
  parse: (cell: Cell) => Parsed<Exclude<Value, null>>
  /** As people read it, and as it stands in the template. */
  words: (value: Value) => string
  isFigure: boolean
}

/** A column of the template. */
export interface ImportColumn extends Kind {
  /** With its unit, if it has one, after a comma. */
  header: string
  of:
    | { kind: 'id' }
    | { kind: 'value'; field: keyof ProjectValues }
    | { kind: 'contract'; field: keyof Contract }
    | { kind: 'offtakers' }
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

const TEXT: Kind = { parse: textIn, words: (value) => String(value ?? ''), isFigure: false }
const DAY: Kind = {
  parse: dayIn,
  words: (value) => (typeof value === 'string' ? dayAsText(value) : ''),
  isFigure: true,
}
const figure = (rule: FigureRule): Kind => ({
  parse: figureIn(rule),
  words: (value) => (typeof value === 'number' ? number.format(value) : ''),
  isFigure: true,
})
const choice = <Each extends string>(what: string, labels: Readonly<Record<Each, string>>): Kind => ({
  parse: choiceIn(what, labels),
  words: (value) => (value === null ? '' : labels[value as Each]),
  isFigure: false,
})
const YES_NO: Kind = { parse: yesIn, words: (value) => (value ? 'Yes' : 'No'), isFigure: false }

const value = (header: string, field: keyof ProjectValues, kind: Kind = TEXT): ImportColumn => ({
  header,
  of: { kind: 'value', field },
  ...kind,
})
const contract = (header: string, field: keyof Contract, kind: Kind): ImportColumn => ({
  header,
  of: { kind: 'contract', field },
  ...kind,
})

/** The columns of the template, in their order; a header names field and unit. */
export const IMPORT_COLUMNS: readonly ImportColumn[] = [
  { header: 'ID', of: { kind: 'id' }, ...TEXT },
  value('Name', 'name'),
  value('Type', 'type', choice('a type', TECHNOLOGY_LABELS)),
  value('Status', 'status', choice('a status', PHASE_LABELS)),
  value('Development stage', 'developmentStage', choice('a development stage', STAGE_LABELS)),
  value('Owned, Yes or No', 'isOwned', YES_NO),
  value('Notice to proceed, MM/DD/YYYY', 'ntp', DAY),
  value('Commercial operating date, MM/DD/YYYY', 'cod', DAY),
  value('Permission to operate date, MM/DD/YYYY', 'permissionToOperateDate', DAY),
  value('Acquisition date, MM/DD/YYYY', 'acquisitionDate', DAY),
  value('Capacity DC, kW', 'capacity', figure(CAPACITY)),
  value('Capacity AC, kW', 'capacityAc', figure(CAPACITY)),
  value('Address', 'address'),
  value('City', 'city'),
  value('State', 'state'),
  value('ZIP code', 'zipCode', { ...TEXT, parse: zipIn }),
  value('Elevation, m', 'elevation', figure(FIGURES['location.elevation'])),
  value('Latitude, degrees', 'latitude', figure(FIGURES['location.latitude'])),
  value('Longitude, degrees', 'longitude', figure(FIGURES['location.longitude'])),
  value('Phone number', 'phoneNumber'),
  value('Balancing authority area', 'balancingAuthorityArea'),
  value('System', 'system'),
  value('Solar capacity DC, kW', 'solarCapacityDc', figure(CAPACITY)),
  value('Solar capacity AC, kW', 'solarCapacityAc', figure(CAPACITY)),
  value('Storage power, kW', 'bessKw', figure(CAPACITY)),
  value('Storage energy, kWh', 'bessKwh', figure(CAPACITY)),
  value('Installation', 'installation', choice('an installation', MOUNTING_LABELS)),
  value('Mounting', 'mounting', choice('a mounting', TRACKING_LABELS)),
  value('Panel warranty, years', 'panelWarranty', figure(FIGURES['system.panelWarranty'])),
  value('Inverter warranty, years', 'inverterWarranty', figure(FIGURES['system.inverterWarranty'])),
  value('Contractor warranty, years', 'contractorWarranty', figure(FIGURES['system.contractorWarranty'])),
  value('Utility', 'utilityName'),
  value('Utility zone', 'utilityZone'),
  value('ISO', 'utilityIso'),
  contract('PPA start date, MM/DD/YYYY', 'startDate', DAY),
  contract('PPA term, years', 'term', figure(TERM)),
  contract('PPA rate, $/kWh', 'rate', figure(RATE)),
  contract('PPA escalator, % a year', 'escalator', figure(ESCALATOR)),
  { header: 'Offtakers, separated by semicolons', of: { kind: 'offtakers' }, ...TEXT },
]

const plain = (header: string): string => header.toLowerCase().replace(/\s+/g, ' ').trim()

/** The column that a header of a file names, if it is one of the template. */
export const columnOf = (header: string): ImportColumn | undefined =>
  IMPORT_COLUMNS.find((column) => plain(column.header) === plain(header))

/** The column that a header names with another unit, which would give other figures. */
export const columnOfOtherUnit = (header: string): ImportColumn | undefined =>
  IMPORT_COLUMNS.find(
    (column) => plain(column.header.split(',')[0] ?? '') === plain(header.split(',')[0] ?? ''),
  )
