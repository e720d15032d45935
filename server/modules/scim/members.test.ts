import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { arrive, created, database, sessionsOf, world } from './directory.fixture.ts'

const isActive = async (personId: string) =>
  (await database.pool.query('select is_active from person where id = $1', [personId])).rows[0].is_active
const setActive = (id: string, value: boolean) =>
  world.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value }])
/** As an admin invites people into a group. */
const invited = (email: string, groupId: string) =>
  database.pool.query(
    `insert into invitation (id, organisation_id, email, first_name, last_name, group_id, invited_by)
     values ($1, $2, $3, 'Ida', 'Invited', $4, $5)`,
    [newId(), world.organisationId, email, groupId, world.adminId],
  )
const waiting = async (email: string) =>
  (await database.pool.query('select from invitation where email = $1 and person_id is null', [email]))
    .rowCount

test.each([
  ['deactivates', (id: string) => setActive(id, false)],
  ['deletes', (id: string) => world.ask('DELETE', `/Users/${id}`)],
] as const)(
  'SCIM-10 SCIM-11 whom the directory sent before they joined without SSO has nothing left once it %s them',
  async (how, end) => {
    const { id } = await created(how)
    // They accept an admin's invitation with a password.
    const personId = await world.member(`${how}@${world.domain}`, await world.group())
    await world.signedIn(`${how}@${world.domain}`)
    await end(id)
    expect(await world.groupsOf(personId)).toEqual([])
    expect([await sessionsOf(personId), await isActive(personId)]).toEqual([0, false])
  },
)

test('SCIM-13 whom the directory sent before they joined without SSO is in the groups that it puts them into', async () => {
  const { id } = await created('joined')
  const [byHand, filled] = [await world.group(), await world.group()]
  const personId = await world.member(`joined@${world.domain}`, byHand)
  const { body: group } = await world.ask('POST', '/Groups', { displayName: 'Joined' })
  await world.map(group.id, [filled])
  await world.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value: [{ value: id }] }])
  expect(await world.groupsOf(personId)).toEqual([byHand, filled].sort())
})

test('by an admin’s invitation nobody joins whom the directory has deactivated', async () => {
  const { id } = await created('waits')
  await database.pool.query('delete from invitation where email = $1', [`waits@${world.domain}`])
  await invited(`waits@${world.domain}`, await world.group())
  await setActive(id, false)
  expect(await waiting(`waits@${world.domain}`)).toBe(0)
})

test('SCIM-04 whom an admin has invited as well is in that group after the first sign-in over SSO', async () => {
  const groupId = await world.group()
  await invited(`both@${world.domain}`, groupId)
  await created('both')
  const personId = await arrive(`both@${world.domain}`)
  expect(await world.groupsOf(personId ?? '')).toEqual([groupId])
  expect(await waiting(`both@${world.domain}`)).toBe(0)
})

test('the invitation of whoever waits follows their e-mail', async () => {
  const { id } = await created('renamed')
  await world.patch(`/Users/${id}`, [
    { op: 'replace', path: 'emails[type eq "work"].value', value: `renamed2@${world.domain}` },
  ])
  expect([await waiting(`renamed@${world.domain}`), await waiting(`renamed2@${world.domain}`)]).toEqual([
    0, 1,
  ])
})

test('an account that was deactivated here is not activated by a directory', async () => {
  const groupId = await world.group()
  const personId = await world.member(`locked@${world.domain}`, groupId)
  const { id } = await created('locked')
  await database.pool.query('update person set is_active = false where id = $1', [personId])
  await setActive(id, false)
  await setActive(id, true)
  expect([await isActive(personId), await world.groupsOf(personId)]).toEqual([false, [groupId]])
})

test('a PUT that does not say whether somebody is active changes nothing of that', async () => {
  const groupId = await world.group()
  const personId = await world.member(`put@${world.domain}`, groupId)
  const { id } = await created('put')
  await setActive(id, false)
  const { active: _, ...body } = world.userBody('put', { title: 'Partner' })
  expect((await world.ask('PUT', `/Users/${id}`, body)).body).toMatchObject({
    title: 'Partner',
    active: false,
  })
  expect(await world.groupsOf(personId)).toEqual([])
})

test('a removal of members that names nobody removes nobody', async () => {
  const { id } = await created('stays')
  const { body: group } = await world.ask('POST', '/Groups', {
    displayName: 'Stays',
    members: [{ value: id }],
  })
  const members = async () => (await world.ask('GET', `/Groups/${group.id}`)).body.members.length
  await world.patch(`/Groups/${group.id}`, [{ op: 'Remove', path: 'members', value: [] }])
  expect(await members()).toBe(1)
  await world.patch(`/Groups/${group.id}`, [{ op: 'remove', path: 'members' }])
  expect(await members()).toBe(0)
})

test('an e-mail is changed by a filter on its value, or by several terms, and another one is passed over', async () => {
  const { id } = await created('filtered')
  const of = (name: string) => `${name}@${world.domain}`
  const change = async (filter: string, to: string) => {
    const path = `emails[${filter}].value`
    return (await world.patch(`/Users/${id}`, [{ op: 'replace', path, value: of(to) }])).body.emails[0].value
  }
  expect(await change(`value eq "${of('Filtered')}"`, 'filtered2')).toBe(of('filtered2'))
  expect(await change('type eq "work" and primary eq true', 'filtered3')).toBe(of('filtered3'))
  expect(await change(`value eq "${of('filtered')}"`, 'filtered4')).toBe(of('filtered3'))
  expect(await change('type eq "home"', 'filtered4')).toBe(of('filtered3'))
})

test('what an admin gives by hand to whom the directory had deleted stays', async () => {
  const [byHand, filled] = [await world.group(), await world.group()]
  const personId = await world.member(`again@${world.domain}`, byHand)
  const { id } = await created('again')
  const { body: group } = await world.ask('POST', '/Groups', {
    displayName: 'Again',
    members: [{ value: id }],
  })
  await world.map(group.id, [filled])
  expect(await world.groupsOf(personId)).toContain(filled)
  await world.ask('DELETE', `/Users/${id}`)
  await world.make.member(filled, personId)
  const { id: next } = await created('again')
  await world.patch(`/Users/${next}`, [{ op: 'replace', path: 'title', value: 'Partner' }])
  expect(await world.groupsOf(personId)).toEqual([filled])
})
