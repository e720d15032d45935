import {
  MOUNTING_LABELS,
  PHASE_LABELS,
  STAGE_LABELS,
  TECHNOLOGY_LABELS,
  TRACKING_LABELS,
} from '../enumerations.ts'
import {
  CAPACITY,
  ELEVATION,
  ESCALATOR,
  type FigureRule,
  LATITUDE,
  LONGITUDE,
  MAX_NAME,
  RATE,
  TERM,
  YEARS,
} from './rules.ts'

// The one table of what is kept of a project. Form, import, template, export, limits, the words of history and of two
// people's changes, and the page of a project follow it; a test compares it with the API, the database and the queries.

/** Units of the trade: beside a field on screen, and after the comma of a column's header. */
export const UNITS = {
  KW: { shown: 'kW', column: 'kW' },
  KW_DC: { shown: 'kW dc', column: 'kW' },
  KW_AC: { shown: 'kW ac', column: 'kW' },
  KWH: { shown: 'kWh', column: 'kWh' },
  METRES: { shown: 'm', column: 'm' },
  DEGREES: { shown: '°', column: 'degrees' },
  YEARS: { shown: 'years', column: 'years' },
  USD_PER_KWH: { shown: '/kWh', column: '$/kWh', prefix: '$' },
  PERCENT_A_YEAR: { shown: '%', column: '% a year' },
} as const satisfies Record<string, { shown: string; column: string; prefix?: string }>
export type Unit = keyof typeof UNITS

export interface FieldWords {
  /** At the field. */
  label: string
  /** In spreadsheets, where no section stands above it; else the label. */
  title?: string
}

interface Text {
  kind: 'text'
  /** Characters, where they are fewer than those of any text. */
  most?: number
  /** Five characters, of which spreadsheets lose the leading zeros. */
  isZip?: true
}
interface Figure {
  kind: 'figure'
  unit: Unit
  rule: FigureRule
}
interface Choice {
  kind: 'choice'
  /** By the names in API and database. */
  labels: Readonly<Record<string, string>>
  /** With its article, for a sentence. */
  what: string
  /** What a new project begins with in the form (PFORM-10). */
  start: string
}

/** How a value is written, read and checked. */
export type FieldKind = Text | Figure | Choice | { kind: 'day' } | { kind: 'yesNo' }

interface Place {
  /** Of the value in code, and in snake case its column in the database. */
  key: string
  /** In form and API; before the point its group there, which is its section as well. */
  path: string
  /** Above it and those that follow with the same one, within the section. */
  heading?: string
  /** Never empty. */
  required?: true
}

/** The values of a project, in the order of form and spreadsheets. */
const PROJECT_FIELDS = [
  { key: 'name', path: 'name', label: 'Name', kind: 'text', most: MAX_NAME, required: true },
  {
    key: 'status',
    path: 'status',
    label: 'Status',
    kind: 'choice',
    labels: PHASE_LABELS,
    what: 'a status',
    start: 'OPERATING',
    required: true,
  },
  {
    key: 'type',
    path: 'projectType',
    label: 'Type',
    kind: 'choice',
    labels: TECHNOLOGY_LABELS,
    what: 'a type',
    start: 'SOLAR',
    required: true,
  },
  {
    key: 'developmentStage',
    path: 'developmentStage',
    label: 'Development stage',
    kind: 'choice',
    labels: STAGE_LABELS,
    what: 'a development stage',
    start: 'COMPLETE',
  },
  { key: 'capacity', path: 'capacity', label: 'Capacity DC', kind: 'figure', unit: 'KW_DC', rule: CAPACITY },
  {
    key: 'capacityAc',
    path: 'capacityAc',
    label: 'Capacity AC',
    kind: 'figure',
    unit: 'KW_AC',
    rule: CAPACITY,
  },
  { key: 'ntp', path: 'noticeToProceed', label: 'Notice to proceed', kind: 'day' },
  { key: 'cod', path: 'commercialOperatingDate', label: 'Commercial operating date', kind: 'day' },
  {
    key: 'permissionToOperateDate',
    path: 'permissionToOperateDate',
    label: 'Permission to operate',
    title: 'Permission to operate date',
    kind: 'day',
  },
  { key: 'acquisitionDate', path: 'acquisitionDate', label: 'Acquisition date', kind: 'day' },
  { key: 'isOwned', path: 'isOwned', label: 'Owned', kind: 'yesNo' },
  { key: 'address', path: 'location.address', label: 'Address', kind: 'text' },
  { key: 'city', path: 'location.city', label: 'City', kind: 'text' },
  { key: 'state', path: 'location.state', label: 'State', kind: 'text' },
  {
    key: 'zipCode',
    path: 'location.zipCode',
    label: 'Zip code',
    title: 'ZIP code',
    kind: 'text',
    isZip: true,
  },
  {
    key: 'latitude',
    path: 'location.latitude',
    label: 'Latitude',
    kind: 'figure',
    unit: 'DEGREES',
    rule: LATITUDE,
  },
  {
    key: 'longitude',
    path: 'location.longitude',
    label: 'Longitude',
    kind: 'figure',
    unit: 'DEGREES',
    rule: LONGITUDE,
  },
  {
    key: 'elevation',
    path: 'location.elevation',
    label: 'Elevation',
    kind: 'figure',
    unit: 'METRES',
    rule: ELEVATION,
  },
  { key: 'phoneNumber', path: 'contact.phoneNumber', label: 'Phone number', kind: 'text' },
  {
    key: 'balancingAuthorityArea',
    path: 'contact.balancingAuthorityAreaName',
    label: 'Balancing authority area',
    kind: 'text',
  },
  { key: 'system', path: 'system.system', label: 'System', kind: 'text' },
  {
    key: 'installation',
    path: 'system.installation',
    label: 'Installation',
    kind: 'choice',
    labels: MOUNTING_LABELS,
    what: 'an installation',
    start: 'GROUND',
  },
  {
    key: 'solarCapacityDc',
    path: 'system.solarCapacityDc',
    label: 'Solar capacity DC',
    kind: 'figure',
    unit: 'KW_DC',
    rule: CAPACITY,
  },
  {
    key: 'solarCapacityAc',
    path: 'system.solarCapacityAc',
    label: 'Solar capacity AC',
    kind: 'figure',
    unit: 'KW_AC',
    rule: CAPACITY,
  },
  {
    key: 'mounting',
    path: 'system.mounting',
    label: 'Mounting',
    kind: 'choice',
    labels: TRACKING_LABELS,
    what: 'a mounting',
    start: 'FIXED_TILT',
  },
  {
    key: 'bessKw',
    path: 'system.bessKw',
    heading: 'Storage',
    label: 'BESS power',
    title: 'Storage power',
    kind: 'figure',
    unit: 'KW',
    rule: CAPACITY,
  },
  {
    key: 'bessKwh',
    path: 'system.bessKwh',
    heading: 'Storage',
    label: 'BESS energy',
    title: 'Storage energy',
    kind: 'figure',
    unit: 'KWH',
    rule: CAPACITY,
  },
  {
    key: 'panelWarranty',
    path: 'system.panelWarranty',
    heading: 'Warranties',
    label: 'Panel warranty',
    kind: 'figure',
    unit: 'YEARS',
    rule: YEARS,
  },
  {
    key: 'inverterWarranty',
    path: 'system.inverterWarranty',
    heading: 'Warranties',
    label: 'Inverter warranty',
    kind: 'figure',
    unit: 'YEARS',
    rule: YEARS,
  },
  {
    key: 'contractorWarranty',
    path: 'system.contractorWarranty',
    heading: 'Warranties',
    label: 'Contractor warranty',
    kind: 'figure',
    unit: 'YEARS',
    rule: YEARS,
  },
  { key: 'utilityName', path: 'utility.name', label: 'Name', title: 'Utility', kind: 'text' },
  { key: 'utilityZone', path: 'utility.zone', label: 'Zone', title: 'Utility zone', kind: 'text' },
  { key: 'utilityIso', path: 'utility.iso', label: 'ISO', kind: 'text' },
] as const satisfies readonly (Place & FieldWords & FieldKind)[]

export type ProjectField = (typeof PROJECT_FIELDS)[number]
export type FieldKey = ProjectField['key']

/** The fields, whatever each of them is. */
export const FIELDS: readonly (Place & FieldWords & FieldKind & { key: FieldKey })[] = PROJECT_FIELDS

/** Of one contract of the list of PPA contracts (PFORM-29, PFORM-30). */
export const CONTRACT_FIELDS = [
  { key: 'startDate', label: 'Start date', title: 'PPA start date', kind: 'day' },
  { key: 'term', label: 'Term', title: 'PPA term', kind: 'figure', unit: 'YEARS', rule: TERM },
  { key: 'rate', label: 'Rate', title: 'PPA rate', kind: 'figure', unit: 'USD_PER_KWH', rule: RATE },
  {
    key: 'escalator',
    label: 'Escalator',
    title: 'PPA escalator',
    kind: 'figure',
    unit: 'PERCENT_A_YEAR',
    rule: ESCALATOR,
  },
] as const satisfies readonly ({ key: string } & FieldWords & FieldKind)[]
