import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { type FIELDS, UNITS } from '../../../../shared/project/fields.ts'
import { fieldsOf, type SectionKey } from '../../../../shared/project/sections.ts'
import { portfolioAddress } from '../../../addresses.ts'
import { Link } from '../../../ui/index.ts'
import { formatStorage, Phase, withUnit } from '../core/words.tsx'
import { type Fact, Facts } from './Facts.tsx'
import type { OpenProject } from './openProject.ts'

type Field = (typeof FIELDS)[number]
type Values = Readonly<Record<string, unknown>>

/** What an organisation of the kW style doesn't show (PROJ-14). */
const IN_MW_STYLE: ReadonlySet<string> = new Set<Field['key']>(['ntp', 'cod'])
/** The page is headed by it. */
const HEAD: Field['key'] = 'name'

/** What a project has in a field. */
function valueIn(project: OpenProject, { key, path }: Field): unknown {
  const [group = '', own] = path.split('.')
  const values: Values = { ...project }
  return own === undefined ? values[key] : (values[group] as Values)[own]
}

/** A figure in its unit, sizes by the organisation's style (PROJ-14). */
function figureWords(value: number | null, unit: keyof typeof UNITS, style: DisplayStyle): string | null {
  switch (unit) {
    case 'KW':
    case 'KW_DC':
    case 'KW_AC':
      return formatSystemSize(value, style)
    case 'KWH':
      return formatStorage(value, style)
    case 'DEGREES':
      return value === null ? null : `${value}${UNITS.DEGREES.shown}`
    default:
      return withUnit(value, UNITS[unit].shown)
  }
}

/** A field with its value. */
function factOf(project: OpenProject, field: Field): Fact {
  const value = valueIn(project, field)
  const { label } = field
  if (field.key === 'status') return [label, <Phase key="status" status={project.status} />]
  if (field.key === 'isOwned') return ['Ownership', project.isOwned ? 'Owned' : 'Pipeline']
  switch (field.kind) {
    case 'text':
      return [label, value === null ? null : String(value)]
    case 'choice':
      return [label, field.labels[String(value)] ?? null]
    case 'day':
      return [label, formatDate(value === null ? null : String(value))]
    case 'yesNo':
      return [label, value === true ? 'Yes' : 'No']
    case 'figure':
      return [
        label,
        figureWords(typeof value === 'number' ? value : null, field.unit, project.org.displayStyle),
      ]
  }
}

const TITLES = {
  info: 'Information',
  location: 'Location',
  contact: 'Contact',
  system: 'System',
  utility: 'Utility',
} as const satisfies Partial<Record<SectionKey, string>>

/** Everything of a project that is one value, by the sections of its form (PROJ-12). */
export function ProjectFacts({ project }: { project: OpenProject }) {
  const { acquiredPortfolio, org } = project
  const factsOf = (section: SectionKey): Fact[] =>
    fieldsOf(section)
      .filter(({ key }) => key !== HEAD && (org.displayStyle === 'MW' || !IN_MW_STYLE.has(key)))
      .map((field) => factOf(project, field))
  const acquired: Fact = [
    'Acquired portfolio',
    acquiredPortfolio && <Link to={portfolioAddress(acquiredPortfolio.slug)}>{acquiredPortfolio.name}</Link>,
  ]
  return (Object.keys(TITLES) as (keyof typeof TITLES)[]).map((section) => (
    <Facts
      key={section}
      title={TITLES[section]}
      facts={section === 'info' ? [...factsOf(section), acquired] : factsOf(section)}
    />
  ))
}
