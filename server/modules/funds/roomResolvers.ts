import DataLoader from 'dataloader'
import { fieldErrorsOf } from '../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { pageOf, searchOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Funds } from './index.ts'
import type { RoomSettings } from './roomStore.ts'

interface SettingsArgs {
  status?: RoomSettings['status'] | null | undefined
  name?: string | null | undefined
  enableProjects?: boolean | null | undefined
  enableQAndA?: boolean | null | undefined
  headerEnabled?: boolean | null | undefined
  dealManagerId?: string | null | undefined
  systemSize?: number | null | undefined
  removeSystemSize?: boolean | null | undefined
}

/** What is given, by its name; null stays as it is, save for the manager, who is removed by it. */
function settingsOf({ dealManagerId, systemSize, removeSystemSize, ...others }: SettingsArgs): RoomSettings {
  const given = Object.entries(others).filter(([, value]) => value !== null && value !== undefined)
  return {
    ...(Object.fromEntries(given) as RoomSettings),
    ...(dealManagerId === undefined ? {} : { dealManagerId }),
    ...(removeSystemSize ? { systemSize: null } : typeof systemSize === 'number' ? { systemSize } : {}),
  }
}

/** Deal rooms for those who administer them (DRM). */
export function createRoomResolvers({ funds, accounts }: { funds: Funds; accounts: Accounts }): Resolvers {
  const { rooms } = funds
  const people = async (context: Context, ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => accounts.person(context, id)))).filter((person) => person !== null)
  const sizes = perRequest(() => new DataLoader((ids: readonly string[]) => funds.projectSizes(ids)))
  return {
    Query: {
      orgPortfolios: (_root, { orgSlug, excludeWorkflowStatuses, search, ...page }, context) =>
        rooms.list(actorOf(context), {
          orgSlug,
          search: searchOf(search),
          without: excludeWorkflowStatuses ?? [],
          ordering: null,
          ...pageOf(page),
        }),
      dealRooms: async (_root, { orgSlug, search, workflowStatus, ordering, ...page }, context) => {
        const asked = { orgSlug, search: searchOf(search), status: workflowStatus ?? null }
        // Refused before anything is asked: nobody would wait for what was.
        const part = pageOf(page)
        const [count, portfolios] = await Promise.all([
          rooms.count(actorOf(context), asked),
          rooms.list(actorOf(context), { ...asked, ordering: ordering ?? null, ...part }),
        ])
        return { count, portfolios }
      },
      orgUsers: async (_root, { orgSlug, search, ...page }, context) =>
        people(
          context,
          await rooms.usersOfOrganisation(actorOf(context), orgSlug, {
            search: searchOf(search),
            ...pageOf(page),
          }),
        ),
      portfolioUsers: async (_root, { portfolioId, search, ...page }, context) =>
        people(
          context,
          await rooms.usersOfPortfolio(actorOf(context), portfolioId, {
            search: searchOf(search),
            ...pageOf(page),
          }),
        ),
    },
    Mutation: {
      createPortfolio: async (_root, { orgSlug, name, dealManagerId }, context) => {
        try {
          const room = { orgSlug, name, dealManagerId: dealManagerId ?? null }
          return { portfolio: await rooms.create(actorOf(context), room), errors: [] }
        } catch (error) {
          return { portfolio: null, errors: fieldErrorsOf(error) }
        }
      },
      updatePortfolio: async (_root, { orgSlug, portfolioId, revision, ...given }, context) => {
        try {
          const change = { orgSlug, portfolioId, revision: revision ?? null, ...settingsOf(given) }
          return { portfolio: await rooms.update(actorOf(context), change), errors: [] }
        } catch (error) {
          return { portfolio: null, errors: fieldErrorsOf(error) }
        }
      },
      deletePortfolio: async (_root, { orgSlug, portfolioId }, context) => {
        await rooms.remove(actorOf(context), { orgSlug, portfolioId })
        return { id: portfolioId }
      },
    },
    Portfolio: {
      // PORT-48, DRM-09
      systemSize: ({ id, systemSize }, _args, context) => systemSize ?? sizes(context).load(id),
      isSystemSizeDynamic: ({ systemSize }) => systemSize === null,
    },
  }
}
