import { allowed, list, object, own, type Row, USERS_ADMINS } from './row.ts'

/** Who administers somebody sees that they are there, and nothing of their toggles (NOTIF-10). */
const SELF = own('viewer', { FORBIDDEN: USERS_ADMINS })
const SELF_IN_COMPANY = allowed(['bidder'], { FORBIDDEN: USERS_ADMINS })

const OF_VIEWER = 'userId: $userId, orgSlug: "matrix-fund"'

/** What people want to be notified of. */
export const NOTIFICATION_ROWS: readonly Row[] = [
  {
    field: 'Query.notificationSettings',
    title: 'is for that user alone (NOTIF-10)',
    query: `query($userId: ID!) { notificationSettings(${OF_VIEWER}) { id enabled } }`,
    variables: ({ people }) => ({ userId: people.viewer }),
    expected: SELF,
    holds: (data) => object(data).enabled === true,
  },
  {
    field: 'Query.notificationSettings',
    title: 'is of no organisation that the user is not in',
    query:
      'query($userId: ID!) { notificationSettings(userId: $userId, orgSlug: "foreign-fund") { enabled } }',
    variables: ({ people }) => ({ userId: people.viewer }),
    expected: allowed([], { FORBIDDEN: USERS_ADMINS }),
    holds: () => false,
  },
  {
    field: 'Query.portfolioNotifications',
    title: 'has what that user may open (NOTIF-05)',
    query: `query($userId: ID!) { portfolioNotifications(${OF_VIEWER}) { name enabled } }`,
    variables: ({ people }) => ({ userId: people.viewer }),
    expected: SELF,
    holds: (data) =>
      JSON.stringify(list(data).map(({ name }) => name)) === JSON.stringify(['Matrix One', 'Matrix Two']),
  },
  {
    field: 'Query.holdCoNotifications',
    title: 'has what that user may open (NOTIF-05)',
    query: `query($userId: ID!) { holdCoNotifications(${OF_VIEWER}) { name enabled } }`,
    variables: ({ people }) => ({ userId: people.bidder }),
    expected: SELF_IN_COMPANY,
    holds: (data) => JSON.stringify(list(data)) === '[{"name":"Matrix Company","enabled":true}]',
  },
  {
    field: 'Query.notificationCounts',
    title: 'is for that user alone (NOTIF-10)',
    query: `query($userId: ID!) { notificationCounts(${OF_VIEWER}) { portfolios holdingCompanies } }`,
    variables: ({ people }) => ({ userId: people.viewer }),
    expected: SELF,
    holds: (data) => object(data).portfolios === 2 && object(data).holdingCompanies === 0,
  },
  {
    field: 'Mutation.updateNotificationSettings',
    title: 'is for that user alone (NOTIF-10)',
    query: `mutation($userId: ID!) { updateNotificationSettings(${OF_VIEWER}, enabled: false) { notificationSettings { enabled } } }`,
    variables: ({ people }) => ({ userId: people.viewer }),
    expected: SELF,
    holds: (data) => object(object(data).notificationSettings).enabled === false,
  },
  {
    field: 'Mutation.updatePortfolioNotificationSettings',
    title: 'is for that user alone (NOTIF-10)',
    query:
      'mutation($userId: ID!, $id: ID!) { updatePortfolioNotificationSettings(userId: $userId, portfolioId: $id, enabled: false) { portfolioNotification { name enabled } } }',
    variables: ({ people, portfolio }) => ({ userId: people.viewer, id: portfolio.id }),
    expected: SELF,
    holds: (data) => object(object(data).portfolioNotification).enabled === false,
  },
  {
    field: 'Mutation.updatePortfolioNotificationSettings',
    title: 'is of no draft that the user may not open',
    query:
      'mutation($userId: ID!, $id: ID!) { updatePortfolioNotificationSettings(userId: $userId, portfolioId: $id, enabled: false) { portfolioNotification { name } } }',
    variables: ({ people, draft }) => ({ userId: people.viewer, id: draft.id }),
    expected: allowed([], { FORBIDDEN: USERS_ADMINS }),
    holds: () => false,
  },
  {
    field: 'Mutation.updateHoldCoNotificationSettings',
    title: 'is for that user alone (NOTIF-10)',
    query:
      'mutation($userId: ID!, $id: ID!) { updateHoldCoNotificationSettings(userId: $userId, holdingCompanyId: $id, enabled: false) { holdCoNotification { name enabled } } }',
    variables: ({ people, company }) => ({ userId: people.bidder, id: company.id }),
    expected: SELF_IN_COMPANY,
    holds: (data) => object(object(data).holdCoNotification).enabled === false,
  },
  {
    field: 'Mutation.updateHoldCoNotificationSettings',
    title: 'is of no company that the user may not open',
    query:
      'mutation($userId: ID!, $id: ID!) { updateHoldCoNotificationSettings(userId: $userId, holdingCompanyId: $id, enabled: false) { holdCoNotification { name } } }',
    variables: ({ people, company }) => ({ userId: people.viewer, id: company.id }),
    expected: allowed([], { FORBIDDEN: USERS_ADMINS }),
    holds: () => false,
  },
  {
    field: 'Mutation.updateAllNotificationSettings',
    title: 'is for that user alone (NOTIF-10)',
    query: `mutation($userId: ID!) { updateAllNotificationSettings(${OF_VIEWER}, kind: PORTFOLIOS, enabled: false) { counts { portfolios portfoliosOn } } }`,
    variables: ({ people }) => ({ userId: people.viewer }),
    expected: SELF,
    holds: (data) => JSON.stringify(object(data).counts) === '{"portfolios":2,"portfoliosOn":0}',
  },
]
