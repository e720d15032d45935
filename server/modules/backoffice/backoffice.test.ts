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

test('BO-03 BO-07 BO-42 ORG-42 an organisation is made with its roles, changed, searched, sorted and filtered', async () => {
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

test('BO-28 BO-32 PERM-16 offtakers and labels have names of their own, and stay while they are in use', async () => {
  const { place, treeId } = await make.room()
  const { organisationId } = place
  const label = await create('documentlabel', { organisationId, label: 'Signed', colour: '#2F7D4F' })
  expect(label.values.colour).toBe('#2f7d4f')
  await expect(
    create('documentlabel', { organisationId, label: 'SIGNED', colour: '#000000' }),
  ).rejects.toMatchObject(
    atField('CONFLICT', { label: 'A label with this text already exists in this organisation.' }),
  )
  for (const colour of ['green', '#fff', '2f7d4f0']) {
    await expect(create('documentlabel', { organisationId, label: 'Other', colour })).rejects.toMatchObject(
      atField('BAD_USER_INPUT', { colour: 'Please enter a colour such as #2f7d4f.' }),
    )
  }
  await database.pool.query('insert into document_labelling values ($1, $2)', [treeId, label.id])
  await expect(office().remove(staff, 'documentlabel', label.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Signed is still used by 1 document labelling.',
  })
  await database.pool.query('delete from document_labelling')
  await office().remove(staff, 'documentlabel', label.id)
  const offtaker = await create('offtaker', {
    organisationId,
    name: 'City Power',
    quality: '4.5',
    note: 'Rated',
  })
  expect(offtaker.values).toMatchObject({ quality: '4.5', note: 'Rated' })
  await change('offtaker', offtaker.id, { quality: null })
  expect((await office().record(staff, 'offtaker', offtaker.id)).values.quality).toBeNull()
})

test('BO-27 PFORM-40 panel and inverter models are kept with manufacturers, and stay while a project has them', async () => {
  const organisationId = await make.organisation()
  const maker = await create('manufacturer', { organisationId, name: 'Boviet' })
  const model = await create('panelmodel', { manufacturerId: maker.id, modelNumber: 'BVM-1' })
  expect(model.values).toMatchObject({ organisationId, manufacturerId: maker.id })
  expect(await labels('invertermodel', { search: 'BVM' })).toEqual([])
  await create('invertermodel', { manufacturerId: maker.id, modelNumber: 'BVM-1' })
  await expect(
    create('panelmodel', { manufacturerId: maker.id, modelNumber: 'bvm-1' }),
  ).rejects.toMatchObject(
    atField('CONFLICT', { modelNumber: 'This manufacturer has a model with this number already.' }),
  )
  const other = await create('manufacturer', { organisationId: await make.organisation(), name: 'Boviet' })
  await expect(change('panelmodel', model.id, { manufacturerId: other.id })).rejects.toMatchObject(
    atField('BAD_USER_INPUT', { manufacturerId: 'Please choose a manufacturer of the same organisation.' }),
  )
  await expect(office().remove(staff, 'manufacturer', maker.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  const project = await database.pool.query(
    `insert into project (id, organisation_id, name, type, status) values (gen_random_uuid(), $1, 'P', 'SOLAR', 'OPERATING') returning id`,
    [organisationId],
  )
  await database.pool.query('insert into project_equipment values ($1, $2, 1, 5)', [
    project.rows[0]?.id,
    model.id,
  ])
  await expect(office().remove(staff, 'panelmodel', model.id)).rejects.toMatchObject({
    message: 'BVM-1 is still used by 1 project equipment.',
  })
})

test('BO-21 the trees of a portfolio or holding company are made once, with their settings', async () => {
  const organisationId = await make.organisation()
  const { id: portfolioId } = await make.portfolio({ organisationId, name: 'Hudson' })
  const values = { type: 'REPORTS', portfolioId, permissionsType: 'ROLE', allowRootFiles: false }
  const tree = await create('documenttree', values)
  expect([tree.label, tree.values.organisationId, tree.values.permissionsType]).toEqual([
    'Reports of Hudson',
    organisationId,
    'ROLE',
  ])
  expect(await labels('documenttree', { search: 'huds' })).toEqual(['Reports of Hudson'])
  await expect(create('documenttree', values)).rejects.toThrow('It has its Reports already.')
  const one = 'Please choose either a portfolio or a holding company.'
  await expect(create('documenttree', { ...values, portfolioId: null })).rejects.toThrow(one)
  await expect(create('documenttree', { ...values, type: 'O_AND_M' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await change('documenttree', tree.id, { allowRootFiles: true })
  expect((await office().record(staff, 'documenttree', tree.id)).values.allowRootFiles).toBe(true)
})

test('BO-06 the audit log is filtered by user, record and time, and nothing in it can be changed', async () => {
  const second = await make.actor(await make.person({ isSuperUser: true }))
  await create('company', { name: 'Audited Advisers' }, second)
  const found = async (...filters: { field: string; value: string }[]) =>
    (await list('activity', { filters, search: 'audited adv' })).rows.map(({ values }) => values)
  const [entry, ...others] = await found({ field: 'personId', value: second.personId })
  expect(others).toEqual([])
  expect(entry).toMatchObject({ kind: 'Create', of: 'company', record: 'Audited Advisers' })
  expect(await found({ field: 'personId', value: staff.personId })).toEqual([])
  expect(await found({ field: 'within', value: '1 day' }, { field: 'isOffice', value: 'true' })).toHaveLength(
    1,
  )
  expect(await found({ field: 'isOffice', value: 'false' })).toEqual([])
  await expect(found({ field: 'within', value: 'always' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  const id = (await list('activity', { limit: 1 })).rows[0]?.id ?? ''
  await expect(office().remove(staff, 'activity', id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(change('activity', id, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('BO-33 BO-34 NOTIF-23 SEC-25 outboxes and tickets are read, a refused mail is sent again, a ticket handled', async () => {
  await server.app.services.support.send(ann, { issue: 'Help me', description: 'Please' })
  const [ticket] = (await list('ticket')).rows
  const handled = await office().act(staff, 'ticket', ticket?.id ?? '', 'close')
  expect([ticket?.label, ticket?.values.personId, handled.values.state]).toEqual([
    'Help me',
    ann.personId,
    'CLOSED',
  ])
  const [mail] = (
    await database.pool.query(`
      insert into mail_outbox (id, recipient, subject, body_text, failed_at, failure)
      values (gen_random_uuid(), 'ann@fund.example', 'Refused', 'The text', now(), '550 no such user') returning id`)
  ).rows
  const [row] = (await list('mail', { filters: [{ field: 'state', value: 'FAILED' }] })).rows
  expect(row?.values).toMatchObject({
    subject: 'Refused',
    recipient: 'ann@fund.example',
    bodyText: 'The text',
    failure: '550 no such user',
  })
  const sent = await office().act(staff, 'mail', mail.id, 'resend')
  expect(sent.values).toMatchObject({ state: 'WAITING', failure: null })
  expect((await list('job', { search: 'deliver_mail' })).count).toBeGreaterThan(0)
  await database.pool.query(
    `insert into sms_outbox (id, recipient, body) values (gen_random_uuid(), '+15005550006', 'Code 123456')`,
  )
  expect((await list('sms')).rows[0]?.values).toMatchObject({ body: 'Code 123456', state: 'WAITING' })
})

test('failed jobs are listed with their reason and run again; the status counts them', async () => {
  await database.pool.query(`
    select graphile_worker.add_job('broken_work', max_attempts => 1)`)
  await database.pool.query(`
    update graphile_worker._private_jobs set attempts = 1, last_error = 'The disk is full'
    where id = (select id from graphile_worker.jobs where task_identifier = 'broken_work')`)
  expect((await office().status(staff)).jobsFailed).toBe(1)
  const failed = { filters: [{ field: 'state', value: 'FAILED' }] }
  const [job] = (await list('job', failed)).rows
  expect(job?.values).toMatchObject({ taskIdentifier: 'broken_work', lastError: 'The disk is full' })
  await office().act(staff, 'job', job?.id ?? '', 'retry')
  expect((await list('job', failed)).rows).toEqual([])
  const status = await office().status(staff)
  expect(status).toMatchObject({ jobsFailed: 0, storageWritable: true, mailServer: false })
  expect(status.databaseBytes).toBeGreaterThan(0)
  await expect(office().status(ann)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
