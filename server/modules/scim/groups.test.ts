import { expect, test } from 'vitest'
import { created, database, world } from './directory.fixture.ts'

test('SCIM-12 SCIM-13 mapped groups are filled and emptied by the directory; what was given by hand stays', async () => {
  const [filled, byHand] = [await world.group(), await world.group()]
  const [annId, benId] = [
    await world.member(`ann@${world.domain}`, byHand),
    await world.member(`ben@${world.domain}`, byHand),
  ]
  const [ann, ben] = [await created('ann'), await created('ben')]
  const { body: group } = await world.ask('POST', '/Groups', { displayName: 'Analysts', externalId: 'g1' })
  const path = `/Groups/${group.id}`
  expect(
    (await world.patch(path, [{ op: 'Add', path: 'members', value: [{ value: ann.id }, { value: ben.id }] }]))
      .status,
  ).toBe(200)
  // Unmapped ones give nothing.
  expect(await world.groupsOf(annId)).toEqual([byHand])
  await world.map(group.id, [filled, byHand])
  expect(await world.groupsOf(annId)).toEqual([filled, byHand].sort())
  const { rows: named } = await database.pool.query<{ id: string; name: string }>(
    'select id, name from user_group where id = any($1::uuid[]) order by name collate name_order, id',
    [[filled, byHand]],
  )
  expect((await world.shown()).scimGroups).toContainEqual({
    id: group.id,
    displayName: 'Analysts',
    memberCount: 2,
    groupIds: named.map((each) => each.id),
    groupNames: named.map((each) => each.name),
  })
  await world.patch(path, [{ op: 'remove', path: `members[value eq "${ann.id}"]` }])
  expect([await world.groupsOf(annId), await world.groupsOf(benId)]).toEqual([
    [byHand],
    [filled, byHand].sort(),
  ])
  // As Entra ID names those who go, and Okta all who stay.
  await world.patch(path, [{ op: 'Remove', path: 'members', value: [{ value: ben.id }] }])
  expect(await world.groupsOf(benId)).toEqual([byHand])
  await world.patch(path, [{ op: 'replace', value: { id: group.id, displayName: 'Analysts 2' } }])
  await world.ask('PUT', path, { displayName: 'Analysts 3', members: [{ value: ann.id }] })
  expect(await world.groupsOf(annId)).toEqual([filled, byHand].sort())
  expect((await world.ask('GET', path)).body).toMatchObject({
    displayName: 'Analysts 3',
    members: [{ value: ann.id, type: 'User' }],
  })
  expect((await world.ask('GET', `${path}?excludedAttributes=members`)).body).not.toHaveProperty('members')
  const unknown = '018f0000-0000-7000-8000-000000000000'
  expect(
    (await world.patch(path, [{ op: 'add', path: 'members', value: [{ value: unknown }] }])).status,
  ).toBe(400)
  expect((await world.ask('DELETE', path)).status).toBe(204)
  expect(await world.groupsOf(annId)).toEqual([byHand])
})

test('SCIM-14 a group that administers people asks for the password again, and others’ groups are refused', async () => {
  const { body: group } = await world.ask('POST', '/Groups', { displayName: 'Admins' })
  const strong = await world.group(['USERS_ADMIN'])
  await database.pool.query('update session set password_checked_at = null')
  expect((await world.map(group.id, [strong])).errors).toEqual([
    { field: 'password', message: 'Please enter your password again.' },
  ])
  await world.checkPassword()
  expect((await world.map(group.id, [strong])).errors).toEqual([])
  const others = await world.make.group({
    organisationId: await world.make.organisation(),
    role: ['OVERVIEW_VIEW'],
  })
  expect((await world.map(group.id, [others])).errors[0]?.field).toBe('groupIds')
  await world.member(`people@${world.domain}`, strong)
  const people = await world.signedIn(`people@${world.domain}`)
  await expect(world.map(group.id, [], people)).rejects.toThrow('NOT_FOUND')
})

test('SCIM-15 the last admin is never removed', async () => {
  const { id } = await created('admin')
  for (const ask of [
    () => world.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: 'False' }]),
    () => world.ask('DELETE', `/Users/${id}`),
  ]) {
    expect((await ask()).status).toBe(409)
    expect(await world.groupsOf(world.adminId)).toContain(world.adminsId)
    expect((await world.shown()).scimRequests[0]).toMatchObject({
      status: 409,
      reason: 'The directory asked to remove the last admin.',
    })
  }
})

test('changes of rights by a directory keep who gave it its token', async () => {
  const began = await database.pool.query<{ at: Date }>('select clock_timestamp() as at')
  const groupId = await world.group()
  const personId = await world.member(`kept@${world.domain}`, await world.group())
  const kept = await created('kept')
  const { body: group } = await world.ask('POST', '/Groups', {
    displayName: 'Keepers',
    members: [{ value: kept.id }],
  })
  await world.map(group.id, [groupId])
  expect(await world.groupsOf(personId)).toContain(groupId)
  await world.ask('DELETE', `/Groups/${group.id}`)
  await world.patch(`/Users/${kept.id}`, [{ op: 'replace', path: 'active', value: false }])
  const { rows } = await database.pool.query<{ subject: string; by: string | null }>(
    `select subject, changed_by as by from former_right
     where until > $1 and row_key = concat($3::text, '/', $2::text)
     union all select 'person', changed_by from former_person where person_id = $2::text::uuid`,
    [began.rows[0]?.at, personId, groupId],
  )
  expect(rows.map(({ subject }) => subject).slice(0, 2)).toEqual(['membership', 'membership'])
  expect(rows.filter(({ by }) => by !== world.adminId)).toEqual([])
})
