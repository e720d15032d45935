import type { Funds } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Projects } from '../projects/index.ts'
import { createLanding, type Landing } from './index.ts'
import { createLandingResolvers } from './resolvers.ts'

interface Needs {
  funds: Funds
  organisations: Organisations
  projects: Projects
}

export const landingModule: Module<'landing', Landing, Needs> = {
  name: 'landing',
  folder: import.meta.dirname,
  readingFields: ['FundEntityCollection.stats', 'HoldingCompany.projectsStats'],
  rows: { FundEntityCollection: 'index.ts#Collection' },
  create: (_world, { funds, organisations, projects }) => {
    const landing = createLanding(funds, organisations, projects)
    return { door: landing, resolvers: [createLandingResolvers(landing, funds)] }
  },
}
