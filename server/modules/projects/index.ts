import type { DealStatus } from '../../../shared/enumerations.ts'
import type { Term } from '../../../shared/finding/search.ts'
import { figureProblem, LATITUDE, LONGITUDE } from '../../../shared/project/rules.ts'
import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound, requireFields } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { orderingOf } from '../../contracts/pages.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import type { FoundPart } from '../../platform/finding/index.ts'
import { recordBy } from '../activity/index.ts'
import type { Funds, PortfolioRow } from '../funds/index.ts'
import type { Organisations } from '../organisations/index.ts'
import type { ProjectRow } from './core/fields.ts'
import {
  type PortfolioTotals,
  type ProjectParts,
  type ProjectStats,
  partsOf,
  statsOver,
  totalsOf,
} from './core/parts.ts'
import {
  type Aggregations,
  aggregationsOf,
  ORDERINGS,
  type Places,
  placesOf,
  projectById,
  projectIdsIn,
  projectPage,
  projectsByIds,
  projectsNamed,
  projectsOfSets,
} from './core/store.ts'
import { createProjectVisibility, type ProjectsAsked, type Subject } from './core/visibility.ts'
import { moveTo } from './core/writing.ts'
import { findProjects } from './finding.ts'
import { type Neighbour, neighboursOf, type Surroundings, surroundingsOf } from './neighbours.ts'
import { editsProjects, movesProject, seesAllProjects, seesProjectsOf } from './policy.ts'
import { type FoundLayer, layersOfFound } from './spatial/store.ts'

/** Places that a map gets. */
const MAX_PLACES = 20_000

export { type Contract, NOTHING_KNOWN, type ProjectValues } from '../../../shared/project/values.ts'
export type { ProjectRow } from './core/fields.ts'
export { projectsRefused } from './core/hooks.ts'
export type {
  EquipmentRow,
  ModelRow,
  OfftakerRow,
  PortfolioTotals,
  ProjectParts,
  ProjectStats,
} from './core/parts.ts'
export { projectsIn } from './core/store.ts'
export type { ProjectsAsked, Subject } from './core/visibility.ts'
export { insertProjects, modelOf, type NewProject, offtakerOf } from './core/writing.ts'
export { createImports, type ProjectImports } from './import/importing.ts'
export { type Neighbour, neighboursOf, type Surroundings, surroundingsOf } from './neighbours.ts'

/** What is found, and what was asked. */
export interface FoundProjects {
  asked: ProjectsAsked
  projects: ProjectRow[]
  aggregations: Aggregations
  mayCreate: boolean
}

/** A portfolio or holding company whose projects are asked for. */
export interface FundEntity {
  id: string
  kind: 'portfolio' | 'holdingCompany'
}

export interface Projects {
  /**
   * A page of an organisation's projects that the actor sees (PROJ-29).
   * @throws NOT_FOUND for an organisation that the actor is not in, FORBIDDEN without PROJECTS_VIEW in it,
   * BAD_USER_INPUT for an unknown ordering
   */
  page(
    actor: Actor,
    asked: ProjectsAsked & { ordering: string | null; limit: number; offset: number },
  ): Promise<ProjectRow[]>
  /** Over all that match (PROJ-25). @throws as page */
  aggregations(actor: Actor, asked: ProjectsAsked): Promise<Aggregations>
  /**
   * Checks that the actor may list the organisation's projects and open all of the portfolios.
   * @throws as page, NOT_FOUND for a portfolio that is unknown, not in view or of another organisation
   */
  requirePortfolios(actor: Actor, orgSlug: string, portfolioIds: readonly string[]): Promise<void>
  /** Whether the actor may add projects to an organisation that they are in. */
  mayCreate(actor: Actor, orgSlug: string): Promise<boolean>
  /** Where all that match are, for the map. @throws as page */
  places(actor: Actor, asked: ProjectsAsked): Promise<Places>
  /** Spatial layers of all that match, the first ones by name of the project, for the map. @throws as page */
  layers(actor: Actor, asked: ProjectsAsked, limit: number): Promise<FoundLayer[]>
  /**
   * Moves a project on the map (MAP-05, MAP-06); degrees.
   * @throws NOT_FOUND for one that the actor does not see, FORBIDDEN without PROJECTS_ADMIN on the organisation or on
   * one of its portfolios, BAD_USER_INPUT for a place that is none
   */
  move(actor: Actor, move: { projectId: string; latitude: number; longitude: number }): Promise<ProjectRow>
  /** @throws NOT_FOUND for one that the actor does not see */
  project(actor: Actor, id: string): Promise<ProjectRow>
  /**
   * The portfolios of an organisation that a question limits nearby projects to; those that the actor may not open are
   * left out. @returns null where it doesn't limit them
   */
  among(
    actor: Actor,
    organisationId: string,
    asked: { portfolioIds: readonly string[] | null; statuses: readonly DealStatus[] | null },
  ): Promise<string[] | null>
  /** For a loader, in the order of the projects: what the actor sees around each (RAD-01 to RAD-05). */
  surroundings(actor: Actor, projects: readonly Subject[]): Promise<Surroundings[]>
  /** For a loader, in the order of the projects: those around each, the nearest first. */
  neighbours(actor: Actor, projects: readonly Subject[], limit: number): Promise<Neighbour[][]>
  /** Those of them that the actor sees, by name (PROJ-29); others are left out. */
  seenOf(actor: Actor, ids: readonly string[]): Promise<ProjectRow[]>
  /** Ids of the projects of portfolios, as far as the actor sees them there. */
  idsIn(actor: Actor, portfolioIds: readonly string[]): Promise<string[]>
  /** A page of them by name. @param search looked for in the name; null for all */
  namedIn(
    actor: Actor,
    portfolioIds: readonly string[],
    asked: { search: string | null; limit: number; offset: number },
  ): Promise<ProjectRow[]>
  /** For a loader, in the order of the ids: portfolios that hold each project and that the actor may open, by name. */
  portfoliosOf(actor: Actor, projectIds: readonly string[]): Promise<PortfolioRow[][]>
  /**
   * For a loader, in the order of the entities: the projects of portfolios, or of all portfolios of companies, each
   * once; those of portfolios in which the actor sees none are left out (PROJ-29).
   * @throws BAD_USER_INPUT for an unknown ordering
   */
  ofEntities(
    actor: Actor,
    entities: readonly FundEntity[],
    asked: { ordering: string | null; search: string | null; limit: number },
  ): Promise<ProjectRow[][]>
  /** Projects of an organisation that the actor sees, by name, city and state (FIND-14). */
  find(
    actor: Actor,
    asked: { organisationId: string; orgSlug: string; terms: readonly Term[] },
    page: { limit: number; offset: number },
  ): Promise<FoundPart>
  /** For a loader, in the order of the ids; the caller has shown that the actor sees the projects. */
  parts(projectIds: readonly string[]): Promise<ProjectParts[]>
  /** For a loader, in the order of the ids; the caller has shown that the actor sees the portfolios. */
  totals(portfolioIds: readonly string[], on?: Connection): Promise<PortfolioTotals[]>
  /**
   * In one statement for each set of portfolios their projects together, each once (LAND-10, HOLD-20); the caller has
   * shown that the actor may know their number.
   */
  statsOver(sets: readonly (readonly string[])[]): Promise<ProjectStats[]>
}

export function createProjects(db: Database, funds: Funds, organisations: Organisations): Projects {
  const { asking, portfoliosOf, visible, around } = createProjectVisibility(db, funds, organisations)
  /** Those portfolios in which the actor sees projects. */
  const showing = async (actor: Actor, portfolioIds: readonly string[]): Promise<string[]> =>
    (await funds.portfoliosByIds(actor, portfolioIds))
      .filter((each) => seesProjectsOf(actor, each))
      .map(({ id }) => id)
  return {
    places: async (actor, asked) => {
      const { scope, filter } = await asking(actor, asked)
      return placesOf(db, scope, filter, MAX_PLACES)
    },
    layers: async (actor, asked, limit) => {
      const { scope, filter } = await asking(actor, asked)
      return layersOfFound(db, scope, filter, limit)
    },
    move: async (actor, { projectId, latitude, longitude }) => {
      requireFields({
        latitude: figureProblem(latitude, LATITUDE),
        longitude: figureProblem(longitude, LONGITUDE),
      })
      const project = await visible(actor, projectId)
      return withLock(db, rowLock('project', project.id), async (tx) => {
        await reauthorise(tx, actor, async (now) => {
          const [holding = []] = await portfoliosOf(now, [project.id])
          if (!movesProject(now, project.organisationId, holding)) throw forbidden()
        })
        await moveTo(tx, { id: project.id, latitude, longitude }, actor.personId)
        await recordBy(tx, actor, [
          {
            kind: 'MOVE_PROJECT',
            organisationId: project.organisationId,
            subject: { kind: 'project', id: project.id },
            detail: { latitude, longitude },
          },
        ])
        return (await projectById(tx, project.id)) ?? project
      })
    },
    among: async (actor, organisationId, { portfolioIds, statuses }) => {
      if (portfolioIds === null && statuses === null) return null
      const open = await funds.portfolios(actor, { organisationId })
      return open
        .filter(
          (each) =>
            (portfolioIds === null || portfolioIds.includes(each.id)) &&
            (statuses === null || statuses.includes(each.status)),
        )
        .map(({ id }) => id)
    },
    surroundings: (actor, subjects) =>
      around(actor, subjects, (ids, scope, among) => surroundingsOf(db, ids, scope, among)),
    neighbours: (actor, subjects, limit) =>
      around(actor, subjects, (ids, scope, among) => neighboursOf(db, ids, scope, among, limit)),
    page: async (actor, { ordering, limit, offset, ...asked }) => {
      const order = orderingOf(ordering ?? 'name', ORDERINGS)
      const { scope, filter, open } = await asking(actor, asked)
      const acquiredIds = open.filter(({ status }) => status === 'ACQUIRED').map(({ id }) => id)
      const rows = await projectPage(db, scope, { ...filter, ordering: order, acquiredIds, limit, offset })
      return filter.portfolioIds === null ? rows : rows.map((row) => ({ ...row, among: filter.portfolioIds }))
    },
    aggregations: async (actor, asked) => {
      const { scope, filter } = await asking(actor, asked)
      return aggregationsOf(db, scope, filter)
    },
    requirePortfolios: async (actor, orgSlug, portfolioIds) => {
      const { open } = await asking(actor, {
        orgSlug,
        search: null,
        portfolioIds: null,
        workflowStatus: null,
        isOwned: null,
      })
      const known = new Set(open.map(({ id }) => id))
      if (portfolioIds.some((id) => !known.has(id))) throw notFound('Portfolio')
    },
    project: visible,
    mayCreate: async (actor, orgSlug) => {
      const organisation = await organisations.bySlug(actor, orgSlug)
      return organisation !== null && editsProjects(actor, organisation.id)
    },
    seenOf: async (actor, ids) => {
      const found = await projectsByIds(db, ids)
      const holding = await portfoliosOf(
        actor,
        found.map(({ id }) => id),
      )
      return found.filter(
        ({ organisationId }, at) =>
          seesAllProjects(actor, organisationId) || holding[at]?.some((each) => seesProjectsOf(actor, each)),
      )
    },
    idsIn: async (actor, portfolioIds) => projectIdsIn(db, await showing(actor, portfolioIds)),
    namedIn: async (actor, portfolioIds, asked) =>
      projectsNamed(db, await showing(actor, portfolioIds), asked),
    portfoliosOf,
    ofEntities: async (actor, entities, { ordering, search, limit }) => {
      const order = orderingOf(ordering ?? 'name', ORDERINGS)
      const companyIds = entities.filter(({ kind }) => kind === 'holdingCompany').map(({ id }) => id)
      const ofCompanies =
        companyIds.length === 0
          ? new Map<string, string[]>()
          : await funds.portfolioIdsOfCompanies(companyIds)
      const held = entities.map(({ id, kind }) => (kind === 'portfolio' ? [id] : (ofCompanies.get(id) ?? [])))
      const listed = await funds.portfoliosByIds(actor, [...new Set(held.flat())])
      const seen = new Set(listed.filter((each) => seesProjectsOf(actor, each)).map(({ id }) => id))
      const sets = held.map((ids) => ids.filter((each) => seen.has(each)))
      // A project may also be in an acquired portfolio beside these.
      const organisationIds = [...new Set(listed.map(({ organisationId }) => organisationId))]
      const acquired = await funds.ofStatus(actor, organisationIds, ['ACQUIRED'])
      const acquiredIds = acquired.map(({ id }) => id)
      return projectsOfSets(db, sets, { ordering: order, acquiredIds, search, limit })
    },
    find: (actor, asked, page) => findProjects({ db, funds }, actor, asked, page),
    parts: (projectIds) => partsOf(db, projectIds),
    totals: (portfolioIds, on = db) => totalsOf(on, portfolioIds),
    statsOver: (sets) => statsOver(db, sets),
  }
}
