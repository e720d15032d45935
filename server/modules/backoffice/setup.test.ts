import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import type { Actor } from '../../access/actor.ts'
import type { OfficeValues } from '../../admin/index.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let staff: Actor
let organisationId: string
let portfolioId: string

beforeAll(async () => {
  server = await startTestServer(database)
  staff = await make.actor(
    await make.person({ isSuperUser: true, email: 'staff@fund.example', password: PASSWORD }),
  )
  organisationId = await make.organisation()
  portfolioId = (await make.portfolio({ organisationId, name: 'Hudson' })).id
})
afterAll(() => server.close())

const office = () => server.app.services.backoffice
const create = (kind: string, values: OfficeValues) => office().create(staff, kind, values)
const change = (kind: string, id: string, values: OfficeValues) =>
  office().change(staff, kind, { id, revision: null, values })
const list = async (kind: string, filters: { field: string; value: string }[] = []) =>
  (await office().list(staff, kind, { search: null, filters, ordering: null, limit: 50, offset: 0 })).rows
const one = 'Please choose a category of the first level of the same checklist.'

test('BO-24 BO-25 CHK-46 a checklist is made, given categories in two levels, copied and switched on', async () => {
  const checklist = await create('checklist', { name: 'Closing', portfolioId })
  expect(checklist.values.isActive).toBe(false)
  const category = (name: string, more: OfficeValues = {}) =>
    create('checklistcategory', {
      name,
      checklistId: checklist.id,
      rowNumber: '1',
      isDevelopment: true,
      isOperating: false,
      ...more,
    })
  const parent = await category('Title')
  const child = await category('Title report', { parentId: parent.id, rowNumber: '2' })
  expect(child.values).toMatchObject({ parentId: parent.id, isDevelopment: true, isOperating: false })
  expect([...child.labels.values()]).toEqual(expect.arrayContaining(['Closing', 'Title']))
  await expect(category('Third level', { parentId: child.id })).rejects.toMatchObject({
    extensions: { fields: { parentId: one } },
  })
  await change('checklistcategory', child.id, { name: 'Title policy', isOperating: true })
  const other = (await make.portfolio({ organisationId })).id
  const copy = await create('checklist', { name: 'Copy', portfolioId: other, copyFrom: checklist.id })
  const copied = await list('checklistcategory', [{ field: 'checklistId', value: copy.id }])
  expect(copied.map(({ label, values }) => [label, values.parentId === null])).toEqual(
    expect.arrayContaining([
      ['Title', true],
      ['Title policy', false],
    ]),
  )
  await change('checklist', checklist.id, { isActive: true })
  expect((await list('checklist', [{ field: 'isActive', value: 'true' }])).map(({ label }) => label)).toEqual(
    ['Closing'],
  )
  expect(await office().removal(staff, 'checklistcategory', parent.id)).toMatchObject({
    blocked: [],
    taken: [{ words: 'Checklist categories', count: 1, names: ['Title policy'] }],
  })
  await office().remove(staff, 'checklistcategory', parent.id)
  expect(await list('checklistcategory', [{ field: 'checklistId', value: checklist.id }])).toEqual([])
  // What belongs to another kind is no id of this one.
  await expect(
    create('checklist', { name: 'Wrong', portfolioId: copied[0]?.id ?? '' }),
  ).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('BO-30 OAM-07 an O&M partner is kept with its projects, from which its count and capacity follow', async () => {
  const projects = await database.pool.query<{ id: string }>(
    `insert into project (id, organisation_id, name, type, status, capacity)
     values (gen_random_uuid(), $1, 'North', 'SOLAR', 'OPERATING', 1500),
       (gen_random_uuid(), $1, 'South', 'SOLAR', 'OPERATING', null) returning id`,
    [organisationId],
  )
  const projectIds = projects.rows.map(({ id }) => id)
  const partner = await create('omandmpartner', { organisationId, name: 'Bluestem', projectIds })
  const { rows } = await database.pool.query('select slug from organisation where id = $1', [organisationId])
  const client = new Client(server.address)
  await client.signIn('staff@fund.example', PASSWORD)
  const { data } = await client.graphql(
    'query($slug: String!) { oAndMPartners(orgSlug: $slug) { name projectCount totalCapacity } }',
    { slug: rows[0]?.slug },
  )
  expect(data?.oAndMPartners).toEqual([{ name: 'Bluestem', projectCount: 2, totalCapacity: 1500 }])
  await change('omandmpartner', partner.id, { projectIds: projectIds.slice(0, 1), name: 'Bluestem Field' })
  expect((await office().record(staff, 'omandmpartner', partner.id)).values).toMatchObject({
    name: 'Bluestem Field',
    projectIds: projectIds.slice(0, 1),
  })
  await expect(create('omandmpartner', { organisationId, name: 'BLUESTEM field' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await office().remove(staff, 'omandmpartner', partner.id)
})

test('BO-31 QA-36 categories and topics of a log are kept, and stay while a question has them', async () => {
  const log = await database.pool.query<{ id: string }>(
    `insert into question_log (id, organisation_id, portfolio_id, name)
     values (gen_random_uuid(), $1, $2, 'Diligence') returning id`,
    [organisationId, portfolioId],
  )
  const logId = log.rows[0]?.id ?? ''
  const category = await create('questioncategory', { logId, name: 'Title', position: '3' })
  await expect(create('questioncategory', { logId, name: 'title', position: '4' })).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { fields: { name: 'This log has a question category with this name already.' } },
  })
  await change('questioncategory', category.id, { name: 'Title and survey', position: '1' })
  expect((await list('questioncategory'))[0]?.values).toMatchObject({
    name: 'Title and survey',
    position: '1',
  })
  const topic = await create('questiontopic', { logId, name: 'Cost', position: '1' })
  await office().remove(staff, 'questiontopic', topic.id)
  expect(await list('questiontopic')).toEqual([])
})

test('BO-39 EULA-12 a new version of the licence agreement asks everybody again', async () => {
  const asked = async () => (await server.app.services.accounts.agreements(staff.personId)).acceptedEula
  const client = new Client(server.address)
  await client.signIn('staff@fund.example', PASSWORD)
  expect(await asked()).toBe(true)
  const version = await create('licence', { body: '## Terms\r\n\r\nBe kind.' })
  expect(version.values).toMatchObject({ version: '2', accepted: '0' })
  expect(await asked()).toBe(false)
  expect((await client.graphql('{ backOfficeKinds { name } }')).errors[0]?.extensions.reason).toBe('EULA')
  await client.graphql('mutation { updateUserAgreements(acceptedAgreements: true) { acceptedEula } }')
  await database.pool.query(
    'insert into licence_acceptance select $1, 2, now(), false on conflict do nothing',
    [staff.personId],
  )
  await expect(create('licence', { body: '## Terms\n\nBe kind.' })).rejects.toMatchObject({
    extensions: { fields: { body: 'This is the text of the newest version already.' } },
  })
})

test('BO-03 a list is exported as it is in view', async () => {
  const client = new Client(server.address)
  await client.signIn('staff@fund.example', PASSWORD)
  await create('company', { name: 'Zenith Advisers' })
  await create('company', { name: 'Apex Advisers' })
  const answer = await client.request('/tagauks/exports/company?q=advis&sort=-name')
  expect(answer.status).toBe(200)
  const rows = await readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
  expect(JSON.stringify(rows)).toMatch(/Name.*Zenith Advisers.*Apex Advisers/)
  const statuses = await Promise.all([
    new Client(server.address).request('/tagauks/exports/company').then(({ status }) => status),
    client.request('/tagauks/exports/nothing').then(({ status }) => status),
    client.request('/tagauks/exports/company?sort=wrong').then(({ status }) => status),
  ])
  expect(statuses).toEqual([401, 404, 400])
})

test('a sign-in or an action in between is no change of the record that a form has open', async () => {
  const id = await make.person({ email: 'open@fund.example', password: PASSWORD })
  const { revision } = await office().record(staff, 'user', id)
  await new Client(server.address).signIn('open@fund.example', PASSWORD)
  await office().act(staff, 'user', id, 'endSessions')
  const saved = await office().change(staff, 'user', { id, revision, values: { title: 'Director' } })
  expect(saved).toMatchObject({ values: { title: 'Director' } })
})

test('a list cuts long texts, and a record has them whole', async () => {
  const { id } = await create('offtaker', { organisationId, name: 'Wordy', note: 'x'.repeat(1500) })
  const [row] = await list('offtaker')
  expect(String(row?.values.note)).toHaveLength(1000)
  expect(String((await office().record(staff, 'offtaker', id)).values.note)).toHaveLength(1500)
})
