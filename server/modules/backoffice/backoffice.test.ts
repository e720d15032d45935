import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { atField, openOffice } from './backoffice.fixture.ts'

const database = testDatabase()
const { ann, change, create, labels, list, make, office, read, remove, services, staff } =
  openOffice(database)
const NONE = '018f0000-0000-7000-8000-000000000000'
const audit = async (id: string) =>
  (
    await database.pool.query(
      `select kind, person_id as "personId", subject_kind as "of", detail from activity where subject_id = $1 order by id`,
      [id],
    )
  ).rows

test('BO-01 BO-02 SHELL-14 every kind is counted and listed for staff, and nothing of any for others', async () => {
  const kinds = office().kinds(staff())
  expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(['user', 'organisation', 'portfolio']))
  expect(new Set(kinds.map(({ path }) => path)).size).toBe(kinds.length)
  for (const kind of kinds) {
    const { count, rows } = await list(kind.name)
    expect([kind.name, await office().count(staff(), kind)]).toEqual([kind.name, count])
    if (count <= 50) expect(rows).toHaveLength(count)
    for (const field of kind.fields) {
      if (field.sortable) await list(kind.name, { ordering: `-${field.name}` })
      if (!field.filter) continue
      const value = field.type === 'REFERENCE' ? NONE : (field.options?.[0]?.value ?? 'true')
      await list(kind.name, { filters: [{ field: field.name, value }] })
    }
    const refused = { code: 'FORBIDDEN', message: 'Not authorized.' }
    await expect(office().count(ann(), kind)).rejects.toMatchObject(refused)
    await expect(office().record(ann(), kind.name, NONE)).rejects.toMatchObject(refused)
    await expect(office().removal(ann(), kind.name, NONE)).rejects.toMatchObject(refused)
    await expect(office().create(ann(), kind.name, {})).rejects.toMatchObject(refused)
    await expect(office().remove(ann(), kind.name, NONE)).rejects.toMatchObject(refused)
    await expect(office().act(ann(), kind.name, NONE, 'deactivate')).rejects.toMatchObject(refused)
  }
  expect(() => office().kinds(ann())).toThrow('Not authorized.')
})

test('BO-03 BO-07 BO-08 BO-42 ORG-42 an organisation is made with its roles and O&M tree, changed, searched, sorted and filtered', async () => {
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
  const trees = await list('documenttree', { filters: [{ field: 'organisationId', value: made.id }] })
  expect(trees.rows.map(({ values }) => values.type)).toEqual(['O_AND_M'])
  await change('organisation', made.id, { name: 'Aurora Fund', copilot: true })
  const shown = await services().organisations.bySlug(staff(), 'aurora')
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
  // A sign of no width is no name.
  await expect(create('organisation', { name: '\u200b', slug: '', kind: 'BANK' })).rejects.toMatchObject(
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
    ['1e308', 'Please enter 1,000,000,000,000,000 or less.'],
    ['1e-320', 'Please use at most 9 decimals.'],
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
  const own = ['tagauks', 'unsubscribe', 'setup', 'reset-password']
  for (const slug of [...own, 'Big Fund', 'a--b', '-a']) {
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
  await remove('company', id)
  const by = { personId: staff().personId, of: 'company' }
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
    message: 'Someone else has just changed this company. Please check and try again.',
    extensions: { of: 'record', revision: expect.any(String) },
  })
  expect((await read('company', id)).label).toBe('By one')
})

test('API-012 a list of a kind asks as many statements for forty records as for two', async () => {
  const asked = (limit: number) => () => list('user', { limit })
  for (let index = 0; index < 40; index += 1) await make.person()
  await asked(40)()
  const [few, many] = [await statementsOf(asked(2)), await statementsOf(asked(40))]
  expect(many.length).toBe(few.length)
})
