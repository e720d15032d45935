import DataLoader from 'dataloader'
import { entityScope } from '../../access/scopes.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { slicePage } from '../../contracts/pages.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Resolvers } from '../../schema.generated.ts'
import { type HoldingCompanyRow, type PortfolioRow, placeOfEntity } from '../funds/index.ts'
import { groupsOfOrganisation, rolesByIds } from '../memberships/index.ts'
import type { EntityAt, OpenEntity } from './entities.ts'
import type { Overview, SubpageRow } from './index.ts'
import { mediaUrl } from './media.ts'
import { editsOverview } from './policy.ts'

type Entity = PortfolioRow | HoldingCompanyRow

const opened = (row: Entity): OpenEntity => ({
  id: row.id,
  place: placeOfEntity(row),
  principals: row.subpagePermissions,
})

const kindOf = (type: 'PORTFOLIO' | 'HOLDING_COMPANY'): EntityAt['kind'] =>
  type === 'PORTFOLIO' ? 'portfolio' : 'holdingCompany'

/** Whether the caller administers the entity of a page, which alone names its roles and groups. */
const isEdited = (page: SubpageRow, context: Context): boolean => {
  return editsOverview(actorOf(context), entityScope(page))
}

export function createOverviewResolvers(db: Connection, overview: Overview): Resolvers {
  const { pages, media, timelines } = overview
  const byEntity = <Answer>(read: (context: Context, entities: readonly OpenEntity[]) => Promise<Answer[]>) =>
    perRequest(
      (context) =>
        new DataLoader((rows: readonly Entity[]) => read(context, rows.map(opened)), {
          cacheKeyFn: ({ id }: Entity) => id,
        }),
    )
  const listed = byEntity((context, entities) => pages.ofEntities(actorOf(context), entities))
  const yields = byEntity((context, entities) => overview.netYields(actorOf(context), entities))
  const stats = byEntity((context, entities) => overview.operatingStats(actorOf(context), entities))
  const roles = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const found = await rolesByIds(db, ids)
        return ids.map((id) => found.find((role) => role.id === id) ?? null)
      }),
  )
  const groups = perRequest(
    () =>
      new DataLoader(
        async (asked: readonly { organisationId: string; id: string }[]) => {
          const byOrganisation = Map.groupBy(asked, ({ organisationId }) => organisationId)
          const found = await Promise.all(
            [...byOrganisation].map(([organisationId, mine]) =>
              groupsOfOrganisation(
                db,
                organisationId,
                mine.map(({ id }) => id),
              ),
            ),
          )
          return asked.map(({ id }) => found.flat().find((group) => group.id === id) ?? null)
        },
        { cacheKeyFn: ({ id }) => id },
      ),
  )
  const fields = {
    operatingStats: (row: Entity, _args: unknown, context: Context) => stats(context).load(row),
    hasSubpages: async (row: Entity, _args: unknown, context: Context) =>
      (await listed(context).load(row)).any,
    subpages: async (row: Entity, _args: unknown, context: Context) => (await listed(context).load(row)).seen,
    subpage: async (row: Entity, { slug }: { slug?: string | null }, context: Context) =>
      (await listed(context).load(row)).seen.find((page) => slug == null || page.slug === slug) ?? null,
    netYields: (row: Entity, _args: unknown, context: Context) => yields(context).load(row),
  }
  return {
    Query: {
      timeline: (_root, { timelineId }, context) => timelines.timeline(actorOf(context), timelineId),
      subpageMedia: (_root, { subpageId, subjectType }, context) =>
        media.of(actorOf(context), { id: subpageId, kind: kindOf(subjectType) }),
      subpagePrincipals: async (_root, { subjectId, subjectType, ...part }, context) =>
        slicePage(
          await pages.principals(actorOf(context), { id: subjectId, kind: kindOf(subjectType) }),
          part,
        ),
    },
    Mutation: {
      createSubpage: async (_root, { subjectId, subjectType, title }, context) => ({
        subpage: await pages.create(actorOf(context), { id: subjectId, kind: kindOf(subjectType) }, title),
      }),
      updateSubpage: async (_root, { id, subjectType, ...change }, context) => ({
        subpage: await pages.update(
          actorOf(context),
          { id, kind: kindOf(subjectType) },
          {
            title: change.title ?? undefined,
            description: change.description ?? undefined,
            restricted: change.restricted ?? undefined,
            roleIds: change.roles ?? undefined,
            groupIds: change.groups ?? undefined,
            revision: change.revision,
          },
        ),
      }),
      deleteSubpage: async (_root, { subpageId, subjectType }, context) => {
        await pages.remove(actorOf(context), { id: subpageId, kind: kindOf(subjectType) })
        return { success: true }
      },
      reorderSubpage: async (_root, { subpageId, subjectType, up }, context) => ({
        subpage: await pages.reorder(actorOf(context), { id: subpageId, kind: kindOf(subjectType) }, up),
      }),
      createSubpageMedia: async (_root, { subpageId, subjectId, subjectType, file }, context) => ({
        subpageMedia: await media.upload(
          actorOf(context),
          { id: subpageId, subjectId, kind: kindOf(subjectType) },
          await file,
        ),
      }),
      deleteSubpageMedia: async (_root, { mediaId, subjectType }, context) => {
        await media.remove(actorOf(context), { id: mediaId, kind: kindOf(subjectType) })
        return { success: true }
      },
      createTimeline: async (_root, { subjectType, subjectId }, context) => ({
        id: await timelines.create(actorOf(context), { id: subjectId, kind: kindOf(subjectType) }),
      }),
      createMilestone: async (_root, { timelineId }, context) => ({
        milestone: await timelines.addMilestone(actorOf(context), timelineId),
      }),
      updateMilestone: async (_root, { milestoneId, dueDate, title, status, body, revision }, context) => ({
        milestone: await timelines.update(actorOf(context), milestoneId, {
          ...(dueDate == null ? {} : { dueDate }),
          ...(title == null ? {} : { title }),
          ...(status == null ? {} : { status }),
          ...(body == null ? {} : { body }),
          revision,
        }),
      }),
      deleteMilestone: async (_root, { milestoneId }, context) => ({
        timeline: await timelines.remove(actorOf(context), milestoneId),
      }),
      reorderMilestone: async (_root, { milestoneId, up }, context) => ({
        timeline: await timelines.reorder(actorOf(context), milestoneId, up),
      }),
    },
    Portfolio: fields,
    HoldingCompany: fields,
    Subpage: {
      // Whether the entity names roles or groups is asked where they are written; the other kind is never kept.
      roles: async (page, part, context) =>
        isEdited(page, context)
          ? (await roles(context).loadMany(slicePage(page.roleIds, part))).flatMap((role) =>
              role === null || role instanceof Error ? [] : [role],
            )
          : [],
      groups: async (page, part, context) =>
        isEdited(page, context)
          ? (
              await groups(context).loadMany(
                slicePage(page.groupIds, part).map((id) => ({ id, organisationId: page.organisationId })),
              )
            ).flatMap((group) => (group === null || group instanceof Error ? [] : [group]))
          : [],
    },
    SubpageMedia: { url: (one) => mediaUrl(one) },
    Timeline: { subjectId: ({ portfolioId, companyId }) => portfolioId ?? companyId ?? '' },
  }
}
