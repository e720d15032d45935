import type { Actor } from '../../access/actor.ts'
import { badInput, notFound } from '../../access/errors.ts'
import type { Exported, SpreadsheetLink } from '../../contracts/links.ts'
import type { Row } from '../../platform/spreadsheets/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { IMPORT_COLUMNS } from './import/columns.ts'
import { presentValue } from './import/rows.ts'
import type { Projects } from './index.ts'

/** Portfolios that an export may name (transport.md 7). */
const MAX_PORTFOLIOS = 500
const PAGE = 200

/** Columns of the export: those of the template, and where the project is. */
const COLUMNS = IMPORT_COLUMNS.filter(({ of }) => of.kind !== 'id')

/** The spreadsheet of the projects that the actor may see, by its address (PROJ-19, PROJ-20). */
export const projectsLink = (projects: Projects, organisations: Organisations): SpreadsheetLink => ({
  kind: 'spreadsheet',
  url: '/:orgSlug/projects-list-export',
  open: async (actor, asked): Promise<Exported> => {
    const orgSlug = asked.part('orgSlug')
    const portfolioIds = requireFew(asked.all('portfolio_ids'))
    const organisation = await organisations.bySlug(actor, orgSlug)
    if (!organisation) throw notFound('Organisation')
    await projects.requirePortfolios(actor, orgSlug, portfolioIds)
    return {
      fileName: `${orgSlug}-projects-${new Date().toISOString().slice(0, 10)}.xlsx`,
      subject: { organisationId: organisation.id },
      spreadsheet: {
        sheet: 'Projects',
        columns: [
          ...COLUMNS.map(({ header }) => ({ header, width: 22 })),
          { header: 'Portfolios', width: 40 },
        ],
        rows: rowsOf(projects, actor, orgSlug, portfolioIds),
      },
    }
  },
})

/** The ids. @throws BAD_USER_INPUT for more than an export may name */
export function requireFew(portfolioIds: readonly string[]): readonly string[] {
  if (portfolioIds.length <= MAX_PORTFOLIOS) return portfolioIds
  throw badInput(`Please choose at most ${MAX_PORTFOLIOS} portfolios.`)
}

async function* rowsOf(
  projects: Projects,
  actor: Actor,
  orgSlug: string,
  portfolioIds: readonly string[],
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await projects.page(actor, {
      orgSlug,
      search: null,
      portfolioIds: portfolioIds.length === 0 ? null : portfolioIds,
      workflowStatus: null,
      isOwned: null,
      ordering: 'name',
      limit: PAGE,
      offset,
    })
    const ids = page.map(({ id }) => id)
    const [parts, portfolios] = await Promise.all([projects.parts(ids), projects.portfoliosOf(actor, ids)])
    yield page.flatMap((project, at) => {
      const mine = parts[at]
      if (!mine) return []
      const cells = COLUMNS.map((column) => {
        const value = presentValue({ project, parts: mine }, column)
        return typeof value === 'number' ? value : value === null ? null : column.words(value)
      })
      return [[...cells, (portfolios[at] ?? []).map(({ name }) => name).join('; ')]]
    })
    if (page.length < PAGE) return
  }
}
