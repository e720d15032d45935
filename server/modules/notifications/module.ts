import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Notifications } from './index.ts'
import { createNotificationsResolvers } from './resolvers.ts'
import { createSettings } from './settings.ts'
import { unsubscribeToken } from './unsubscribing.ts'

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
  },
  pages: { known: [/^\/profile\/[^/]+\/notifications\/?$/] },
  create: ({ db, jobsDb, signer, origin }, { organisations }) => {
    const settings = createSettings(db, organisations)
    return {
      door: {
        settings,
        addresses: {
          origin,
          unsubscribeUrl: (personId, place) =>
            `${origin()}/unsubscribe/${unsubscribeToken(signer, personId, place)}`,
        },
      },
      resolvers: [createNotificationsResolvers(settings)],
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
