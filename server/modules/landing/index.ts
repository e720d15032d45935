import type { DealStatus } from '../../../shared/enumerations.ts'
import { type Actor, permissionsAnywhere } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Funds, HoldingCompanyRow, PortfolioRow } from '../funds/index.ts'
import type { Organisations } from '../organisations/index.ts'
import type { ProjectStats, Projects } from '../projects/index.ts'
import { countsProjects, listsDealRooms } from './policy.ts'

/** The categories of the landing; drafts, sold and removed entities have none (LAND-14). */
export const CATEGORIES = ['DILIGENCE', 'ACQUIRED', 'MARKET'] as const satisfies readonly DealStatus[]
export type Category = (typeof CATEGORIES)[number]

export type Entity = PortfolioRow | HoldingCompanyRow

/** Fund entities of one category that an actor may open. */
export interface Collection {
  entities: Entity[]
  /** Over all projects of the entities, each once (LAND-10). */
  projects: ProjectStats
  /** kW DC of what the entities' own pages show, no project twice (LAND-10). */
  totalSize: number
}

export interface Landing {
  /**
   * Each category of an organisation, or of all in which the actor has DEALROOM_VIEW (LAND-13).
   * @throws NOT_FOUND for an organisation that the actor is not in
   */
  collections(actor: Actor, organisationSlug: string | null): Promise<Record<Category, Collection>>
  /**
   * Projects of acquired portfolios that the actor may open and whose projects they see (HOME-03).
   * @throws NOT_FOUND for an organisation that the actor is not in
   */
  acquiredProjects(actor: Actor, organisationSlug: string | null): Promise<ProjectStats>
  /** For a loader, in the order of the ids; the caller has shown that the actor sees the companies (HOLD-20). */
  companyProjects(companyIds: readonly string[]): Promise<ProjectStats[]>
}

const NO_PROJECTS: ProjectStats = { count: 0, totalCapacity: 0 }

/**
 * The sizes that were entered for entities, together, and the portfolios whose projects they stand for (DRM-09). What a
 * company's size stands for is counted with the company alone. A company has a size of 0 until one is entered.
 */
function enteredSizes(
  entities: readonly Entity[],
  portfoliosOf: (entity: Entity) => readonly string[],
): { size: number; holding: ReadonlySet<string> } {
  const companies = entities.filter((each) => 'enablePortfolios' in each && each.systemSize > 0)
  const ofCompanies = new Set(companies.flatMap(portfoliosOf))
  const rooms = entities.filter(
    (each) => !('enablePortfolios' in each) && each.systemSize !== null && !ofCompanies.has(each.id),
  )
  return {
    size: [...companies, ...rooms].reduce((sum, { systemSize }) => sum + (systemSize ?? 0), 0),
    holding: new Set([...ofCompanies, ...rooms.map(({ id }) => id)]),
  }
}

export function createLanding(funds: Funds, organisations: Organisations, projects: Projects): Landing {
  const within = async (actor: Actor, slug: string | null): Promise<string[]> => {
    if (slug === null) return (await organisations.of(actor, null)).map(({ id }) => id)
    const organisation = await organisations.bySlug(actor, slug)
    if (!organisation) throw notFound('Organisation')
    return [organisation.id]
  }
  /** Portfolios whose projects an entity has: itself, or those of a company. */
  const portfoliosOf = async (
    entities: readonly Entity[],
  ): Promise<(entity: Entity) => readonly string[]> => {
    const companyIds = entities.filter((each) => 'enablePortfolios' in each).map(({ id }) => id)
    const ofCompanies =
      companyIds.length === 0 ? new Map<string, string[]>() : await funds.portfolioIdsOfCompanies(companyIds)
    return (entity) => ('enablePortfolios' in entity ? (ofCompanies.get(entity.id) ?? []) : [entity.id])
  }
  return {
    collections: async (actor, slug) => {
      const organisationIds = (await within(actor, slug)).filter((id) =>
        listsDealRooms(permissionsAnywhere(actor, id)),
      )
      const entities =
        organisationIds.length === 0 ? [] : await funds.ofStatus(actor, organisationIds, CATEGORIES)
      const portfolioIds = await portfoliosOf(entities)
      const byCategory = CATEGORIES.map((status) => entities.filter((each) => each.status === status))
      const entered = byCategory.map((listed) => enteredSizes(listed, portfolioIds))
      const stats = await projects.statsOver([
        ...byCategory.map((listed) => listed.flatMap(portfolioIds)),
        ...entered.map(({ holding }) => [...holding]),
      ])
      const collection = (at: number): Collection => {
        const all = stats[at] ?? NO_PROJECTS
        const inEntered = stats[CATEGORIES.length + at] ?? NO_PROJECTS
        return {
          entities: byCategory[at] ?? [],
          projects: all,
          totalSize: (entered[at]?.size ?? 0) + all.totalCapacity - inEntered.totalCapacity,
        }
      }
      return { DILIGENCE: collection(0), ACQUIRED: collection(1), MARKET: collection(2) }
    },
    acquiredProjects: async (actor, slug) => {
      const entities = await funds.ofStatus(actor, await within(actor, slug), ['ACQUIRED'])
      const counted = entities.filter(
        (each) => !('enablePortfolios' in each) && countsProjects(actor, each.organisationId, each.id),
      )
      const [stats] = await projects.statsOver([counted.map(({ id }) => id)])
      return stats ?? NO_PROJECTS
    },
    companyProjects: async (companyIds) => {
      const byCompany = await funds.portfolioIdsOfCompanies(companyIds)
      return projects.statsOver(companyIds.map((id) => byCompany.get(id) ?? []))
    },
  }
}
