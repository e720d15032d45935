import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import { loadActor } from '../../access/loadActor.ts'
import type { OfficeValues } from '../../admin/index.ts'
import { newId } from '../../platform/ids.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let staff: Actor

beforeAll(async () => {
  server = await startTestServer(database)
  staff = await make.actor(await make.person({ isSuperUser: true, email: 'staff@fund.example' }))
})
afterAll(() => server.close())

const office = () => server.app.services.backoffice
const create = (kind: string, values: OfficeValues) => office().create(staff, kind, values)
const change = (kind: string, id: string, values: OfficeValues, actor = staff) =>
  office().change(actor, kind, { id, revision: null, values })
const act = (id: string, action: string, actor = staff) => office().act(actor, 'user', id, action)

test('BO-10 BO-42 a person is made, changed, deactivated and reactivated, from the next request on', async () => {
  const id = await make.person({ email: 'bob@fund.example', password: PASSWORD })
  const client = new Client(server.address)
  await client.signIn('bob@fund.example', PASSWORD)
  const viewer = async () => (await client.graphql('{ viewer { fullName title } }')).data?.viewer
  await change('user', id, { firstName: 'Bob', lastName: 'Builder', title: 'Engineer', location: 'Boise' })
  expect(await viewer()).toEqual({ fullName: 'Bob Builder', title: 'Engineer' })
  await expect(change('user', id, { email: 'staff@fund.example' })).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { fields: { email: 'A user with this email already exists.' } },
  })
  await expect(change('user', id, { email: 'bob' })).rejects.toMatchObject({
    extensions: { fields: { email: 'Not a valid email address' } },
  })
  const left = await act(id, 'deactivate')
  expect([left.values.isActive, (await client.graphql('{ viewer { fullName } }')).status]).toEqual([
    false,
    401,
  ])
  await expect(act(id, 'deactivate')).rejects.toMatchObject({ code: 'CONFLICT' })
  await act(id, 'reactivate')
  await client.signIn('bob@fund.example', PASSWORD)
  expect(await viewer()).toMatchObject({ fullName: 'Bob Builder' })
  await act(id, 'endSessions')
  expect((await client.graphql('{ viewer { fullName } }')).status).toBe(401)
})

test('BO-11 nobody changes their own super-user flag, and the last super user stays, whoever asks at the same time', async () => {
  const own = change('user', staff.personId, { isSuperUser: false })
  await expect(own).rejects.toThrow('You can’t change this for yourself. Please ask another super user.')
  await expect(act(staff.personId, 'deactivate')).rejects.toThrow('You can’t deactivate yourself.')
  const second = await make.actor(await make.person({ email: 'second@fund.example' }))
  await change('user', second.personId, { isSuperUser: true })
  const now = await loadActor(database.db, second.personId, newId())
  expect(now.isSuperUser).toBe(true)
  const both = await Promise.allSettled([
    change('user', second.personId, { isSuperUser: false }, staff),
    change('user', staff.personId, { isSuperUser: false }, now),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const left = await database.pool.query('select id from person where is_super_user')
  expect(left.rows).toHaveLength(1)
  await database.pool.query('update person set is_super_user = true where id = any($1)', [
    [staff.personId, second.personId],
  ])
  const bothAway = await Promise.allSettled([
    act(second.personId, 'deactivate', staff),
    act(staff.personId, 'deactivate', now),
  ])
  expect(bothAway.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await database.pool.query('update person set is_active = true')
  await database.pool.query('update person set is_super_user = (id = $1)', [staff.personId])
  // An inactive one can't step in for the last one who works.
  const away = await create('user', {
    email: 'away@fund.example',
    firstName: 'A',
    lastName: 'Way',
    isSuperUser: true,
  })
  await act(away.id, 'deactivate')
  const third = await make.actor(await make.person({ isSuperUser: true }))
  await change('user', third.personId, { isSuperUser: false })
  await expect(change('user', staff.personId, { isSuperUser: false }, third)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test.each([
  [
    'codes by text message',
    `update person set phone_number = '+15005550006', two_factor_enabled = true where id = $1`,
  ],
  [
    'an authenticator app',
    `with app as (insert into authenticator (id, person_id, created_at, confirmed_at)
       values (gen_random_uuid(), $1, now(), now()))
     update person set has_authenticator = true where id = $1`,
  ],
])(
  'BO-12 SEC-02 two-factor authentication by %s is switched off, and a link for a new password sent',
  async (_by, setUp) => {
    const email = `locked${newId()}@fund.example`
    const id = await make.person({ email, password: PASSWORD })
    await database.pool.query(setUp, [id])
    const client = new Client(server.address)
    const codeRequired = async () =>
      (
        await client.graphql(
          `mutation { signIn(email: "${email}", password: "${PASSWORD}") { codeRequired } }`,
        )
      ).data?.signIn
    expect(await codeRequired()).toEqual({ codeRequired: true })
    await act(id, 'resetTwoFactor')
    expect(await codeRequired()).toEqual({ codeRequired: false })
    await act(id, 'sendReset')
    await server.app.runJobs()
    const mails = await database.pool.query('select subject from mail_outbox where recipient = $1', [email])
    expect(mails.rows).toEqual([{ subject: 'Set a new password' }])
  },
)

test('KEY-11 switching two factors off removes all passkeys, after it said so; their person is told, and each is recorded', async () => {
  const email = 'keys@fund.example'
  const id = await make.person({ email, password: PASSWORD })
  const reset = office()
    .kinds(staff)
    .find(({ name }) => name === 'user')
    ?.actions?.find(({ name }) => name === 'resetTwoFactor')
  expect(reset?.question).toContain('all of their passkeys are removed')
  // There is nothing to switch off.
  await expect(act(id, 'resetTwoFactor')).rejects.toMatchObject({ code: 'CONFLICT' })
  await database.pool.query(
    `insert into passkey (id, person_id, name, credential_id, public_key, counter, transports, created_at)
     select gen_random_uuid(), $1, name, decode(md5(name), 'hex'), '', 0, '{}', now()
     from unnest(array['Phone', 'Laptop']) name`,
    [id],
  )
  await act(id, 'resetTwoFactor')
  const { rows } = await database.pool.query(
    `select (select count(*)::int from passkey where person_id = $1) as passkeys,
       (select array_agg(detail ->> 'name' order by detail ->> 'name') from activity
        where kind = 'REMOVE_PASSKEY' and subject_id = $1 and person_id = $2) as recorded,
       (select array_agg(subject) from mail_outbox where recipient = $3) as mails`,
    [id, staff.personId, email],
  )
  expect(rows).toEqual([
    {
      passkeys: 0,
      recorded: ['Laptop', 'Phone'],
      mails: ['The passkeys of your Helioroom account were removed'],
    },
  ])
})

test('BO-15 ORG-24 ORG-28 a group is given members, portfolios, holding companies or all of its organisation', async () => {
  const organisationId = await make.organisation()
  const inside = await make.portfolio({ organisationId })
  const company = await make.holdingCompany({ organisationId })
  const outside = await make.portfolio({ organisationId: await make.organisation() })
  const roleId = (
    await office().list(staff, 'role', {
      search: 'Viewer',
      filters: [{ field: 'organisationId', value: organisationId }],
      ordering: null,
      limit: 1,
      offset: 0,
    })
  ).rows[0]?.id
  const personId = await make.person()
  const sees = async () => {
    const actor = await loadActor(database.db, personId, newId())
    const { funds } = server.app.services
    return [
      (await funds.portfolio(actor, inside.id)) !== null,
      (await funds.companyBySlug(actor, company.slug).catch(() => null)) !== null,
    ]
  }
  const values = { organisationId, name: 'Trustees', roleId: roleId ?? '' }
  const group = await create('usergroup', {
    ...values,
    memberIds: [personId],
    holdingCompanyIds: [company.id],
  })
  expect(await sees()).toEqual([false, true])
  await change('usergroup', group.id, { holdingCompanyIds: [], portfolioIds: [inside.id] })
  expect(await sees()).toEqual([true, false])
  await change('usergroup', group.id, { portfolioIds: [], organisationWide: true })
  expect(await sees()).toEqual([true, true])
  await change('usergroup', group.id, { memberIds: [] })
  expect(await sees()).toEqual([false, false])
  const elsewhere = 'Please choose what belongs to the same organisation.'
  await expect(change('usergroup', group.id, { portfolioIds: [outside.id] })).rejects.toMatchObject({
    extensions: { fields: { portfolioIds: elsewhere } },
  })
  await expect(create('usergroup', { ...values, name: 'TRUSTEES' })).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { fields: { name: 'A group with this name already exists.' } },
  })
  await office().remove(staff, 'usergroup', group.id)
})

test('BO-16 BO-17 BO-18 BO-20 BO-22 a portfolio and a holding company are kept with figures, status and links', async () => {
  const organisationId = await make.organisation()
  const portfolio = await create('portfolio', {
    organisationId,
    name: 'Snake River',
    status: 'MARKET',
    buildStatus: 'LATE_STAGE',
    enableReports: false,
    enableProjects: true,
  })
  expect(portfolio.values).toMatchObject({ slug: 'snake-river', status: 'MARKET', systemSize: null })
  const shown = await server.app.services.funds.portfolio(staff, portfolio.id)
  expect(shown).toMatchObject({ name: 'Snake River', enableReports: false, buildStatus: 'LATE_STAGE' })
  const company = await create('holdingcompany', {
    organisationId,
    name: 'Snake HoldCo',
    slug: 'snake',
    status: 'ACQUIRED',
    portfolioIds: [portfolio.id],
    actualRevenueYtd: '1234.5',
  })
  expect(company.values).toMatchObject({ portfolioIds: [portfolio.id], actualRevenueYtd: '1234.5' })
  await change('holdingcompany', company.id, { portfolioIds: [], actualRevenueYtd: null })
  expect((await office().record(staff, 'holdingcompany', company.id)).values).toMatchObject({
    portfolioIds: [],
    actualRevenueYtd: null,
    name: 'Snake HoldCo',
  })
  const other = await create('holdingcompany', { organisationId, name: 'Snake', status: 'DRAFT' })
  expect(other.values.slug).toBe('snake-2')
  await expect(change('holdingcompany', other.id, { slug: 'snake' })).rejects.toMatchObject({
    extensions: { fields: { slug: 'Another holding company has this address.' } },
  })
  await change('portfolio', portfolio.id, { status: 'DELETED' })
  const member = await make.actorWith({ organisationId, portfolioId: portfolio.id }, ['DOCUMENTS_VIEW'])
  expect(await server.app.services.funds.portfolio(member, portfolio.id)).toBeNull()
})
