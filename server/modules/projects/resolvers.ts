import DataLoader from 'dataloader'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { limitOf, pageOf, searchOf, slicePage } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Organisations } from '../organisations/index.ts'
import { meanOf } from './core/parts.ts'
import type { FundEntity, ProjectRow, Projects } from './index.ts'
import { isWithinOne, type Neighbour, type Surroundings } from './neighbours.ts'
import { editsProjects, movesProject } from './policy.ts'

/** Projects near another one that an answer names at most, the nearest; their counts and sums are of all. */
const MAX_NEIGHBOURS = 200

interface ListArgs {
  ordering?: string | null | undefined
  search?: string | null | undefined
  limit: number
}

/** Answers by project and by what limits them. */
const keyOf = ({ id, among = null }: ProjectRow): string => JSON.stringify([id, among])

/** Names of a list, each once, with commas; null for none. */
const joined = (names: readonly string[]): string | null =>
  names.length === 0 ? null : [...new Set(names)].join(', ')

const countOf = (rows: readonly { count: number }[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0)

/** Projects, and what portfolios tell of theirs. */
export function createProjectResolvers(projects: Projects, organisations: Organisations): Resolvers {
  const parts = perRequest(() => new DataLoader((ids: readonly string[]) => projects.parts(ids)))
  const totals = perRequest(() => new DataLoader((ids: readonly string[]) => projects.totals(ids)))
  const portfolios = perRequest(
    (context) => new DataLoader((ids: readonly string[]) => projects.portfoliosOf(actorOf(context), ids)),
  )
  const surroundings = perRequest(
    (context) =>
      new DataLoader<ProjectRow, Surroundings, string>(
        (rows) => projects.surroundings(actorOf(context), rows),
        { cacheKeyFn: keyOf },
      ),
  )
  const neighbours = perRequest(
    (context) =>
      new DataLoader<ProjectRow, Neighbour[], string>(
        (rows) => projects.neighbours(actorOf(context), rows, MAX_NEIGHBOURS),
        { cacheKeyFn: keyOf },
      ),
  )
  /** Those nearby are limited in the same way. */
  const nearby = async (project: ProjectRow, context: Context): Promise<Neighbour[]> =>
    (await neighbours(context).load(project)).map((each) => ({
      ...each,
      project: { ...each.project, among: project.among ?? null },
    }))
  const around = (project: ProjectRow, context: Context) => surroundings(context).load(project)
  /** A loader for each way of asking. */
  const lists = perRequest(() => new Map<string, DataLoader<FundEntity, ProjectRow[], string>>())
  const listOf = (entity: FundEntity, args: ListArgs, context: Context): Promise<ProjectRow[]> => {
    const asked = {
      ordering: args.ordering ?? null,
      search: searchOf(args.search),
      limit: limitOf(args.limit),
    }
    const key = JSON.stringify(asked)
    const loader =
      lists(context).get(key) ??
      new DataLoader<FundEntity, ProjectRow[], string>(
        (entities) => projects.ofEntities(actorOf(context), entities, asked),
        { cacheKeyFn: ({ id }) => id },
      )
    lists(context).set(key, loader)
    return loader.load(entity)
  }
  const partsOf = (project: ProjectRow, context: Context) => parts(context).load(project.id)
  return {
    Query: {
      projects: async (_root, args, context) => {
        const { orgSlug, portfolioIds, workflowStatus, isOwned, ordering, search, ...page } = args
        const asked = {
          orgSlug,
          portfolioIds: portfolioIds ?? null,
          workflowStatus: workflowStatus ?? null,
          isOwned: isOwned ?? null,
          search: searchOf(search),
        }
        const actor = actorOf(context)
        const [rows, aggregations] = await Promise.all([
          projects.page(actor, { ...asked, ordering: ordering ?? null, ...pageOf(page) }),
          projects.aggregations(actor, asked),
        ])
        return { asked, projects: rows, aggregations, mayCreate: await projects.mayCreate(actor, orgSlug) }
      },
      project: async (_root, { projectId, portfolioIds, portfolioStatuses }, context) => {
        const actor = actorOf(context)
        const project = await projects.project(actor, projectId)
        const among = await projects.among(actor, project.organisationId, {
          portfolioIds: portfolioIds ?? null,
          statuses: portfolioStatuses ?? null,
        })
        return { ...project, among }
      },
      projectCrossLinks: async (_root, { projectId, ...part }, context) => {
        const project = await projects.project(actorOf(context), projectId)
        const holding = await portfolios(context).load(project.id)
        return slicePage(holding, part).map(({ name, slug }) => ({ name, url: `/portfolios/${slug}` }))
      },
    },
    Mutation: {
      moveProject: async (_root, args, context) => ({ project: await projects.move(actorOf(context), args) }),
    },
    ProjectCollection: {
      places: ({ asked }, _args, context) => projects.places(actorOf(context), asked),
    },
    HoldingCompany: {
      projects: ({ id }, args, context) => listOf({ id, kind: 'holdingCompany' }, args, context),
    },
    Portfolio: {
      projects: ({ id }, args, context) => listOf({ id, kind: 'portfolio' }, args, context),
      systemSizeAc: async ({ id }, _args, context) => (await totals(context).load(id)).capacityAc,
      systemSizeEss: async ({ id }, _args, context) => (await totals(context).load(id)).storage,
      projectCount: async ({ id }, _args, context) => (await totals(context).load(id)).count,
      averageOfftakerQuality: async ({ id }, _args, context) => (await totals(context).load(id)).quality,
      remainingPpaTerm: async ({ id }, _args, context) => (await totals(context).load(id)).remaining,
      dynamicSystemSize: async ({ id }, _args, context) => (await totals(context).load(id)).capacity,
      dynamicNumberOfProjects: async ({ id }, _args, context) => (await totals(context).load(id)).count,
      dynamicRemainingPpaTerm: async ({ id }, _args, context) => (await totals(context).load(id)).remaining,
    },
    Project: {
      ppaLength: async (project, _args, context) =>
        meanOf((await partsOf(project, context)).contracts.map(({ term }) => term)),
      ppaRemainingAvg: async (project, _args, context) => (await partsOf(project, context)).remaining,
      panelCount: async (project, _args, context) => countOf((await partsOf(project, context)).panels),
      inverterCount: async (project, _args, context) => countOf((await partsOf(project, context)).inverters),
      offtakerName: async (project, _args, context) =>
        joined((await partsOf(project, context)).offtakers.map(({ name }) => name)),
      offtakerCredit: async (project, _args, context) =>
        joined(
          (await partsOf(project, context)).offtakers.flatMap(({ quality }) =>
            quality === null ? [] : [String(quality)],
          ),
        ),
      moduleManufacturer: async (project, _args, context) =>
        joined((await partsOf(project, context)).panels.map(({ model }) => model.manufacturer.name)),
      inverterManufacturer: async (project, _args, context) =>
        joined((await partsOf(project, context)).inverters.map(({ model }) => model.manufacturer.name)),
      acquiredPortfolio: async ({ id }, _args, context) =>
        (await portfolios(context).load(id)).find(({ status }) => status === 'ACQUIRED') ?? null,
      portfolios: async ({ id }, part, context) => slicePage(await portfolios(context).load(id), part),
      withinOne: async (project, { limit }, context) =>
        (await nearby(project, context))
          .filter(isWithinOne)
          .slice(0, limitOf(limit))
          .map((each) => each.project),
      withinTen: async (project, { limit }, context) =>
        (await nearby(project, context)).slice(0, limitOf(limit)).map((each) => each.project),
      nearby: async (project, { limit }, context) =>
        (await nearby(project, context)).slice(0, limitOf(limit)).map((each) => ({
          ...each,
          isWithinOne: isWithinOne(each),
        })),
      withinOneCount: async (project, _args, context) => (await around(project, context)).withinOneCount,
      withinTenCount: async (project, _args, context) => (await around(project, context)).withinTenCount,
      withinOneSumCapacityAc: async (project, _args, context) =>
        (await around(project, context)).withinOneSumCapacityAc,
      withinTenSumCapacityAc: async (project, _args, context) =>
        (await around(project, context)).withinTenSumCapacityAc,
      ppaContracts: async (project, _args, context) => (await partsOf(project, context)).contracts,
      panels: async (project, _args, context) => (await partsOf(project, context)).panels,
      inverters: async (project, _args, context) => (await partsOf(project, context)).inverters,
      offtakers: async (project, _args, context) => (await partsOf(project, context)).offtakers,
      org: ({ organisationId }, _args, context) => organisations.byId(context, organisationId),
      mayEdit: ({ organisationId }, _args, context) => editsProjects(actorOf(context), organisationId),
      mayMove: async ({ id, organisationId }, _args, context) =>
        movesProject(actorOf(context), organisationId, await portfolios(context).load(id)),
      location: (project) => project,
      system: (project) => project,
      contact: (project) => project,
      utility: (project) => project,
    },
    ProjectContact: {
      balancingAuthorityAreaName: ({ balancingAuthorityArea }) => balancingAuthorityArea,
    },
    ProjectUtility: {
      name: ({ utilityName }) => utilityName,
      zone: ({ utilityZone }) => utilityZone,
      iso: ({ utilityIso }) => utilityIso,
    },
  }
}
