import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createSettings } from './settings.ts'
import { wantedBy } from './settingsStore.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let organisationId: string
let orgSlug: string
const portfolios: { id: string; slug: string }[] = []
let company: { id: string }

beforeAll(async () => {
  server = await startTestServer(database)
  organisationId = await make.organisation({ name: 'Toggle Fund' })
  orgSlug = 'toggle-fund'
  for (const name of ['Sun 10', 'sun 9', 'Aurora'])
    portfolios.push(await make.portfolio({ organisationId, name }))
  await make.portfolio({ organisationId, name: 'Not theirs' })
  company = await make.holdingCompany({ organisationId, name: 'Great Plains HoldCo' })
})
afterAll(() => server.close())

let people = 0
/** Somebody in the three portfolios and the company, signed in. */
async function member() {
  people += 1
  const email = `member${people}@toggles.example`
  const userId = await make.person({ email, password: PASSWORD })
  const groupId = await make.group({
    organisationId,
    role: 'Viewer',
    portfolioIds: portfolios.map(({ id }) => id),
    holdingCompanyIds: [company.id],
  })
  await make.member(groupId, userId)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  const page = async (more: Record<string, unknown> = {}) => {
    const { data, errors } = await client.graphql(
      `query($userId: ID!, $orgSlug: String!, $search: String, $limit: Int, $offset: Int) {
        notificationSettings(userId: $userId, orgSlug: $orgSlug) { id enabled }
        portfolioNotifications(userId: $userId, orgSlug: $orgSlug, search: $search, limit: $limit, offset: $offset) { id name enabled }
        holdCoNotifications(userId: $userId, orgSlug: $orgSlug) { id name enabled }
        notificationCounts(userId: $userId, orgSlug: $orgSlug) { portfolios portfoliosOn holdingCompanies holdingCompaniesOn }
      }`,
      { userId, orgSlug, ...more },
    )
    expect(errors).toEqual([])
    return data as {
      notificationSettings: { id: string; enabled: boolean }
      portfolioNotifications: { id: string; name: string; enabled: boolean }[]
      holdCoNotifications: { id: string; name: string; enabled: boolean }[]
      notificationCounts: Record<string, number>
    }
  }
  const master = (enabled: boolean) =>
    client.graphql(
      `mutation($userId: ID!, $orgSlug: String!, $enabled: Boolean!) {
        updateNotificationSettings(userId: $userId, orgSlug: $orgSlug, enabled: $enabled) { notificationSettings { enabled } }
      }`,
      { userId, orgSlug, enabled },
    )
  const portfolio = (id: string, enabled: boolean) =>
    client.graphql(
      `mutation($userId: ID!, $id: ID!, $enabled: Boolean!) {
        updatePortfolioNotificationSettings(userId: $userId, portfolioId: $id, enabled: $enabled) { portfolioNotification { id name enabled } }
      }`,
      { userId, id, enabled },
    )
  const holdCo = (enabled: boolean) =>
    client.graphql(
      `mutation($userId: ID!, $id: ID!, $enabled: Boolean!) {
        updateHoldCoNotificationSettings(userId: $userId, holdingCompanyId: $id, enabled: $enabled) { holdCoNotification { id name enabled } }
      }`,
      { userId, id: company.id, enabled },
    )
  const all = (kind: 'PORTFOLIOS' | 'HOLDING_COMPANIES', enabled: boolean) =>
    client.graphql(
      `mutation($userId: ID!, $orgSlug: String!, $kind: NotificationGroup!, $enabled: Boolean!) {
        updateAllNotificationSettings(userId: $userId, orgSlug: $orgSlug, kind: $kind, enabled: $enabled) { counts { portfoliosOn holdingCompaniesOn } }
      }`,
      { userId, orgSlug, kind, enabled },
    )
  return { userId, groupId, client, page, master, portfolio, holdCo, all }
}
const on = (toggles: readonly { name: string; enabled: boolean }[]) =>
  toggles.filter(({ enabled }) => enabled).map(({ name }) => name)
const place = (index: number) =>
  ({ kind: 'portfolio', organisationId, portfolioId: portfolios[index]?.id ?? '' }) as const

test('NOTIF-01 NOTIF-05 NOTIF-11 NOTIF-26 API-018 a new member has the master and a toggle for each entity that they may open, by name, all on', async () => {
  const ann = await member()
  const page = await ann.page()
  expect(page.notificationSettings).toEqual({ id: organisationId, enabled: true })
  expect(page.portfolioNotifications).toEqual([
    { id: portfolios[2]?.id, name: 'Aurora', enabled: true },
    { id: portfolios[1]?.id, name: 'sun 9', enabled: true },
    { id: portfolios[0]?.id, name: 'Sun 10', enabled: true },
  ])
  expect(page.holdCoNotifications).toEqual([{ id: company.id, name: 'Great Plains HoldCo', enabled: true }])
  expect(page.notificationCounts).toEqual({
    portfolios: 3,
    portfoliosOn: 3,
    holdingCompanies: 1,
    holdingCompaniesOn: 1,
  })
})

test('NOTIF-02 NOTIF-04 NOTIF-12 API-027 API-028 API-029 the master goes off and on again and leaves the single choices as they were', async () => {
  const ann = await member()
  expect((await ann.portfolio(portfolios[0]?.id ?? '', false)).data).toEqual({
    updatePortfolioNotificationSettings: {
      portfolioNotification: { id: portfolios[0]?.id, name: 'Sun 10', enabled: false },
    },
  })
  expect((await ann.holdCo(false)).data).toMatchObject({
    updateHoldCoNotificationSettings: { holdCoNotification: { name: 'Great Plains HoldCo', enabled: false } },
  })
  const wants = async () =>
    [0, 1].map(async (index) => (await wantedBy(database.db, place(index), [ann.userId])).has(ann.userId))
  expect(await Promise.all(await wants())).toEqual([false, true])
  await ann.master(false)
  expect(await Promise.all(await wants())).toEqual([false, false])
  expect((await ann.page()).notificationSettings.enabled).toBe(false)
  await ann.master(false)
  await ann.master(true)
  expect(await Promise.all(await wants())).toEqual([false, true])
  const page = await ann.page()
  expect(page.notificationSettings.enabled).toBe(true)
  expect(on(page.portfolioNotifications)).toEqual(['Aurora', 'sun 9'])
  expect(on(page.holdCoNotifications)).toEqual([])
  await ann.holdCo(true)
  expect(on((await ann.page()).holdCoNotifications)).toEqual(['Great Plains HoldCo'])
})

test('NOTIF-06 NOTIF-07 a group goes off and on as a whole, and touches neither the other nor what the person may not open', async () => {
  const ann = await member()
  expect((await ann.all('PORTFOLIOS', false)).data).toEqual({
    updateAllNotificationSettings: { counts: { portfoliosOn: 0, holdingCompaniesOn: 1 } },
  })
  const { rows } = await database.pool.query(
    'select portfolio_id from notification_off where person_id = $1',
    [ann.userId],
  )
  expect(rows).toHaveLength(3)
  await ann.portfolio(portfolios[1]?.id ?? '', true)
  expect((await ann.page()).notificationCounts).toMatchObject({ portfolios: 3, portfoliosOn: 1 })
  await ann.all('PORTFOLIOS', true)
  await ann.all('HOLDING_COMPANIES', false)
  expect((await ann.page()).notificationCounts).toMatchObject({ portfoliosOn: 3, holdingCompaniesOn: 0 })
})

test('NOTIF-05 many toggles are searched and paged', async () => {
  const ann = await member()
  expect(
    (await ann.page({ search: 'SUN', limit: 1 })).portfolioNotifications.map(({ name }) => name),
  ).toEqual(['sun 9'])
  expect(
    (await ann.page({ search: 'sun', limit: 1, offset: 1 })).portfolioNotifications.map(({ name }) => name),
  ).toEqual(['Sun 10'])
  expect((await ann.page({ search: '%%%' })).portfolioNotifications).toEqual([])
  const { errors } = await ann.client.graphql(
    'query($userId: ID!, $orgSlug: String!) { portfolioNotifications(userId: $userId, orgSlug: $orgSlug, limit: 0) { id } }',
    { userId: ann.userId, orgSlug },
  )
  expect(errors[0]).toMatchObject({ message: 'limit must be at least 1.' })
})

test('NOTIF-10 nobody reads or changes another’s toggles, nor those of a place that they may not open', async () => {
  const [ann, ben] = [await member(), await member()]
  const { errors } = await ben.client.graphql(
    `mutation($userId: ID!, $id: ID!) {
      updatePortfolioNotificationSettings(userId: $userId, portfolioId: $id, enabled: false) { portfolioNotification { id } }
    }`,
    { userId: ann.userId, id: portfolios[0]?.id },
  )
  expect(errors[0]).toMatchObject({ message: 'User not found.', extensions: { code: 'NOT_FOUND' } })
  const foreign = await make.portfolio({ organisationId: await make.organisation() })
  for (const id of [foreign.id, 'nonsense', organisationId]) {
    expect((await ben.portfolio(id, false)).errors[0]).toMatchObject({
      message: 'Portfolio not found.',
      extensions: { code: 'NOT_FOUND' },
    })
  }
  expect(on((await ann.page()).portfolioNotifications)).toHaveLength(3)
})

test('two tabs that switch one toggle at the same time leave one state, and each says what it made of it', async () => {
  const ann = await member()
  const id = portfolios[0]?.id ?? ''
  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => ann.portfolio(id, at % 2 === 0)))
  expect(answers.flatMap(({ errors }) => errors)).toEqual([])
  await ann.portfolio(id, false)
  expect(on((await ann.page()).portfolioNotifications)).toEqual(['Aurora', 'sun 9'])
})

test('NOTIF-05 NOTIF-11 a room that is lost takes its toggle along: whoever comes back starts with all on', async () => {
  const ann = await member()
  await ann.portfolio(portfolios[0]?.id ?? '', false)
  await ann.portfolio(portfolios[1]?.id ?? '', false)
  await database.pool.query('delete from user_group_portfolio where group_id = $1 and portfolio_id = $2', [
    ann.groupId,
    portfolios[0]?.id,
  ])
  expect((await ann.page()).portfolioNotifications.map(({ name }) => name)).toEqual(['Aurora', 'sun 9'])
  expect((await ann.page()).notificationCounts).toMatchObject({ portfolios: 2, portfoliosOn: 1 })
  await createSettings(database.db, createOrganisations(database.db)).sweep()
  const { rows } = await database.pool.query(
    'select portfolio_id as id from notification_off where person_id = $1',
    [ann.userId],
  )
  expect(rows).toEqual([{ id: portfolios[1]?.id }])
})

test('TEAM-08 whether others have notifications on is said of shared organisations alone', async () => {
  const [ann, ben] = [await member(), await member()]
  const other = await make.organisation()
  await make.member(await make.group({ organisationId: other, role: 'Viewer' }), ben.userId)
  const settings = server.app.services.notifications.settings
  const seenBy = async (personId: string) =>
    settings.enabledAmong(await make.actor(personId), [ben.userId, ann.userId])
  expect(await seenBy(ann.userId)).toEqual([true, true])
  await ben.master(false)
  expect(await seenBy(ann.userId)).toEqual([false, true])
  // In the organisation that Ann is not in, they still are.
  expect(await seenBy(ben.userId)).toEqual([true, true])
  const staff = await make.person({ isSuperUser: true })
  expect(await seenBy(staff)).toEqual([true, true])
  const stranger = await make.person()
  expect(await seenBy(stranger)).toEqual([false, false])
})

test('NOTIF-11 whoever leaves their last group, or comes to lose a room by leaving one, loses the toggles of it', async () => {
  const ann = await member()
  const other = await make.group({
    organisationId,
    role: 'Viewer',
    portfolioIds: [portfolios[1]?.id ?? ''],
  })
  await make.member(other, ann.userId)
  for (const { id } of portfolios) await ann.portfolio(id, false)
  const { settings } = server.app.services.notifications
  const left = async (groupId: string) => {
    await database.db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('membership')
        .where('group_id', '=', groupId)
        .where('person_id', '=', ann.userId)
        .execute()
      await settings.forgetLost(tx, [ann.userId])
    })
    const { rows } = await database.pool.query(
      'select portfolio_id as id from notification_off where person_id = $1',
      [ann.userId],
    )
    return rows.map(({ id }) => id)
  }
  expect(await left(ann.groupId)).toEqual([portfolios[1]?.id])
  expect(await left(other)).toEqual([])
})
