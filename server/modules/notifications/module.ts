import { joins } from '../../platform/hooks.ts'
import { roomClosed } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Notifications } from './index.ts'
import { createNotificationsResolvers } from './resolvers.ts'
import { createSettings } from './settings.ts'
import { removeOfPortfolio } from './settingsStore.ts'
import { unsubscribeToken, unsubscriptionOf } from './unsubscribing.ts'

interface Needs {
  organisations: Organisations
}

export const notificationsModule: Module<'notifications', Notifications, Needs> = {
  name: 'notifications',
  folder: import.meta.dirname,
  readingFields: ['User.notificationsEnabled'],
  rows: {
    NotificationSetting: 'settingsStore.ts#ToggleRow',
    PortfolioNotificationSetting: 'settingsStore.ts#ToggleRow',
    HoldCoNotificationSetting: 'settingsStore.ts#ToggleRow',
    Unsubscription: 'settings.ts#UnsubscriptionRow',
  },
  publicRootFields: ['unsubscription'],
  pages: { known: [/^\/profile\/[^/]+\/notifications\/?$/] },
  create: ({ db, jobsDb, signer, origin }, { organisations }) => {
    const settings = createSettings(db, organisations)
    const named = (token: string) => unsubscriptionOf(signer, token)
    return {
      door: {
        settings,
        addresses: {
          origin,
          unsubscribeUrl: (personId, place) =>
            `${origin()}/unsubscribe/${unsubscribeToken(signer, personId, place)}`,
        },
      },
      resolvers: [createNotificationsResolvers(settings, named)],
      links: [
        {
          kind: 'press',
          url: '/unsubscribe/:token',
          knows: async ({ part }) => {
            const unsubscription = named(part('token'))
            return unsubscription !== null && (await settings.unsubscription(unsubscription)) !== null
          },
          press: async ({ part }) => {
            const unsubscription = named(part('token'))
            return unsubscription !== null && settings.unsubscribe(unsubscription)
          },
        },
      ],
      hooks: [joins(roomClosed, (tx, { place }) => removeOfPortfolio(tx, place.portfolioId))],
      scheduled: [
        {
          name: 'sweep_notification_settings',
          pattern: '11 3 * * *',
          run: () => createSettings(jobsDb, organisations).sweep(),
        },
      ],
    }
  },
}
