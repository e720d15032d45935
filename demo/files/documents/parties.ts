import { nameOf, PEOPLE } from '../../content/people.ts'
import { type DemoProject, monthsLater } from '../../content/projects.ts'
import type { Party } from '../paper.ts'
import { seeded } from '../random.ts'

/** Firms and people who sign, survey and insure. All of them are invented. */
export const TRADES = {
  titleCompany: 'Homestead Plains Title Company',
  surveyor: 'Benchmark & Lode Surveying, P.C.',
  environmental: 'Ash Hollow Environmental, Inc.',
  geotechnical: 'Loess Geosciences, LLC',
  damEngineer: 'Weir & Abutment Engineers, Inc.',
  insurer: 'Granite Range Insurance Company',
  excessInsurer: 'Lakehead Specialty Lines',
  broker: 'Orchard Street Risk Advisors',
  contractor: 'Tallgrass Constructors, Inc.',
  operator: 'Clearfield Operations, LLC',
  designer: 'Sightline Power Design, Inc.',
} as const

/** Who signs for the owner of a site: the manager of its organisation. */
export const ownerParty = (project: Pick<DemoProject, 'company' | 'organisation'>): Party =>
  project.organisation === 'meridian'
    ? { name: project.company, by: nameOf('meridianAdmin'), title: 'Authorized Signatory' }
    : { name: project.company, by: nameOf('orgAdmin'), title: 'Authorized Signatory' }

/** The sponsor's full name. */
export const sponsorOf = (project: Pick<DemoProject, 'organisation'>): string =>
  project.organisation === 'meridian' ? 'Meridian Solar Fund, LP' : 'Segue Infrastructure, LLC'

const FIRST = [
  'Leland',
  'Marjorie',
  'Curtis',
  'Annette',
  'Dwight',
  'Paula',
  'Gordon',
  'Yvonne',
  'Russell',
  'Denise',
] as const
const LAST = [
  'Hostetler',
  'Vandermeer',
  'Pruitt',
  'Kowalski',
  'Albright',
  'Stovall',
  'Nygaard',
  'Whitaker',
] as const

/** Someone who signs for a firm; always the same person for the same firm. */
export const signerOf = (firm: string, title: string): Party => {
  const random = seeded(`signs for ${firm}`)
  return { name: firm, by: `${random.pick(FIRST)} ${random.pick(LAST)}`, title }
}

export const offtakerParty = (project: DemoProject): Party =>
  signerOf(project.offtaker.name, 'Chief Executive Officer')

export const landownerParty = (project: DemoProject): Party =>
  signerOf(project.landowner, project.landowner.includes('Trust') ? 'Trustee' : 'President')

/** "Harlan County, Nebraska"; a county that ends in "County 1" is not doubled. */
export const countyOf = (project: DemoProject): string =>
  `${project.county} County, ${project.stateFacts.name}`

/** Days that a project's papers bear, counted back from its notice to proceed. */
export const paperDays = (project: DemoProject) => ({
  lease: monthsLater(project.ntp, -22),
  phaseOne: monthsLater(project.ntp, -11),
  study: monthsLater(project.ntp, -14),
  interconnection: monthsLater(project.ntp, -9),
  ppa: monthsLater(project.ntp, -7),
  permit: monthsLater(project.ntp, -8),
  title: monthsLater(project.ntp, -3),
  survey: monthsLater(project.ntp, -4),
  insurance: monthsLater(project.ntp, 0),
})

/** What a site is, in a few words: "a 49.9 MW DC single-axis tracking solar facility". */
export const facilityOf = (project: DemoProject): string => {
  const storage = project.bessKw
    ? `${project.bessKw / 1000} MW / ${(project.bessKwh ?? 0) / 1000} MWh battery energy storage system`
    : ''
  if (project.dcKw === null) return `a ${storage}`
  const solar = `a ${project.dcKw / 1000} MW DC (${project.acKw / 1000} MW AC) ${
    project.tracking === 'SINGLE' ? 'single-axis tracking' : 'fixed-tilt'
  } photovoltaic facility`
  return storage ? `${solar} with a ${storage}` : solar
}

/** E-mail addresses of the demo's people, for letters and messages. */
export const addressOf = (key: keyof typeof PEOPLE): string => `${nameOf(key)} <${PEOPLE[key].email}>`
