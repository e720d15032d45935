import { MILE, SAME_SITE_KW, SCREENING } from '../../../shared/qualifyingFacilities.ts'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Exported, SpreadsheetLink } from '../../contracts/links.ts'
import { searchOf } from '../../contracts/pages.ts'
import type { Row } from '../../platform/spreadsheets/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { requireFew } from './exports.ts'
import type { Projects, ProjectsAsked } from './index.ts'
import { isWithinOne } from './neighbours.ts'

const PAGE = 100
/** Neighbours of a project in the export, the nearest. */
const MAX_NEIGHBOURS = 1000

const COLUMNS = [
  { header: 'Project', width: 32 },
  { header: 'City', width: 18 },
  { header: 'State', width: 10 },
  { header: 'Capacity AC, kW', width: 16 },
  { header: 'Projects within 1 mile', width: 20 },
  { header: 'Their capacity AC, kW', width: 20 },
  { header: 'Same site with this project, kW AC', width: 30 },
  { header: 'Over 80 MW AC', width: 14 },
  { header: 'Projects within 10 miles', width: 22 },
  { header: 'Their capacity AC, kW', width: 20 },
  { header: 'Neighbour', width: 32 },
  { header: 'Distance, miles', width: 16 },
  { header: 'Capacity AC of the neighbour, kW', width: 28 },
  { header: 'Within 1 mile', width: 14 },
  { header: 'Note', width: 60 },
]

/** The radius view as a spreadsheet: a row for each neighbour of each project, by the filters of the page (RAD-08). */
export const nearbyLink = (projects: Projects, organisations: Organisations): SpreadsheetLink => ({
  kind: 'spreadsheet',
  url: '/:orgSlug/projects-nearby-export',
  open: async (actor, asked): Promise<Exported> => {
    const orgSlug = asked.part('orgSlug')
    const organisation = await organisations.bySlug(actor, orgSlug)
    if (!organisation) throw notFound('Organisation')
    const portfolioIds = requireFew(asked.all('portfolio_ids'))
    await projects.requirePortfolios(actor, orgSlug, portfolioIds)
    const owned = asked.all('ownership')[0]
    const filter: ProjectsAsked = {
      orgSlug,
      search: searchOf(asked.all('q')[0]),
      portfolioIds: portfolioIds.length === 0 ? null : portfolioIds,
      workflowStatus: null,
      isOwned: owned === 'owned' ? true : owned === 'pipeline' ? false : null,
    }
    return {
      fileName: `${orgSlug}-qualifying-facilities-${new Date().toISOString().slice(0, 10)}.xlsx`,
      subject: { organisationId: organisation.id },
      spreadsheet: {
        sheet: 'Qualifying Facilities',
        columns: COLUMNS,
        rows: rowsOf(projects, actor, filter),
      },
    }
  },
})

const yes = (is: boolean): string => (is ? 'Yes' : 'No')

async function* rowsOf(
  projects: Projects,
  actor: Actor,
  filter: ProjectsAsked,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await projects.page(actor, { ...filter, ordering: 'name', limit: PAGE, offset })
    const [around, neighbours] = await Promise.all([
      projects.surroundings(actor, page),
      projects.neighbours(actor, page, MAX_NEIGHBOURS),
    ])
    yield page.flatMap((project, at) => {
      const figures = around[at]
      if (!figures) return []
      const site = (project.capacityAc ?? 0) + figures.withinOneSumCapacityAc
      const own = [
        project.name,
        project.city,
        project.state,
        project.capacityAc,
        figures.withinOneCount,
        figures.withinOneSumCapacityAc,
        site,
        yes(site > SAME_SITE_KW),
        figures.withinTenCount,
        figures.withinTenSumCapacityAc,
      ]
      const note = offset === 0 && at === 0 ? SCREENING : null
      const near = neighbours[at] ?? []
      if (near.length === 0) return [[...own, null, null, null, null, note]]
      return near.map((each, row) => [
        ...own,
        each.project.name,
        Math.round((each.distance / MILE) * 1000) / 1000,
        each.project.capacityAc,
        yes(isWithinOne(each)),
        row === 0 ? note : null,
      ])
    })
    if (page.length < PAGE) return
  }
}
