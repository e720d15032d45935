import DataLoader from 'dataloader'
import { CODENAMES, PERMISSIONS } from '../../../../shared/permissions.ts'
import { badInput, fieldErrorsOf } from '../../../access/errors.ts'
import type { EntityPlace } from '../../../access/reach.ts'
import { actorOf, type Context, perRequest } from '../../../contracts/context.ts'
import { momentIn, NO_MOMENT } from '../../../contracts/moments.ts'
import { pageOf, searchOf, slicePage } from '../../../contracts/pages.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts, PersonRow } from '../../accounts/index.ts'
import { type PortfolioRow, placeOfEntity, portfoliosOfGroups } from '../../funds/index.ts'
import { groupsByIds } from '../core/groups.ts'
import { rolesByIds } from '../core/roles.ts'
import { administersPeople, mayFill } from '../policy.ts'
import type { AccessEnds, GroupAccessPage } from './accessEnds.ts'
import { groupsOfEntities } from './entityGroups.ts'
import type { Groups } from './groups.ts'
import { factsOfGroups, type GroupFacts, membersOfGroups } from './store.ts'

const listOf = ({
  search,
  ...page
}: {
  search?: string | null
  limit?: number | null
  offset?: number | null
}) => ({
  search: searchOf(search),
  ...pageOf(page),
})

/** A page of the groups with access to a room; those of many rooms are read together. */
interface AccessKey {
  room: PortfolioRow
  limit: number
  offset: number
}

/** Members of many groups, each page of them read together. */
interface MembersKey {
  groupId: string
  limit: number
  offset: number
}

export function createGroupResolvers(
  groups: Groups,
  { accounts, accessEnds, db }: { accounts: Accounts; accessEnds: AccessEnds; db: Database },
): Resolvers {
  /** What the actor may see of a group besides its name; null for who does not administer its people. */
  const facts = perRequest(
    (context) =>
      new DataLoader(async (ids: readonly string[]): Promise<(GroupFacts | null)[]> => {
        const found = await factsOfGroups(db, ids)
        const actor = actorOf(context)
        return ids.map((id) => {
          const group = found.get(id)
          return group && administersPeople(actor, group.organisationId) ? group : null
        })
      }),
  )
  const held = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const found = new Map((await groupsByIds(db, ids)).map((group) => [group.id, group]))
        return ids.map((id) => found.get(id) ?? null)
      }),
  )
  const ofEntity = perRequest(
    (context) =>
      new DataLoader((places: readonly EntityPlace[]) => groupsOfEntities(db, actorOf(context), places), {
        cacheKeyFn: JSON.stringify,
      }),
  )
  const access = perRequest(
    (context) =>
      new DataLoader<AccessKey, GroupAccessPage | null, string>(
        async (keys) => {
          const pages = Map.groupBy(keys, ({ limit, offset }) => `${limit}:${offset}`)
          const found = new Map<AccessKey, GroupAccessPage | null>()
          for (const page of pages.values()) {
            const [{ limit, offset } = { limit: 0, offset: 0 }] = page
            const rooms = page.map(({ room }) => room)
            const answers = await accessEnds.pages(actorOf(context), rooms, { limit, offset })
            for (const [at, key] of page.entries()) found.set(key, answers[at] ?? null)
          }
          return keys.map((key) => found.get(key) ?? null)
        },
        { cacheKeyFn: ({ room, limit, offset }) => `${room.id}:${limit}:${offset}` },
      ),
  )
  const roles = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const found = new Map((await rolesByIds(db, ids)).map((role) => [role.id, role]))
        return ids.map((id) => found.get(id) ?? null)
      }),
  )
  const portfolios = perRequest(
    (context) =>
      new DataLoader(async (ids: readonly string[]): Promise<PortfolioRow[][]> => {
        const found = await portfoliosOfGroups(db, actorOf(context), ids)
        return ids.map((id) => found.get(id) ?? [])
      }),
  )
  const members = perRequest(
    () =>
      new DataLoader<MembersKey, string[], string>(
        async (keys) => {
          const pages = [...Map.groupBy(keys, ({ limit, offset }) => `${limit}:${offset}`).values()]
          const found = await Promise.all(
            pages.map(async ([first, ...others]) => {
              if (!first) return new Map<string, string[]>()
              const ids = [first, ...others].map(({ groupId }) => groupId)
              const page = await membersOfGroups(db, ids, first)
              return new Map(
                [...page].map(([id, people]) => [`${id}:${first.limit}:${first.offset}`, people]),
              )
            }),
          )
          const all = new Map(found.flatMap((page) => [...page]))
          return keys.map((key) => all.get(keyOf(key)) ?? [])
        },
        { cacheKeyFn: keyOf },
      ),
  )
  const portfoliosOf = async (id: string, context: Context): Promise<PortfolioRow[]> =>
    (await facts(context).load(id)) ? portfolios(context).load(id) : []
  return {
    Query: {
      orgRole: (_root, { orgSlug, roleId }, context) => groups.role(actorOf(context), orgSlug, roleId),
      roles: async (_root, { orgSlug, ...part }, context) =>
        slicePage(await groups.roles(actorOf(context), orgSlug), part),
      groups: (_root, { orgSlug, ...list }, context) =>
        groups.toChoose(actorOf(context), orgSlug, listOf(list)),
      groupPages: (_root, { orgSlug, ordering, ...list }, context) =>
        groups.page(actorOf(context), orgSlug, { ordering: ordering ?? 'name', ...listOf(list) }),
      orgGroup: (_root, { orgSlug, groupId }, context) => groups.group(actorOf(context), orgSlug, groupId),
      orgUserGroups: (_root, { orgSlug, ...list }, context) =>
        groups.byName(actorOf(context), orgSlug, listOf(list)),
    },
    Mutation: {
      createGroup: async (_root, { orgSlug, portfolios: given, ...input }, context) => {
        try {
          const portfolioIds = given.map(({ id }) => id)
          return {
            group: await groups.create(actorOf(context), orgSlug, { ...input, portfolioIds }),
            errors: [],
          }
        } catch (error) {
          return { group: null, errors: fieldErrorsOf(error) }
        }
      },
      updateGroup: async (_root, { orgSlug, groupId, portfolios: given, ...input }, context) => {
        try {
          const portfolioIds = given.map(({ id }) => id)
          const change = { ...input, portfolioIds }
          return { group: await groups.update(actorOf(context), orgSlug, groupId, change), errors: [] }
        } catch (error) {
          return { group: null, errors: fieldErrorsOf(error) }
        }
      },
      deleteGroup: async (_root, { orgSlug, groupId }, context) => {
        await groups.remove(actorOf(context), orgSlug, groupId)
        return { id: groupId }
      },
      setGroupAccessEnd: async (_root, { portfolioId, groupId, endsAt }, context) => {
        try {
          const moment = momentIn(endsAt)
          if (endsAt != null && !moment) throw badInput(NO_MOMENT, { endsAt: NO_MOMENT })
          await accessEnds.set(actorOf(context), { portfolioId, groupId, endsAt: moment })
          return { success: true, errors: [] }
        } catch (error) {
          return { success: false, errors: fieldErrorsOf(error) }
        }
      },
    },
    Portfolio: {
      userGroups: (row, _args, context) => ofEntity(context).load(placeOfEntity(row)),
      groupAccess: (room, part, context) => access(context).load({ room, ...pageOf(part) }),
    },
    HoldingCompany: { userGroups: (row, _args, context) => ofEntity(context).load(placeOfEntity(row)) },
    UserGroup: {
      portfolios: async ({ id }, part, context) => slicePage(await portfoliosOf(id, context), part),
      portfolioIds: async ({ id }, part, context) =>
        slicePage(await portfoliosOf(id, context), part).map((each) => each.id),
      memberCount: async ({ id }, _args, context) => (await facts(context).load(id))?.memberCount ?? 0,
      revision: async ({ id }, _args, context) => (await facts(context).load(id))?.revision ?? null,
      canFill: async ({ id }, _args, context) => {
        const actor = actorOf(context)
        const group = await held(context).load(id)
        return group !== null && administersPeople(actor, group.organisationId) && mayFill(actor, group)
      },
      role: async ({ id }, _args, context) => {
        const group = await facts(context).load(id)
        return group && roles(context).load(group.roleId)
      },
      members: async ({ id }, page, context) => {
        if (!(await facts(context).load(id))) return []
        const ids = await members(context).load({ groupId: id, ...pageOf(page) })
        const people = await Promise.all(ids.map((personId) => accounts.person(context, personId)))
        return people.filter((person): person is PersonRow => person !== null)
      },
    },
    Role: {
      permissions: ({ id, permissions }) =>
        PERMISSIONS.filter((permission) => permissions.has(permission)).map((permission) => ({
          // One role holds a permission once.
          id: `${id}:${CODENAMES[permission]}`,
          codename: CODENAMES[permission],
        })),
    },
  }
}

const keyOf = ({ groupId, limit, offset }: MembersKey): string => `${groupId}:${limit}:${offset}`
