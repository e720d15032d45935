import { allowed, EVERYBODY, list, ORGANISATION_ADMINS, object, type Row } from './row.ts'

/** Tokens of people, and whether an organisation allows them. */
export const TOKEN_ROWS: readonly Row[] = [
  {
    field: 'Query.apiTokens',
    title: 'TOKEN-01 are one’s own alone',
    query: '{ apiTokens { id } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) => list(data).length === 0,
  },
  {
    field: 'Mutation.createApiToken',
    title: 'TOKEN-03 asks for the password first, whoever asks',
    query: `mutation { createApiToken(input: { name: "Copy", scope: READ, days: 1 }) { token errors { message } } }`,
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) =>
      object(data).token === null &&
      list(object(data).errors)[0]?.message === 'Please enter your password again.',
  },
  {
    field: 'Mutation.revokeApiToken',
    title: 'TOKEN-07 finds no token of another, whoever asks',
    query: 'mutation($id: ID!) { revokeApiToken(id: $id) { success } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Mutation.setApiTokensAllowed',
    title: 'TOKEN-01 is for admins of the organisation',
    query: 'mutation { setApiTokensAllowed(orgSlug: "matrix-fund", isAllowed: true) { success } }',
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Query.webhooks',
    title: 'TOKEN-11 are for admins of the organisation',
    query: '{ webhooks(orgSlug: "matrix-fund") { id url } }',
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data, _persona, world) => list(data).some(({ id }) => id === world.webhook),
  },
  {
    field: 'Query.webhookDeliveries',
    title: 'TOKEN-15 are for admins of the organisation',
    query: 'query($id: ID!) { webhookDeliveries(webhookId: $id) { count items { event } } }',
    variables: ({ webhook }) => ({ id: webhook }),
    expected: allowed(ORGANISATION_ADMINS),
    // Of its holding companies its admins learn nothing by that alone.
    holds: (data, persona) => object(data).count === (persona === 'superUser' ? 2 : 1),
  },
  {
    field: 'Mutation.createWebhook',
    title: 'TOKEN-11 is for admins of the organisation',
    query: `mutation { createWebhook(orgSlug: "matrix-fund", input: { url: "http://x.example", events: ["member.left"] }) {
      secret errors { field } } }`,
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => object(data).secret === null && list(object(data).errors)[0]?.field === 'url',
  },
  {
    field: 'Mutation.updateWebhook',
    title: 'TOKEN-11 is for admins of the organisation',
    query:
      'mutation($id: ID!) { updateWebhook(id: $id, revision: 1, input: { events: [] }) { errors { field } } }',
    variables: ({ webhook }) => ({ id: webhook }),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => list(object(data).errors)[0]?.field === 'events',
  },
  {
    field: 'Mutation.resendWebhookDelivery',
    title: 'TOKEN-15 is for admins of the organisation',
    query: 'mutation($id: ID!) { resendWebhookDelivery(id: $id) { event } }',
    variables: ({ webhookDelivery }) => ({ id: webhookDelivery }),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => object(data).event === 'member.joined',
  },
  {
    field: 'Mutation.resendWebhookDelivery',
    title: 'TOKEN-15 of a holding company is for who sees all of its documents',
    query: 'mutation($id: ID!) { resendWebhookDelivery(id: $id) { event } }',
    variables: ({ companyDelivery }) => ({ id: companyDelivery }),
    expected: allowed(['superUser']),
    holds: (data) => object(data).event === 'document.deleted',
  },
  {
    field: 'Mutation.deleteWebhook',
    title: 'TOKEN-11 is for admins of the organisation',
    query: 'mutation($id: ID!) { deleteWebhook(id: $id) { success } }',
    // Each of them has another to delete.
    variables: ({ spareWebhooks }, persona) => ({
      id: persona === 'superUser' ? spareWebhooks[0] : spareWebhooks[1],
    }),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => object(data).success === true,
  },
]
