import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { statementsOf } from '../../../testing/statements.ts'
import type { Actor } from '../../access/actor.ts'
import type { OfficeValues } from '../../access/office/index.ts'

const database = testDatabase()
const make = factories(database)
const NONE = '018f0000-0000-7000-8000-000000000000'
let server: TestServer
let staff: Actor
let ann: Actor

beforeAll(async () => {
  server = await startTestServer(database)
  staff = await make.actor(await make.person({ isSuperUser: true, email: 'staff@fund.example' }))
  ann = await make.actor(await make.person({ email: 'ann@fund.example', password: PASSWORD }))
})
afterAll(() => server.close())

const office = () => server.app.services.backoffice
const create = (kind: string, values: OfficeValues, actor = staff) => office().create(actor, kind, values)
const change = (kind: string, id: string, values: OfficeValues, revision: string | null = null) =>
  office().change(staff, kind, { id, revision, values })
const list = async (kind: string, query: Partial<Parameters<ReturnType<typeof office>['list']>[2]> = {}) =>
  office().list(staff, kind, { search: null, filters: [], ordering: null, limit: 50, offset: 0, ...query })
const labels = async (...asked: Parameters<typeof list>) =>
  (await list(...asked)).rows.map(({ label }) => label)
const audit = async (id: string) =>
  (
    await database.pool.query(
      `select kind, person_id as "personId", subject_kind as "of", detail from activity where subject_id = $1 order by id`,
      [id],
    )
  ).rows
const atField = (code: string, fields: object) => ({ code, extensions: { fields } })

test('BO-01 BO-02 SHELL-14 every kind is counted and listed for staff, and nothing of any for others', async () => {
  const kinds = office().kinds(staff)
  expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(['user', 'organisation', 'portfolio']))
  expect(new Set(kinds.map(({ path }) => path)).size).toBe(kinds.length)
  for (const kind of kinds) {
    const { count, rows } = await list(kind.name)
    expect([kind.name, await office().count(staff, kind)]).toEqual([kind.name, count])
    if (count <= 50) expect(rows).toHaveLength(count)
    for (const field of kind.fields) {
      if (field.sortable) await list(kind.name, { ordering: `-${field.name}` })
      if (!field.filter) continue
      const value = field.type === 'REFERENCE' ? NONE : (field.options?.[0]?.value ?? 'true')
      await list(kind.name, { filters: [{ field: field.name, value }] })
    }
    const refused = { code: 'FORBIDDEN', message: 'Not authorized.' }
    await expect(office().count(ann, kind)).rejects.toMatchObject(refused)
    await expect(office().record(ann, kind.name, NONE)).rejects.toMatchObject(refused)
    await expect(office().removal(ann, kind.name, NONE)).rejects.toMatchObject(refused)
    await expect(office().create(ann, kind.name, {})).rejects.toMatchObject(refused)
    await expect(office().remove(ann, kind.name, NONE)).rejects.toMatchObject(refused)
    await expect(office().act(ann, kind.name, NONE, 'deactivate')).rejects.toMatchObject(refused)
  }
  expect(() => office().kinds(ann)).toThrow('Not authorized.')
})

test('BO-03 BO-07 BO-42 an organisation is made with its roles, changed, searched, sorted and filtered', async () => {
  const made = await create('organisation', {
    name: ' Aurora Renewables ',
    slug: 'aurora',
    kind: 'DEVELOPER',
    displayStyle: 'MW',
    documentLabels: true,
    labelMarket: 'For sale',
  })
  expect(made).toMatchObject({
    label: 'Aurora Renewables',
    values: {
      slug: 'aurora',
      kind: 'DEVELOPER',
      documentLabels: true,
      copilot: false,
      labelMarket: 'For sale',
    },
  })
  // ORG-18: the default roles come with it.
  const roles = await list('role', { filters: [{ field: 'organisationId', value: made.id }] })
  expect(roles.rows.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Viewer', 'Organisation Admin']),
  )
  await change('organisation', made.id, { name: 'Aurora Fund', copilot: true })
  const shown = await server.app.services.organisations.bySlug(staff, 'aurora')
  expect(shown).toMatchObject({ name: 'Aurora Fund', copilot: true, documentLabels: true, kind: 'DEVELOPER' })
  expect(shown?.statusLabels).toMatchObject({ MARKET: 'For sale', DRAFT: 'Draft' })
  await create('organisation', { name: 'Borealis', slug: 'borealis', kind: 'INVESTOR', displayStyle: 'KW' })
  expect(await labels('organisation', { search: 'AUROR' })).toEqual(['Aurora Fund'])
  expect(await labels('organisation', { ordering: '-name', limit: 1 })).toEqual(['Borealis'])
  expect(await labels('organisation', { limit: 1, offset: 1 })).toEqual(['Borealis'])
  expect(await labels('organisation', { filters: [{ field: 'kind', value: 'DEVELOPER' }] })).toEqual([
    'Aurora Fund',
  ])
  await expect(list('organisation', { ordering: 'kind' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  await expect(list('organisation', { filters: [{ field: 'name', value: 'x' }] })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('BO-04 what is missing or wrong is said at its field, all of it together', async () => {
  await expect(create('organisation', { name: ' ', slug: '', kind: 'BANK' })).rejects.toMatchObject(
    atField('BAD_USER_INPUT', {
      name: 'This field is required',
      slug: 'This field is required',
      kind: 'Please choose from the list.',
      displayStyle: 'This field is required',
    }),
  )
  const good = { name: 'Fund', slug: 'fund-x', kind: 'INVESTOR', displayStyle: 'KW' }
  await expect(create('organisation', { ...good, name: 'x'.repeat(129) })).rejects.toMatchObject(
    atField('BAD_USER_INPUT', { name: 'Max 128 characters' }),
  )
  await expect(create('organisation', { ...good, createdAt: '2020-01-01' })).rejects.toMatchObject(
    atField('BAD_USER_INPUT', { createdAt: 'This can’t be set.' }),
  )
  const organisationId = await make.organisation()
  const portfolio = { organisationId, name: 'Hudson', status: 'DRAFT' }
  for (const [systemSize, message] of [
    ['many', 'Please enter a number.'],
    ['-1', 'Please enter 0 or more.'],
  ] as const) {
    await expect(create('portfolio', { ...portfolio, systemSize })).rejects.toMatchObject(
      atField('BAD_USER_INPUT', { systemSize: message }),
    )
  }
  await expect(create('portfolio', { ...portfolio, dealManagerId: NONE })).rejects.toMatchObject(
    atField('BAD_USER_INPUT', {
      dealManagerId: 'What was chosen is no longer there. Please choose again.',
    }),
  )
})

test('ORG-43 BO-07 an address that is reserved, malformed or taken is refused at its field', async () => {
  const made = (slug: string) =>
    create('organisation', { name: 'Slugs', slug, kind: 'INVESTOR', displayStyle: 'KW' })
  for (const slug of ['tagauks', 'Big Fund', 'a--b', '-a']) {
    await expect(made(slug)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      extensions: { fields: { slug: expect.any(String) } },
    })
  }
  const taken = atField('CONFLICT', { slug: 'Another organisation has this address.' })
  const both = await Promise.allSettled([made('slugs'), made('slugs')])
  expect(both.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toMatchObject([taken])
  const other = await made('slugs-2')
  await expect(change('organisation', other.id, { slug: 'slugs' })).rejects.toMatchObject(taken)
})

test('BO-06 every create, change and delete is recorded with who, what and the changed fields, and stays', async () => {
  const { id } = await create('company', { name: 'Old Advisers' })
  await change('company', id, { name: 'New Advisers' })
  await change('company', id, { name: 'New Advisers' })
  await office().remove(staff, 'company', id)
  const by = { personId: staff.personId, of: 'company' }
  expect(await audit(id)).toEqual([
    { kind: 'OFFICE_CREATE', ...by, detail: { record: 'Old Advisers' } },
    {
      kind: 'OFFICE_CHANGE',
      ...by,
      detail: {
        record: 'New Advisers',
        fields: [{ field: 'name', from: 'Old Advisers', to: 'New Advisers' }],
      },
    },
    { kind: 'OFFICE_DELETE', ...by, detail: { record: 'New Advisers' } },
  ])
  await expect(database.pool.query('delete from activity where subject_id = $1', [id])).rejects.toThrow()
})

test('of two who change one record at the same time, the second is told, and nothing is overwritten', async () => {
  const { id, revision } = await create('company', { name: 'Twice' })
  await change('company', id, { name: 'By one' }, revision)
  await expect(change('company', id, { name: 'By the other' }, revision)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Someone else has just changed this company. Please check it and save again.',
    extensions: { newer: { id, revision: expect.any(String) } },
  })
  expect((await office().record(staff, 'company', id)).label).toBe('By one')
})

test('BO-05 BO-09 BO-14 what others use stays, and the page says by which', async () => {
  const organisationId = await make.organisation()
  const role = await create('role', { organisationId, name: 'Adviser', permissions: ['documents:view'] })
  const groupId = await make.group({ organisationId, name: 'Lenders', role: 'Adviser' })
  expect(await office().removal(staff, 'role', role.id)).toEqual({
    blocked: [{ words: 'User groups', count: 1, names: ['Lenders'] }],
    taken: [],
  })
  await expect(office().remove(staff, 'role', role.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Adviser is still used by 1 user groups (Lenders).',
  })
  await office().remove(staff, 'usergroup', groupId)
  await office().remove(staff, 'role', role.id)
  await expect(office().record(staff, 'role', role.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const company = await create('company', { name: 'Employer' })
  const person = await create('user', {
    email: 'employee@fund.example',
    firstName: 'Eve',
    lastName: 'Employee',
    companyId: company.id,
  })
  await expect(office().remove(staff, 'company', company.id)).rejects.toMatchObject({
    message: 'Employer is still used by 1 users (Eve Employee).',
  })
  expect(person.values).toMatchObject({ companyId: company.id, isActive: true, isSuperUser: false })
})

test('BO-13 a role has a name of its own in its organisation, and any of the 25 codenames', async () => {
  const organisationId = await make.organisation()
  const role = await create('role', { organisationId, name: 'Auditor', permissions: ['access_log:view'] })
  await change('role', role.id, { permissions: ['documents:view', 'reports:view'] })
  expect((await office().record(staff, 'role', role.id)).values.permissions).toEqual([
    'documents:view',
    'reports:view',
  ])
  await expect(create('role', { organisationId, name: 'AUDITOR' })).rejects.toMatchObject(
    atField('CONFLICT', { name: 'A role with this name already exists in this organisation.' }),
  )
  await expect(
    create('role', { organisationId, name: 'Other', permissions: ['everything'] }),
  ).rejects.toMatchObject(atField('BAD_USER_INPUT', { permissions: 'Please choose from the list.' }))
})

test('API-012 a list of a kind asks as many statements for forty records as for two', async () => {
  const asked = (limit: number) => () => list('user', { limit })
  for (let index = 0; index < 40; index += 1) await make.person()
  await asked(40)()
  const [few, many] = [await statementsOf(asked(2)), await statementsOf(asked(40))]
  expect(many.length).toBe(few.length)
})
