import { slugOf } from '../../shared/slugs.ts'
import { quarterFigures } from '../files/documents/operations.ts'
import { TRADES } from '../files/documents/parties.ts'
import type { DemoHoldingCompany, DemoPartner, DemoPortfolio } from '../plan.ts'
import { MERIDIAN, SEGUE } from './organisations.ts'
import { PEOPLE, type PersonKey } from './people.ts'
import type { DemoProject } from './projects.ts'
import { MERIDIAN_PROJECTS } from './projects-meridian.ts'
import { SEGUE_PROJECTS } from './projects-segue.ts'

export const PROJECTS: readonly DemoProject[] = [...SEGUE_PROJECTS, ...MERIDIAN_PROJECTS]

/** The sites of a portfolio. */
export const projectsIn = (slug: string): readonly DemoProject[] =>
  PROJECTS.filter((project) => project.portfolio === slug)

/** The site of that key; throws for an unknown one, so that a typing error stops the demo and not a reader. */
export const projectOf = (key: string): DemoProject => {
  const found = PROJECTS.find((project) => project.key === key)
  if (!found) throw new Error(`The demo has no project ${key}.`)
  return found
}

/** kW DC of the sites together; storage alone counts with its power. */
export const sizeOf = (projects: readonly DemoProject[]): number =>
  projects.reduce((sum, project) => sum + (project.dcKw ?? project.acKw), 0)

/** Rooms that are not open: one that nobody has published yet, and one whose deal is being signed. */
const PHASES: Readonly<Record<string, DemoPortfolio['phase']>> = {
  'llano-estacado-expansion': { is: 'PREPARATION', by: PEOPLE.orgAdmin.email },
  'mojave-storage-pair': { is: 'CLOSING', by: PEOPLE.meridianAdmin.email },
}

/** Portfolios whose checklists are shown. */
const WITH_CHECKLISTS: ReadonlySet<string> = new Set(['prairie-sun-ii', 'republican-valley-portfolio'])

const portfolio = (
  organisation: string,
  name: string,
  status: DemoPortfolio['status'],
  buildStatus: DemoPortfolio['buildStatus'],
  dealManager: PersonKey,
): DemoPortfolio => ({
  organisation,
  slug: slugOf(name),
  name,
  status,
  buildStatus,
  systemSize: sizeOf(projectsIn(slugOf(name))),
  dealManager: PEOPLE[dealManager].email,
  hasChecklist: WITH_CHECKLISTS.has(slugOf(name)),
  phase: PHASES[slugOf(name)] ?? null,
})

export const PORTFOLIOS: readonly DemoPortfolio[] = [
  portfolio(SEGUE, 'Prairie Sun II', 'ACQUIRED', 'COMPLETE', 'dealAdmin'),
  portfolio(SEGUE, 'Arkansas River Solar', 'ACQUIRED', 'COMPLETE', 'orgAdmin'),
  portfolio(SEGUE, 'Republican Valley Portfolio', 'DILIGENCE', 'LATE_STAGE', 'dealAdmin'),
  portfolio(SEGUE, 'Piedmont Community Solar', 'MARKET', 'MID_STAGE', 'contributor'),
  portfolio(SEGUE, 'Llano Estacado Expansion', 'DRAFT', 'EARLY_STAGE', 'orgAdmin'),
  portfolio(SEGUE, 'Sandhills Legacy Portfolio', 'SOLD', 'COMPLETE', 'contributor'),
  portfolio(MERIDIAN, 'Mojave Storage Pair', 'DILIGENCE', 'LATE_STAGE', 'meridianDeals'),
  portfolio(MERIDIAN, 'Chesapeake Solar', 'ACQUIRED', 'COMPLETE', 'meridianDeals'),
  portfolio(MERIDIAN, 'Hudson Rooftops', 'ACQUIRED', 'COMPLETE', 'meridianAdmin'),
  portfolio(MERIDIAN, 'Gulf Coast Storage', 'MARKET', 'MID_STAGE', 'meridianDeals'),
  portfolio(MERIDIAN, 'Sonoran Sun', 'DRAFT', 'EARLY_STAGE', 'meridianAdmin'),
  portfolio(MERIDIAN, 'Cascade Community Solar', 'SOLD', 'COMPLETE', 'meridianAdmin'),
  portfolio(MERIDIAN, 'Front Range Municipal', 'DILIGENCE', 'LATE_STAGE', 'meridianDeals'),
  portfolio(MERIDIAN, 'Keystone Brownfields', 'ACQUIRED', 'COMPLETE', 'meridianAdmin'),
]

/** The quarters of this year that were reported, added up. */
const yearToDate = (fund: string, projects: readonly DemoProject[]): DemoHoldingCompany['yearToDate'] => {
  const quarters = ['2026-Q1', '2026-Q2', '2026-Q3'].map((quarter) => quarterFigures(fund, projects, quarter))
  const sum = (pick: (quarter: (typeof quarters)[number]) => number): number =>
    Math.round(quarters.reduce((total, quarter) => total + pick(quarter), 0))
  return {
    revenue: { actual: sum(({ revenue }) => revenue), forecast: sum(({ planned }) => planned) },
    expenses: { actual: sum(({ expenses }) => expenses), forecast: sum(({ budget }) => budget) },
    production: {
      actual: sum(({ energy }) => energy * 1000),
      forecast: sum(({ expected }) => expected * 1000),
    },
  }
}

const holdingCompany = (
  organisation: string,
  name: string,
  portfolios: readonly string[],
  dealManager: PersonKey,
): DemoHoldingCompany => ({
  organisation,
  slug: slugOf(name),
  name,
  status: 'ACQUIRED',
  systemSize: sizeOf(portfolios.flatMap(projectsIn)),
  dealManager: PEOPLE[dealManager].email,
  portfolios,
  yearToDate: yearToDate(name, portfolios.flatMap(projectsIn)),
})

/** Two in one organisation, so that its reporting page lists them; the other's goes straight to its only one. */
export const HOLDING_COMPANIES: readonly DemoHoldingCompany[] = [
  holdingCompany(SEGUE, 'Great Plains HoldCo I', ['prairie-sun-ii'], 'orgAdmin'),
  holdingCompany(SEGUE, 'Great Plains HoldCo II', ['arkansas-river-solar'], 'orgAdmin'),
  holdingCompany(MERIDIAN, 'Tidewater HoldCo', ['chesapeake-solar'], 'meridianDeals'),
]

const partner = (organisation: string, name: string, projects: readonly DemoProject[]): DemoPartner => ({
  organisation,
  name,
  sites: projects.map((project) => ({ name: project.name, capacity: sizeOf([project]) })),
})

const PRAIRIE = projectsIn('prairie-sun-ii')
const RIVER = projectsIn('arkansas-river-solar')

/** The sites in operation, each with one partner. */
export const PARTNERS: readonly DemoPartner[] = [
  partner(SEGUE, TRADES.operator, PRAIRIE),
  partner(SEGUE, 'Bluestem Field Services, Inc.', RIVER.slice(0, Math.ceil(RIVER.length / 2))),
  partner(SEGUE, 'Cimarron Power Maintenance, LLC', RIVER.slice(Math.ceil(RIVER.length / 2))),
  partner(MERIDIAN, 'Tidewater Site Services, LLC', projectsIn('chesapeake-solar')),
  partner(MERIDIAN, 'Rooftop Care Company', projectsIn('hudson-rooftops')),
]
