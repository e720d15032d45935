import { CONTRACT_FIELDS, FIELDS, type FieldKind } from './fields.ts'

/** The ten sections of a project in their order (PFORM-01). */
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

/** Sections that are lists, and what a row of each is called. */
export const NOUNS = {
  panels: 'panel',
  inverters: 'inverter',
  ppaContracts: 'contract',
  offtakers: 'offtaker',
  portfolios: 'deal room',
} as const satisfies Partial<Record<SectionKey, string>>

/** Groups of the API that are sent without what is empty (PFORM-32): what isn't in them is removed. */
export const WHOLE_GROUPS: ReadonlySet<string> = new Set<SectionKey>(['system', 'utility'])

export const sectionOf = (path: string): SectionKey => {
  const [first = ''] = path.split('.')
  return first in SECTIONS ? (first as SectionKey) : 'info'
}

/** The fields of a section, in their order. */
export const fieldsOf = (section: SectionKey): typeof FIELDS =>
  FIELDS.filter(({ path }) => sectionOf(path) === section)

interface Named {
  label: string
  /** Null for what is chosen from a list, or counted. */
  field: FieldKind | null
}

/** What a field is called, and how its value is written: by its path, that of rows without the row's number. */
export const NAMES: ReadonlyMap<string, Named> = new Map<string, Named>([
  ...FIELDS.map((field) => [field.path, { label: field.label, field }] as const),
  ...CONTRACT_FIELDS.map((field) => [`ppaContracts.${field.key}`, { label: field.label, field }] as const),
  ...['panels', 'inverters'].flatMap((list) => [
    [`${list}.modelId`, { label: 'Model', field: null }] as const,
    [`${list}.count`, { label: 'Count', field: null }] as const,
  ]),
  ['offtakers.id', { label: 'Offtaker', field: null }] as const,
  ['portfolios.id', { label: 'Portfolio', field: null }] as const,
])
