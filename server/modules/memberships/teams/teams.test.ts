import { expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { PASSWORD } from '../../../../testing/factories.ts'
import { readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import type { Actor } from '../../../access/actor.ts'
import {
  admin,
  database,
  make,
  ORG,
  organisationId,
  people,
  portfolioId,
  server,
  staff,
  usersAdmin,
  usersGroup,
  viewer,
  viewers,
} from '../memberships.fixture.ts'

const ALL = { search: null, ordering: 'name', limit: 50, offset: 0, entity: null }
type Query = Parameters<ReturnType<typeof people>['teams']['page']>[1]
const page = (query: Partial<Query> = {}, actor: Actor = usersAdmin) =>
  people().teams.page(actor, { ...ALL, ...query })
const persons = async (query: Partial<Query> = {}, actor?: Actor) =>
  (await page(query, actor)).memberships.map(({ personId }) => personId)

test('TEAM-10 TEAM-11 memberships of all organisations that one administers, a person in two groups twice', async () => {
  const second = await make.group({ organisationId, name: 'Second', role: 'Bidder' })
  await make.member(second, viewer.personId)
  const foreignId = await make.organisation()
  const foreign = await make.person()
  await make.member(await make.group({ organisationId: foreignId, role: 'Viewer' }), foreign)
  const all = await persons()
  expect(all.filter((id) => id === viewer.personId)).toHaveLength(2)
  expect(all).not.toContain(foreign)
  expect(await persons({}, staff)).toContain(foreign)
  await expect(page({}, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('TEAM-09 TEAM-10 of an entity those who come into it, for its users admins', async () => {
  const other = await make.portfolio({ organisationId })
  const company = await make.holdingCompany({ organisationId })
  const inCompany = await make.group({ organisationId, role: 'Viewer', holdingCompanyIds: [company.id] })
  const banker = await make.person()
  await make.member(inCompany, banker)
  const of = (id: string, type: 'PORTFOLIO' | 'HOLDING_COMPANY' = 'PORTFOLIO') => ({ entity: { id, type } })
  expect(await persons(of(portfolioId))).toEqual(
    expect.arrayContaining([viewer.personId, admin.personId, usersAdmin.personId]),
  )
  expect(await persons(of(portfolioId))).not.toContain(banker)
  expect(await persons(of(other.id))).not.toContain(viewer.personId)
  // Administering people is no sight of a company (HOLD-22).
  const ofCompany = of(company.id, 'HOLDING_COMPANY')
  await expect(page(ofCompany)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const manager = await make.person()
  for (const group of [usersGroup, inCompany]) await make.member(group, manager)
  const { memberships } = await page(ofCompany, await make.actor(manager))
  expect(memberships.map(({ personId }) => personId).sort()).toEqual([banker, manager].sort())
  await expect(page(of(portfolioId), viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(page(of(other.id), viewer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(page(of('x'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('TEAM-02 TEAM-03 each order and the search', async () => {
  const write = (text: string, ...values: unknown[]) => database.pool.query(text, values)
  const groupId = await make.group({ organisationId, name: 'Sorters', role: 'Q&A Manager' })
  const made: string[] = []
  for (const [name, company] of [
    ['Sortman 2', 'Beta Sort'],
    ['Sortman 10', 'Alpha Sort'],
  ] as const) {
    const id = await make.person()
    await write(
      `with c as (insert into company (id, name) values (gen_random_uuid(), $3) returning id)
       update person set last_name = $2, company_id = c.id, last_login_at = now() - interval '1 hour' * length($2)
       from c where person.id = $1`,
      id,
      name,
      company,
    )
    await make.member(groupId, id)
    made.push(id)
  }
  await write(`update person set last_login_at = null where id = $1`, made[1])
  await write(
    `insert into notification_off (person_id, organisation_id) values ($1, $2)`,
    made[1],
    organisationId,
  )
  const sorted = (ordering: string) => persons({ search: 'sortman', ordering })
  const inverse = made.toReversed()
  expect(await sorted('name')).toEqual(made)
  expect(await sorted('-name')).toEqual(inverse)
  expect(await sorted('company')).toEqual(inverse)
  expect(await sorted('group')).toEqual(made)
  expect(await sorted('role')).toEqual(made)
  expect(await sorted('notifications')).toEqual(inverse)
  // Who never came is last either way.
  expect(await sorted('last_login')).toEqual(made)
  expect(await sorted('-last_login')).toEqual(made)
  expect(await persons({ search: 'alpha sort' })).toEqual([made[1]])
  expect(await persons({ search: 'sorters', limit: 1, offset: 1 })).toEqual([made[1]])
  await expect(page({ ordering: 'email' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('PPL-27 PPL-28 BO-37 the users export has everybody, for admins of the organisation alone; formulas are text', async () => {
  const signedIn = async (groupId: string | null, email: string) => {
    const id = await make.person({ email, password: PASSWORD })
    if (groupId) await make.member(groupId, id)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  const exporter = await make.group({ organisationId, name: '=cmd()', role: 'Users Admin' })
  const client = await signedIn(exporter, 'exporter@export.example')
  await people().invitations.invite(usersAdmin, ORG, {
    firstName: '=1+1',
    lastName: '+Salter',
    email: 'ines@export.example',
    title: '@SUM(A1)',
    groupId: viewers,
  })
  const answer = await client.request(`/${ORG}/users-export`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`filename="${ORG}-users-\\d{4}-\\d\\d-\\d\\d\\.xlsx"`),
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = JSON.stringify(await readSpreadsheet(bytes))
  for (const part of [
    'Name',
    'E-mail',
    'Company',
    'Title',
    'Groups',
    'Accepted',
    'Last login',
    '=1+1 +Salter',
    '@SUM(A1)',
    '=cmd()',
    'ines@export.example',
  ]) {
    expect(text).toContain(part)
  }
  const { rows } = await database.pool.query(`select count(*) as count from activity where kind = 'EXPORT'`)
  expect(rows[0].count).toBe(1)
  const colleague = await signedIn(viewers, 'viewer2@export.example')
  expect((await colleague.request(`/${ORG}/users-export`)).status).toBe(403)
  const outsider = await signedIn(null, 'outsider@export.example')
  expect((await outsider.request(`/${ORG}/users-export`)).status).toBe(404)
})
