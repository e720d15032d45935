import type { Files } from '../files/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import { createOverview, type Overview } from './index.ts'
import { overviewKinds } from './office.ts'
import { pageRemovals } from './removedPages.ts'
import { createOverviewResolvers } from './resolvers.ts'

interface Needs {
  files: Files
  funds: Funds
}

const OF_ENTITIES = ['hasSubpages', 'netYields', 'operatingStats', 'subpage', 'subpages']

export const overviewModule: Module<'overview', Overview, Needs> = {
  name: 'overview',
  folder: import.meta.dirname,
  rows: {
    Subpage: 'index.ts#SubpageRow',
    SubpageMedia: 'index.ts#Media',
    Timeline: 'index.ts#Timeline',
    Milestone: 'index.ts#MilestoneRow',
    NetYield: 'index.ts#NetYieldRow',
    OperatingStats: 'index.ts#OperatingRow',
  },
  readingFields: [
    ...OF_ENTITIES.map((field) => `HoldingCompany.${field}`),
    ...OF_ENTITIES.map((field) => `Portfolio.${field}`),
    'Subpage.groups',
    'Subpage.roles',
  ],
  pages: { known: [/^\/portfolios\/[^/]+\/overview(\/[^/]+)?\/?$/, /^\/portfolios\/[^/]+\/projects\/?$/] },
  create: ({ db }, { files, funds }) => {
    const overview = createOverview(db, funds, files)
    return {
      door: overview,
      resolvers: [createOverviewResolvers(db, overview)],
      links: overview.media.links,
      hooks: [...overview.media.hooks, ...pageRemovals(funds)],
      office: overviewKinds(funds),
    }
  },
}
