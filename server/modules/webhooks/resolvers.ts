import { fieldErrorsOf, formErrorsOf } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Webhooks } from './index.ts'

export const createWebhooksResolvers = (webhooks: Webhooks): Resolvers => ({
  Query: {
    webhooks: (_root, { orgSlug }, context) => webhooks.of(actorOf(context), orgSlug),
    webhookDeliveries: (_root, { webhookId, ...page }, context) =>
      webhooks.deliveries(actorOf(context), webhookId, page),
  },
  Mutation: {
    createWebhook: async (_root, { orgSlug, input }, context) => {
      try {
        return { ...(await webhooks.create(actorOf(context), orgSlug, input)), errors: [] }
      } catch (error) {
        return { webhook: null, secret: null, errors: formErrorsOf(error) }
      }
    },
    updateWebhook: (_root, { id, revision, input }, context) =>
      // A conflict is an error with the newer values, as of every record.
      webhooks.update(actorOf(context), id, revision, input).then(
        (webhook) => ({ webhook, secret: null, errors: [] }),
        (error: unknown) => ({ webhook: null, secret: null, errors: fieldErrorsOf(error) }),
      ),
    deleteWebhook: async (_root, { id }, context) => {
      await webhooks.remove(actorOf(context), id)
      return { success: true, errors: [] }
    },
    resendWebhookDelivery: (_root, { id }, context) => webhooks.resend(actorOf(context), id),
  },
})
