import DataLoader from 'dataloader'
import { actorOf, perRequest } from '../../contracts/context.ts'
import { pageOf, searchOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { NotificationSettings } from './settings.ts'
import type { Unsubscription } from './unsubscribing.ts'

const KINDS = { PORTFOLIOS: 'portfolio', HOLDING_COMPANIES: 'holdingCompany' } as const

const OF_PLACE = {
  organisation: 'ORGANISATION',
  portfolio: 'PORTFOLIO',
  holdingCompany: 'HOLDING_COMPANY',
} as const

/** @param named what a token of an unsubscribe address names; null for none */
export function createNotificationsResolvers(
  settings: NotificationSettings,
  named: (token: string) => Unsubscription | null,
): Resolvers {
  const enabled = perRequest(
    (context) =>
      new DataLoader((personIds: readonly string[]) => settings.enabledAmong(actorOf(context), personIds)),
  )
  return {
    Query: {
      notificationSettings: (_root, place, context) => settings.master(actorOf(context), place),
      portfolioNotifications: (_root, { search, limit, offset, ...place }, context) =>
        settings.toggles(actorOf(context), place, 'portfolio', {
          search: searchOf(search),
          ...pageOf({ limit, offset }),
        }),
      holdCoNotifications: (_root, { search, limit, offset, ...place }, context) =>
        settings.toggles(actorOf(context), place, 'holdingCompany', {
          search: searchOf(search),
          ...pageOf({ limit, offset }),
        }),
      notificationCounts: (_root, place, context) => settings.counts(actorOf(context), place),
      unsubscription: async (_root, { token }) => {
        const unsubscription = named(token)
        return unsubscription && settings.unsubscription(unsubscription)
      },
    },
    Mutation: {
      updateNotificationSettings: async (_root, { enabled, ...place }, context) => ({
        notificationSettings: await settings.switchMaster(actorOf(context), place, enabled),
      }),
      updatePortfolioNotificationSettings: async (_root, { portfolioId: id, ...change }, context) => ({
        portfolioNotification: await settings.switchEntity(actorOf(context), {
          ...change,
          kind: 'portfolio',
          id,
        }),
      }),
      updateHoldCoNotificationSettings: async (_root, { holdingCompanyId: id, ...change }, context) => ({
        holdCoNotification: await settings.switchEntity(actorOf(context), {
          ...change,
          kind: 'holdingCompany',
          id,
        }),
      }),
      updateAllNotificationSettings: async (_root, { kind, enabled, ...place }, context) => ({
        counts: await settings.switchAll(actorOf(context), place, { kind: KINDS[kind], enabled }),
      }),
    },
    Unsubscription: { kind: ({ kind }) => OF_PLACE[kind] },
    User: {
      notificationsEnabled: ({ id }, _args, context) => enabled(context).load(id),
    },
  }
}
