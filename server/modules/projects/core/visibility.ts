import type { DealStatus } from '../../../../shared/enumerations.ts'
import type { Actor } from '../../../access/actor.ts'
import { forbidden, notFound } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Funds, PortfolioRow } from '../../funds/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { opensProjects, seesAllProjects, seesProjectsOf } from '../policy.ts'
import type { ProjectRow } from './fields.ts'
import { type ProjectFilter, portfoliosOfProjects, projectById, type Scope } from './store.ts'

/** What the list of an organisation's projects asks. */
export interface ProjectsAsked {
  orgSlug: string
  search: string | null
  /** Those that the actor may not open hold nothing. */
  portfolioIds: readonly string[] | null
  workflowStatus: DealStatus | null
  isOwned: boolean | null
}

/** A project around which others are looked for. */
export type Subject = Pick<ProjectRow, 'id' | 'organisationId' | 'among'>

/** Which projects an actor sees, and which portfolios around them (PROJ-29). */
export interface ProjectVisibility {
  /**
   * What the actor sees in an organisation, and the filter in terms of portfolios that they may open.
   * @throws NOT_FOUND for an organisation that the actor is not in, FORBIDDEN without PROJECTS_VIEW in it
   */
  asking(
    actor: Actor,
    asked: ProjectsAsked,
  ): Promise<{ scope: Scope; filter: ProjectFilter; open: PortfolioRow[] }>
  /** In the order of the ids: portfolios that hold each project and that the actor may open. */
  portfoliosOf(actor: Actor, projectIds: readonly string[]): Promise<PortfolioRow[][]>
  /** @throws NOT_FOUND for a project that the actor does not see */
  visible(actor: Actor, id: string): Promise<ProjectRow>
  /** Asks once for all subjects of one organisation that are limited alike; answers in their order. */
  around<Answer>(
    actor: Actor,
    subjects: readonly Subject[],
    ask: (ids: readonly string[], scope: Scope, among: readonly string[] | null) => Promise<Answer[]>,
  ): Promise<Answer[]>
}

export function createProjectVisibility(
  db: Database,
  funds: Funds,
  organisations: Organisations,
): ProjectVisibility {
  const asking = async (
    actor: Actor,
    { orgSlug, workflowStatus, ...asked }: ProjectsAsked,
  ): Promise<{ scope: Scope; filter: ProjectFilter; open: PortfolioRow[] }> => {
    const organisation = await organisations.bySlug(actor, orgSlug)
    if (!organisation) throw notFound('Organisation')
    if (!opensProjects(actor, organisation.id)) throw forbidden()
    const open = await funds.portfolios(actor, { organisationId: organisation.id })
    const chosen = open.filter(
      ({ id, status }) =>
        (asked.portfolioIds === null || asked.portfolioIds.includes(id)) &&
        (workflowStatus === null || status === workflowStatus),
    )
    const isFiltered = asked.portfolioIds !== null || workflowStatus !== null
    return {
      open,
      scope: {
        organisationId: organisation.id,
        all: seesAllProjects(actor, organisation.id),
        portfolioIds: open.filter((each) => seesProjectsOf(actor, each)).map(({ id }) => id),
      },
      filter: {
        search: asked.search,
        isOwned: asked.isOwned,
        portfolioIds: isFiltered ? chosen.map(({ id }) => id) : null,
      },
    }
  }
  const portfoliosOf = async (actor: Actor, projectIds: readonly string[]): Promise<PortfolioRow[][]> => {
    const links = await portfoliosOfProjects(db, projectIds)
    const open = await funds.portfoliosByIds(actor, [...new Set([...links.values()].flat())])
    return projectIds.map((id) => open.filter((portfolio) => links.get(id)?.includes(portfolio.id)))
  }
  const visible = async (actor: Actor, id: string): Promise<ProjectRow> => {
    const project = isId(id) ? await projectById(db, id) : null
    if (!project) throw notFound('Project')
    if (seesAllProjects(actor, project.organisationId)) return project
    const [holding = []] = await portfoliosOf(actor, [id])
    if (!holding.some((each) => seesProjectsOf(actor, each))) throw notFound('Project')
    return project
  }
  const around = async <Answer>(
    actor: Actor,
    subjects: readonly Subject[],
    ask: (ids: readonly string[], scope: Scope, among: readonly string[] | null) => Promise<Answer[]>,
  ): Promise<Answer[]> => {
    const places = await funds.places(actor, [
      ...new Set(subjects.map(({ organisationId }) => organisationId)),
    ])
    const alike = Map.groupBy(subjects.keys(), (at) => {
      const { organisationId = '', among = null } = subjects[at] ?? {}
      return JSON.stringify([organisationId, among])
    })
    const answers = await Promise.all(
      [...alike.values()].map(async (at) => {
        const mine = at.flatMap((index) => subjects[index] ?? [])
        const organisationId = mine[0]?.organisationId ?? ''
        const scope = {
          organisationId,
          all: seesAllProjects(actor, organisationId),
          portfolioIds: places
            .filter((place) => place.organisationId === organisationId && seesProjectsOf(actor, place))
            .map(({ id }) => id),
        }
        const found = await ask(
          mine.map(({ id }) => id),
          scope,
          mine[0]?.among ?? null,
        )
        return at.map((index, position) => [index, found[position]] as const)
      }),
    )
    const byIndex = new Map(answers.flat())
    return subjects.flatMap((_subject, at) => {
      const answer = byIndex.get(at)
      // An answer may be a list itself.
      return answer === undefined ? [] : [answer]
    })
  }

  return { asking, portfoliosOf, visible, around }
}
