import {
  MOUNTING_LABELS,
  PHASE_LABELS,
  STAGE_LABELS,
  TECHNOLOGY_LABELS,
  TRACKING_LABELS,
} from '../../../../shared/enumerations.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatDate } from '../../../../shared/format/time.ts'

/** The ten sections in their order (PFORM-01). */
export const SECTIONS = {
  info: 'Info',
  location: 'Location',
  contact: 'Contact',
  system: 'System',
  utility: 'Utility',
  panels: 'Panels',
  inverters: 'Inverters',
  ppaContracts: 'PPA Contracts',
  offtakers: 'Offtakers',
  portfolios: 'Deal Rooms',
} as const
export type SectionKey = keyof typeof SECTIONS

/** What a row of each list is called. */
export const NOUNS: Readonly<Partial<Record<SectionKey, string>>> = {
  panels: 'panel',
  inverters: 'inverter',
  ppaContracts: 'contract',
  offtakers: 'offtaker',
  portfolios: 'deal room',
}

/** A field: its words, and how its value is said. */
interface FieldName {
  readonly label: string
  readonly unit?: string
  readonly prefix?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly isDay?: boolean
}

/** By the fields' paths; those of rows without the row's number. */
export const FIELD_NAMES: Readonly<Record<string, FieldName>> = {
  name: { label: 'Name' },
  status: { label: 'Status', labels: PHASE_LABELS },
  projectType: { label: 'Type', labels: TECHNOLOGY_LABELS },
  developmentStage: { label: 'Development stage', labels: STAGE_LABELS },
  isOwned: { label: 'Owned', labels: { true: 'Yes', false: 'No' } },
  noticeToProceed: { label: 'Notice to proceed', isDay: true },
  commercialOperatingDate: { label: 'Commercial operating date', isDay: true },
  permissionToOperateDate: { label: 'Permission to operate', isDay: true },
  acquisitionDate: { label: 'Acquisition date', isDay: true },
  capacity: { label: 'Capacity DC', unit: 'kW dc' },
  capacityAc: { label: 'Capacity AC', unit: 'kW ac' },
  'location.address': { label: 'Address' },
  'location.city': { label: 'City' },
  'location.state': { label: 'State' },
  'location.zipCode': { label: 'Zip code' },
  'location.elevation': { label: 'Elevation', unit: 'm' },
  'location.latitude': { label: 'Latitude', unit: '°' },
  'location.longitude': { label: 'Longitude', unit: '°' },
  'contact.phoneNumber': { label: 'Phone number' },
  'contact.balancingAuthorityAreaName': { label: 'Balancing authority area' },
  'system.system': { label: 'System' },
  'system.solarCapacityDc': { label: 'Solar capacity DC', unit: 'kW dc' },
  'system.solarCapacityAc': { label: 'Solar capacity AC', unit: 'kW ac' },
  'system.bessKw': { label: 'BESS power', unit: 'kW' },
  'system.bessKwh': { label: 'BESS energy', unit: 'kWh' },
  'system.installation': { label: 'Installation', labels: MOUNTING_LABELS },
  'system.mounting': { label: 'Mounting', labels: TRACKING_LABELS },
  'system.panelWarranty': { label: 'Panel warranty', unit: 'years' },
  'system.inverterWarranty': { label: 'Inverter warranty', unit: 'years' },
  'system.contractorWarranty': { label: 'Contractor warranty', unit: 'years' },
  'utility.name': { label: 'Name' },
  'utility.zone': { label: 'Zone' },
  'utility.iso': { label: 'ISO' },
  'ppaContracts.startDate': { label: 'Start date', isDay: true },
  'ppaContracts.term': { label: 'Term', unit: 'years' },
  'ppaContracts.rate': { label: 'Rate', unit: '/kWh', prefix: '$' },
  'ppaContracts.escalator': { label: 'Escalator', unit: '%' },
  'panels.modelId': { label: 'Model' },
  'panels.count': { label: 'Count' },
  'inverters.modelId': { label: 'Model' },
  'inverters.count': { label: 'Count' },
  'offtakers.id': { label: 'Offtaker' },
  'portfolios.id': { label: 'Portfolio' },
}

/** Path of a field without the number of its row. */
const withoutRow = (path: string): string => path.replace(/\.\d+\./, '.')

export const sectionOf = (path: string): SectionKey => {
  const [first = ''] = path.split('.')
  return first in SECTIONS ? (first as SectionKey) : 'info'
}

/** What a field is called: "Rate", and for a list as a whole the section's name. */
export const labelOf = (path: string): string =>
  FIELD_NAMES[withoutRow(path)]?.label ?? SECTIONS[sectionOf(path)]

/** Where a field stands: "PPA Contracts, contract 1". */
export function placeOf(path: string): string {
  const section = sectionOf(path)
  const row = /\.(\d+)\./.exec(path)?.[1]
  return row === undefined ? SECTIONS[section] : `${SECTIONS[section]}, ${NOUNS[section]} ${Number(row) + 1}`
}

/** A value as people read it. @param nameOf the name behind an id, such as a model's */
export function wordsOf(path: string, value: unknown, nameOf: (id: string) => string | undefined): string {
  const { labels, unit, prefix = '', isDay } = FIELD_NAMES[withoutRow(path)] ?? {}
  if (Array.isArray(value)) return `${value.length} ${NOUNS[sectionOf(path)]}${value.length === 1 ? '' : 's'}`
  const text = String(value)
  if (text === '') return MISSING
  if (labels) return labels[text] ?? text
  if (isDay) return formatDate(text)
  const isFigure = /^-?\d+(\.\d+)?$/.test(text) && (unit !== undefined || path.endsWith('.count'))
  if (!isFigure) return nameOf(text) ?? text
  const figure = formatNumber(Number(text), Math.min(8, text.split('.')[1]?.length ?? 0))
  return `${prefix}${figure}${unit === undefined ? '' : ` ${unit}`}`
}
