import {
  MAX_WEBHOOKS,
  TOO_MANY_WEBHOOKS,
  webhookEventsProblem,
  webhookUrlProblem,
} from '../../../shared/webhookRules.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound, requireFields } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { pageOf } from '../../contracts/pages.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { advisoryLock, rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId, newId } from '../../platform/ids.ts'
import { OutboundError } from '../../platform/outbound.ts'
import { recordBy } from '../activity/index.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Delivering } from './delivering.ts'
import { keepsWebhooks } from './policy.ts'
import {
  type DeliveryRow,
  deleteWebhook,
  deliveriesOf,
  deliveryById,
  insertWebhook,
  sendAgain,
  updateWebhook,
  type WebhookRow,
  type WebhookValues,
  webhookById,
  webhooksOf,
} from './store.ts'

export { insertWebhook } from './store.ts'

export interface WebhookInput {
  url?: string | null | undefined
  events?: readonly string[] | null | undefined
  isOn?: boolean | null | undefined
}

/** Webhooks of organisations, kept by their admins. Each method throws NOT_FOUND for whoever is none. */
export interface Webhooks extends Pick<Delivering, 'deliverDue'> {
  of(actor: Actor, orgSlug: string): Promise<WebhookRow[]>
  /** @throws BAD_USER_INPUT for a limit above 100 as well */
  deliveries(
    actor: Actor,
    webhookId: string,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; items: DeliveryRow[] }>
  /** The secret is given this once (TOKEN-11). @throws BAD_USER_INPUT at its fields, and beyond 20 */
  create(actor: Actor, orgSlug: string, input: WebhookInput): Promise<{ webhook: WebhookRow; secret: string }>
  /** What is absent stays; the actor answers for it from now on. @throws as create; CONFLICT where it was changed meanwhile */
  update(actor: Actor, id: string, revision: number, input: WebhookInput): Promise<WebhookRow>
  remove(actor: Actor, id: string): Promise<void>
  /** Has one sent again (TOKEN-15). */
  resend(actor: Actor, deliveryId: string): Promise<DeliveryRow>
}

export interface WebhooksDeps {
  db: Database
  organisations: Pick<Organisations, 'bySlug'>
  delivering: Pick<Delivering, 'deliverDue'>
  secretOf: (webhookId: string) => Buffer
  /** Whether an address may be asked. @throws OutboundError */
  requireAskable: (url: string) => Promise<void>
}

const MAX_PAGE = 100

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { db, organisations } = deps

  const requireAdmin =
    (organisationId: string, kind: string) =>
    (actor: Actor): Actor => {
      if (!keepsWebhooks(actor, organisationId)) throw notFound(kind)
      return actor
    }
  const organisationOf = async (actor: Actor, slug: string): Promise<string> => {
    const organisation = await organisations.bySlug(actor, slug)
    if (!organisation) throw notFound('Organisation')
    requireAdmin(organisation.id, 'Organisation')(actor)
    return organisation.id
  }
  const one = async (on: Connection, actor: Actor, id: string): Promise<WebhookRow> => {
    const webhook = isId(id) ? await webhookById(on, id) : undefined
    if (!webhook) throw notFound('Webhook')
    requireAdmin(webhook.organisationId, 'Webhook')(actor)
    return webhook
  }
  /** Changes one with its row locked, and asks again who may. */
  const change = async <T>(
    actor: Actor,
    id: string,
    work: (tx: Tx, webhook: WebhookRow, actor: Actor) => Promise<T>,
  ): Promise<T> => {
    await one(db, actor, id)
    return withLock(db, rowLock('webhook', id), async (tx) => {
      const webhook = await webhookById(tx, id)
      if (!webhook) throw notFound('Webhook')
      return work(tx, webhook, await reauthorise(tx, actor, requireAdmin(webhook.organisationId, 'Webhook')))
    })
  }
  const reread = async (tx: Tx, id: string): Promise<WebhookRow> => {
    const webhook = await webhookById(tx, id)
    if (!webhook) throw notFound('Webhook')
    return webhook
  }
  const valuesOf = ({ url, events, isOn }: WebhookInput, before?: WebhookValues): WebhookValues => {
    const values = {
      url: url?.trim() ?? before?.url ?? '',
      events: [...new Set(events ?? before?.events ?? [])],
      isOn: isOn ?? before?.isOn ?? true,
    }
    requireFields({ url: webhookUrlProblem(values.url), events: webhookEventsProblem(values.events) })
    return values
  }
  /** @throws BAD_USER_INPUT for an address in a private network, or of an unknown host (TOKEN-16) */
  const checkUrl = async (url: string): Promise<void> => {
    try {
      await deps.requireAskable(url)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      throw badInput(error.message, { url: error.message })
    }
  }
  const recordChange = (
    tx: Tx,
    actor: Actor,
    kind: 'CREATE_WEBHOOK' | 'UPDATE_WEBHOOK' | 'DELETE_WEBHOOK',
    { id, organisationId }: { id: string; organisationId: string },
    { url, events, isOn }: WebhookValues,
  ) => {
    const subject = { kind: 'webhook', id }
    return recordBy(tx, actor, [
      { kind, organisationId, subject, detail: { host: new URL(url).host, events, isOn } },
    ])
  }

  return {
    deliverDue: deps.delivering.deliverDue,

    of: async (actor, orgSlug) => webhooksOf(db, await organisationOf(actor, orgSlug)),

    deliveries: async (actor, webhookId, page) => {
      const { id } = await one(db, actor, webhookId)
      const { limit, offset } = pageOf(page)
      return deliveriesOf(db, actor, id, { limit: Math.min(limit, MAX_PAGE), offset })
    },

    create: async (actor, orgSlug, input) => {
      const organisationId = await organisationOf(actor, orgSlug)
      const values = valuesOf(input)
      await checkUrl(values.url)
      const id = newId()
      const webhook = await withLock(db, advisoryLock(`webhooks:${organisationId}`), async (tx) => {
        const who = await reauthorise(tx, actor, requireAdmin(organisationId, 'Organisation'))
        if ((await webhooksOf(tx, organisationId)).length >= MAX_WEBHOOKS) throw badInput(TOO_MANY_WEBHOOKS)
        await insertWebhook(tx, { ...values, id, organisationId, personId: who.personId, at: new Date() })
        await recordChange(tx, who, 'CREATE_WEBHOOK', { id, organisationId }, values)
        return reread(tx, id)
      })
      return { webhook, secret: `whsec_${deps.secretOf(id).toString('base64')}` }
    },

    update: async (actor, id, revision, input) => {
      const seen = await one(db, actor, id)
      const tried = valuesOf(input, seen)
      if (tried.url !== seen.url || (tried.isOn && !seen.isOn)) await checkUrl(tried.url)
      return change(actor, id, async (tx, before, who) => {
        const { url, events, isOn } = before
        assertRevision({
          of: 'webhook',
          known: revision,
          now: before.revision,
          what: 'this webhook',
          newer: { url, events, isOn },
        })
        const values = valuesOf(input, before)
        await updateWebhook(tx, id, { ...values, personId: who.personId })
        await recordChange(tx, who, 'UPDATE_WEBHOOK', before, values)
        return reread(tx, id)
      })
    },

    remove: (actor, id) =>
      change(actor, id, async (tx, webhook, who) => {
        await deleteWebhook(tx, id)
        await recordChange(tx, who, 'DELETE_WEBHOOK', webhook, webhook)
      }),

    resend: async (actor, deliveryId) => {
      const delivery = isId(deliveryId) ? await deliveryById(db, actor, deliveryId) : undefined
      const webhook = delivery ? await webhookById(db, delivery.webhookId) : undefined
      if (!delivery || !webhook) throw notFound('Delivery')
      requireAdmin(webhook.organisationId, 'Delivery')(actor)
      return change(actor, webhook.id, async (tx, _webhook, who) => {
        await sendAgain(tx, deliveryId)
        const again = await deliveryById(tx, who, deliveryId)
        if (!again) throw notFound('Delivery')
        return again
      })
    },
  }
}
