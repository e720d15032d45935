import { expect, test } from 'vitest'
import { CODENAMES } from '../../../shared/permissions.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { atField, openOffice } from './backoffice.fixture.ts'

const database = testDatabase()
const { change, create, labels, make, office, read, remove, staff, staffClient } = openOffice(database)

test('BO-05 BO-09 BO-14 what others use stays, and the page says by which', async () => {
  const organisationId = await make.organisation()
  const role = await create('role', { organisationId, name: 'Adviser', permissions: ['documents:view'] })
  const groupId = await make.group({ organisationId, name: 'Lenders', role: 'Adviser' })
  expect(await office().removal(staff(), 'role', role.id)).toEqual({
    blocked: [{ words: 'User groups', one: 'user group', count: 1, names: ['Lenders'] }],
    taken: [],
  })
  await expect(remove('role', role.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Adviser is still used by 1 user group (Lenders).',
  })
  const another = await make.group({ organisationId, name: 'Bidders', role: 'Adviser' })
  await expect(remove('role', role.id)).rejects.toMatchObject({
    message: expect.stringMatching(/^Adviser is still used by 2 user groups \(\w+, \w+\)\.$/),
  })
  for (const id of [groupId, another]) await remove('usergroup', id)
  await remove('role', role.id)
  await expect(read('role', role.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const company = await create('company', { name: 'Employer' })
  const person = await create('user', {
    email: 'employee@fund.example',
    firstName: 'Eve',
    lastName: 'Employee',
    companyId: company.id,
  })
  await expect(remove('company', company.id)).rejects.toMatchObject({
    message: 'Employer is still used by 1 user (Eve Employee).',
  })
  expect(person.values).toMatchObject({ companyId: company.id, isActive: true, isSuperUser: false })
})

test('choices are narrowed by what the form says already, and those of one name say what they belong to', async () => {
  const kinds = office().kinds(staff())
  const narrowed = kinds.flatMap((kind) => kind.fields.map((field) => ({ kind, field })))
  const within = narrowed.filter(({ field }) => field.within !== undefined)
  expect(within.map(({ kind, field }) => `${kind.name}.${field.name}`)).toEqual(
    expect.arrayContaining(['usergroup.roleId', 'usergroup.portfolioIds', 'checklistcategory.parentId']),
  )
  for (const { kind, field } of within) {
    const named = ({ name }: { name: string }) => name === field.within
    const of = kinds.find(({ name }) => name === field.of)
    expect([kind.name, kind.fields.some(named), of?.fields.find(named)?.filter]).toEqual([
      kind.name,
      true,
      true,
    ])
  }
  const [one, other] = [await make.organisation(), await make.organisation()]
  for (const organisationId of [one, other]) await create('role', { organisationId, name: 'Twin' })
  const client = await staffClient()
  const { data } = await client.graphql(
    '{ backOfficeRecords(kind: "role", search: "Twin") { records { label detail } } }',
  )
  const organisations = await labels('organisation')
  const found = data?.backOfficeRecords as { records: { label: string; detail: string }[] } | undefined
  const records = found?.records ?? []
  expect(records.map(({ label }) => label)).toEqual(['Twin', 'Twin'])
  expect(organisations).toEqual(expect.arrayContaining(records.map(({ detail }) => detail)))
  expect(new Set(records.map(({ detail }) => detail)).size).toBe(2)
})

test('BO-13 a role has a name of its own in its organisation, and any of the 25 codenames', async () => {
  const organisationId = await make.organisation()
  const role = await create('role', { organisationId, name: 'Auditor', permissions: ['access_log:view'] })
  await change('role', role.id, { permissions: ['documents:view', 'reports:view'] })
  expect((await read('role', role.id)).values.permissions).toEqual(['documents:view', 'reports:view'])
  const offered = office()
    .kind(staff(), 'role')
    .fields.find(({ name }) => name === 'permissions')?.options
  expect(offered?.map(({ value }) => value).sort()).toEqual(Object.values(CODENAMES).sort())
  expect(offered).toContainEqual({ value: 'o_and_m:view', label: 'O&M: View' })
  await expect(create('role', { organisationId, name: 'AUDITOR' })).rejects.toMatchObject(
    atField('CONFLICT', { name: 'A role with this name already exists in this organisation.' }),
  )
  await expect(
    create('role', { organisationId, name: 'Other', permissions: ['everything'] }),
  ).rejects.toMatchObject(atField('BAD_USER_INPUT', { permissions: 'Please choose from the list.' }))
})

test('BO-28 BO-32 PERM-16 offtakers and labels have names of their own, and stay while they are in use', async () => {
  const { place, treeId } = await make.room()
  const { organisationId } = place
  const label = await create('documentlabel', { organisationId, label: 'Signed', colour: '#2F7D4F' })
  expect(label.values.colour).toBe('#2f7d4f')
  await expect(
    create('documentlabel', { organisationId, label: 'SIGNED', colour: '#000000' }),
  ).rejects.toMatchObject(atField('CONFLICT', { label: 'A label with this text already exists.' }))
  for (const colour of ['green', '#fff', '2f7d4f0']) {
    await expect(create('documentlabel', { organisationId, label: 'Other', colour })).rejects.toMatchObject(
      atField('BAD_USER_INPUT', { colour: 'Please enter a colour such as #2f7d4f.' }),
    )
  }
  await database.pool.query('insert into document_labelling values ($1, $2)', [treeId, label.id])
  await expect(remove('documentlabel', label.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Signed is still used by 1 labelled document.',
  })
  await database.pool.query('delete from document_labelling')
  await remove('documentlabel', label.id)
  const offtaker = await create('offtaker', {
    organisationId,
    name: 'City Power',
    quality: '4.5',
    note: 'Rated',
  })
  expect(offtaker.values).toMatchObject({ quality: '4.5', note: 'Rated' })
  await change('offtaker', offtaker.id, { quality: null })
  expect((await read('offtaker', offtaker.id)).values.quality).toBeNull()
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
  await expect(remove('manufacturer', maker.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  const project = await database.pool.query(
    `insert into project (id, organisation_id, name, type, status) values (gen_random_uuid(), $1, 'P', 'SOLAR', 'OPERATING') returning id`,
    [organisationId],
  )
  await database.pool.query('insert into project_equipment values ($1, $2, 1, 5)', [
    project.rows[0]?.id,
    model.id,
  ])
  await expect(remove('panelmodel', model.id)).rejects.toMatchObject({
    message: 'BVM-1 is still used by 1 project.',
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
  expect((await read('documenttree', tree.id)).values.allowRootFiles).toBe(true)
})
