import { createOutbound, requireAskable } from '../../platform/outbound.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import { createDelivering } from './delivering.ts'
import { createWebhooks, type Webhooks } from './index.ts'
import { sweepDeliveries } from './queue.ts'
import { createWebhooksResolvers } from './resolvers.ts'
import { keepWaiting } from './store.ts'

/** Milliseconds for an answer (TOKEN-13). */
const TIMEOUT_MS = 10_000

export const webhooksModule: Module<'webhooks', Webhooks, { organisations: Organisations }> = {
  name: 'webhooks',
  folder: import.meta.dirname,
  rows: { Webhook: 'store.ts#WebhookRow', WebhookDelivery: 'store.ts#DeliveryRow' },
  tokens: { only: [] },
  restored: keepWaiting,
  create: ({ config, db, jobsDb, log, signer, origin }, { organisations }) => {
    const secretOf = (id: string) => signer.secret('webhook', id)
    const allowPrivate = config.webhooksPrivateNetworks
    const delivering = createDelivering({
      db: jobsDb,
      outbound: createOutbound({ allowPrivate, timeoutMs: TIMEOUT_MS }),
      secretOf,
      origin,
      onError: (err) => log.error({ err }, 'a webhook could not be told'),
    })
    if (config.workers > 0) delivering.start()
    const webhooks = createWebhooks({
      db,
      organisations,
      delivering,
      secretOf,
      requireAskable: (url) => requireAskable(url, { allowPrivate }),
    })
    return {
      door: webhooks,
      resolvers: [createWebhooksResolvers(webhooks)],
      scheduled: [{ name: 'sweep_webhooks', pattern: '23 * * * *', run: () => sweepDeliveries(jobsDb) }],
      close: delivering.stop,
    }
  },
}
