import { slugOf } from '../../shared/slugs.ts'
import type { DemoHoldingCompany, DemoPortfolio } from '../plan.ts'
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
})

/** Two in one organisation, so that its reporting page lists them; the other's goes straight to its only one. */
export const HOLDING_COMPANIES: readonly DemoHoldingCompany[] = [
  holdingCompany(SEGUE, 'Great Plains HoldCo I', ['prairie-sun-ii'], 'orgAdmin'),
  holdingCompany(SEGUE, 'Great Plains HoldCo II', ['arkansas-river-solar'], 'orgAdmin'),
  holdingCompany(MERIDIAN, 'Tidewater HoldCo', ['chesapeake-solar'], 'meridianDeals'),
]
