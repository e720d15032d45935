import DataLoader from 'dataloader'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Funds } from '../funds/index.ts'
import type { Category, Collection, Entity, Landing } from './index.ts'

/** In the place of a slug: all organisations of the caller; no organisation has an empty slug. */
const ALL = ''

/**
 * Sizes of entities in kW DC, those of the projects where none is entered (DRM-09). A company without an entered size
 * has none: its rooms are there with theirs.
 */
const sizesOf = async (
  collected: readonly Entity[],
  projectSizes: (ids: readonly string[]) => Promise<readonly number[]>,
): Promise<number[]> => {
  const entities = collected.filter((each) => !('enablePortfolios' in each) || each.systemSize > 0)
  const unknown = entities.filter(({ systemSize }) => systemSize === null).map(({ id }) => id)
  const sizes = unknown.length === 0 ? [] : await projectSizes(unknown)
  return entities.map(({ id, systemSize }) => systemSize ?? sizes[unknown.indexOf(id)] ?? 0)
}

export function createLandingResolvers(landing: Landing, funds: Funds): Resolvers {
  // Three fields of one answer ask for the same organisation.
  const collections = perRequest(
    (context) =>
      new DataLoader((slugs: readonly string[]) =>
        Promise.all(slugs.map((slug) => landing.collections(actorOf(context), slug === ALL ? null : slug))),
      ),
  )
  const stats = perRequest(() => new DataLoader((ids: readonly string[]) => landing.companyProjects(ids)))
  const category =
    (name: Category) =>
    async (_root: unknown, { orgSlug }: { orgSlug?: string | null }, context: Context) =>
      (await collections(context).load(orgSlug ?? ALL))[name]
  return {
    Query: {
      acquiredProjectsStats: (_root, { orgSlug }, context) =>
        landing.acquiredProjects(actorOf(context), orgSlug ?? null),
      diligence: category('DILIGENCE'),
      acquired: category('ACQUIRED'),
      market: category('MARKET'),
    },
    FundEntityCollection: {
      count: ({ entities }: Collection) => entities.length,
      entities: ({ entities }, args) => {
        if (args.limit == null && args.offset == null) return entities
        const { limit, offset } = pageOf(args)
        return entities.slice(offset, offset + limit)
      },
      stats: async ({ entities, projects, totalSize }) => {
        const sizes = await sizesOf(entities, (ids) => funds.projectSizes(ids))
        return {
          projectCount: projects.count,
          totalSize,
          projectsSize: projects.totalCapacity,
          maxSize: sizes.length === 0 ? null : Math.max(...sizes),
          minSize: sizes.length === 0 ? null : Math.min(...sizes),
        }
      },
    },
    HoldingCompany: { projectsStats: ({ id }, _args, context) => stats(context).load(id) },
  }
}
