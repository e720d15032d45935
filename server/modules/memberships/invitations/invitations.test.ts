import { beforeEach, expect, test } from 'vitest'
import {
  activities,
  admin,
  adminGroup,
  database,
  invitationAt,
  mailedTokenOf,
  mails,
  make,
  ORG,
  organisationId,
  people,
  staff,
  tokenOf,
  usersAdmin,
  viewer,
  viewers,
} from '../memberships.fixture.ts'
import type { Invitee } from './invitations.ts'

beforeEach(async () => {
  await database.pool.query('delete from invitation where person_id is null')
  await database.pool.query('truncate mail_outbox, notification')
})

const ines = (more: Partial<Invitee> = {}): Invitee => ({
  firstName: 'Ines',
  lastName: 'Salter',
  email: 'ines.salter@ashgrove.example',
  title: 'Vice President',
  groupId: viewers,
  ...more,
})
const invite = (more: Partial<Invitee> = {}, actor = usersAdmin) =>
  people().invitations.invite(actor, ORG, ines(more))
const ALL = { search: null, accepted: null, ordering: 'name', limit: 25, offset: 0 }
type Query = Parameters<ReturnType<typeof people>['invitations']['page']>[2]
const page = (query: Partial<Query> = {}) => people().invitations.page(usersAdmin, ORG, { ...ALL, ...query })
const emails = async (query: Partial<Query> = {}) => (await page(query)).invitations.map(({ email }) => email)

test('PPL-13 PPL-29 NOTIF-13 AUTH-21 an invitation is kept, recorded and mailed with organisation, inviter and link', async () => {
  const before = await people().invitations.counts(usersAdmin, ORG)
  const invitation = await invite({ firstName: '  Ines ', email: ' Ines.Salter@Ashgrove.example ' })
  expect(invitation).toMatchObject({
    personId: null,
    email: 'ines.salter@ashgrove.example',
    firstName: 'Ines',
    lastName: 'Salter',
    title: 'Vice President',
    groupId: viewers,
    acceptedAt: null,
  })
  expect(await people().invitations.counts(usersAdmin, ORG)).toEqual({
    ...before,
    waiting: before.waiting + 1,
  })
  expect(await activities(invitation.id)).toMatchObject([{ kind: 'INVITE', personId: usersAdmin.personId }])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'ines.salter@ashgrove.example',
    subject: 'Invitation to Meridian',
  })
  expect(mail?.text).toContain('Hello Ines Salter')
  expect(mail?.text).toMatch(/Pat Lee \d+ has invited you to Meridian/)
  const [shown] = await people().invitations.linksFor(usersAdmin, [invitation])
  expect(shown?.link).toMatch(new RegExp(`^http://[^/]+/invitations/${tokenOf(invitation.id)}$`))
  // The mail's own, which no admin sees.
  expect(mail?.text).toContain(`/invitations/${mailedTokenOf(invitation.id)}\n`)
  expect(mail?.text).not.toContain(shown?.token)
})

test('AUTH-21 nothing in the database opens an invitation', async () => {
  const invitation = await invite()
  await database.pool.query('truncate mail_outbox')
  const { rows } = await database.pool.query('select to_jsonb(i) as row from invitation i where id = $1', [
    invitation.id,
  ])
  for (const token of [tokenOf(invitation.id), mailedTokenOf(invitation.id)])
    expect(JSON.stringify(rows)).not.toContain(token)
  for (const wrong of [invitation.id, tokenOf(invitation.id).slice(0, -1), 'x'.repeat(65)]) {
    await expect(people().invitations.detail(usersAdmin, { orgSlug: ORG, token: wrong })).rejects.toThrow(
      'Invitation not found.',
    )
  }
})

test.each([
  ['PPL-09 a first name', { firstName: ' ' }, { firstName: 'First Name is a required field' }],
  ['PPL-09 a last name', { lastName: '\u200b' }, { lastName: 'Last Name is a required field' }],
  ['PPL-10 an e-mail', { email: '' }, { email: 'Email is a required field' }],
  ['PPL-10 an e-mail of the right shape', { email: 'ines@ash' }, { email: 'Not a valid email address' }],
  [
    'a name of 1,000 characters at most 64',
    { lastName: 'ä'.repeat(1000) },
    { lastName: 'Max 64 characters' },
  ],
  [
    'PPL-11 a group',
    { groupId: '01900000-0000-7000-8000-000000000000' },
    { groupId: 'Please select a group.' },
  ],
  ['PPL-11 a group that is one', { groupId: 'x' }, { groupId: 'Please select a group.' }],
])('the server asks itself for %s', async (_title, more, fields) => {
  await expect(invite(more)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', extensions: { fields } })
  expect(await mails()).toEqual([])
})

test('PPL-11 without a title an invitation is good; names right to left and with emoji stay as they are', async () => {
  const invitation = await invite({ title: ' ', firstName: 'עדי', lastName: 'בן־דוד 🌞\u202e' })
  expect(invitation).toMatchObject({ title: null, firstName: 'עדי', lastName: 'בן־דוד 🌞' })
  expect(await emails({ search: 'דוד 🌞' })).toEqual([invitation.email])
})

test('PPL-14 an e-mail is invited once, be it spelled otherwise, of a member or at the same moment', async () => {
  const refusal = {
    code: 'CONFLICT',
    extensions: { fields: { email: 'A user with this email has already been invited.' } },
  }
  const both = await Promise.allSettled([invite(), invite({ email: 'INES.salter@ashgrove.example' })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toMatchObject([refusal])
  await expect(invite({ email: 'viewers@fund.example' })).rejects.toMatchObject(refusal)
  await expect(invite({ email: 'users.admins@fund.example' })).rejects.toThrow('This is your own email.')
  await expect(invite({ email: 'staff@fund.example' }, staff)).rejects.toThrow('This is your own email.')
})

test('PPL-32 only an organisation admin invites into a group of organisation admins', async () => {
  await expect(invite({ groupId: adminGroup })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const invitation = await invite({ groupId: adminGroup }, admin)
  const which = { orgSlug: ORG, token: tokenOf(invitation.id) }
  const { firstName, lastName } = invitation
  await expect(
    people().invitations.update(usersAdmin, which, { firstName, lastName, groupId: viewers }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('PPL-31 PPL-28 ORG-64 nobody but users and organisation admins reads or changes people; others find no organisation', async () => {
  const invitation = await invite()
  const which = { orgSlug: ORG, token: tokenOf(invitation.id) }
  const foreignId = await make.organisation({ name: 'Foreign' })
  const foreignGroup = await make.group({ organisationId: foreignId, role: 'Organisation Admin' })
  const person = await make.person()
  await make.member(foreignGroup, person)
  const foreign = await make.actor(person)
  const { invitations, groupAccess } = people()
  for (const [actor, code] of [
    [viewer, 'FORBIDDEN'],
    [foreign, 'NOT_FOUND'],
  ] as const) {
    for (const call of [
      () => invitations.page(actor, ORG, ALL),
      () => invitations.counts(actor, ORG),
      () => invitations.detail(actor, which),
      () => invitations.invite(actor, ORG, ines({ email: 'other@ashgrove.example' })),
      () => invitations.update(actor, which, ines()),
      () => invitations.remove(actor, which),
      () => invitations.resend(actor, which),
      () => groupAccess.setGroups(actor, which, { groupIds: [] }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code })
    }
  }
  // By the address of the own organisation the others' stay unknown.
  await expect(invitations.detail(foreign, { orgSlug: 'foreign', token: which.token })).rejects.toThrow(
    'Invitation not found.',
  )
  await expect(invitations.remove(foreign, { orgSlug: 'foreign', token: which.token })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})

test('PPL-15 PPL-16 a waiting invitation is changed under the same rules; who is second sees the newer state', async () => {
  const invitation = await invite()
  const which = { orgSlug: ORG, token: tokenOf(invitation.id) }
  const group = await make.group({ organisationId, role: 'Bidder' })
  const change = { firstName: 'Inès', lastName: 'Salter', title: '', groupId: group, revision: 1 }
  const both = await Promise.allSettled([
    people().invitations.update(usersAdmin, which, change),
    people().invitations.update(admin, which, { ...change, firstName: 'Agnes' }),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const now = await people().invitations.detail(usersAdmin, which)
  expect(now).toMatchObject({ title: null, groupId: group, revision: 2, email: invitation.email })
  expect(both.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toMatchObject([
    {
      code: 'CONFLICT',
      message: 'Someone else has just changed this invitation. Please check and try again.',
      extensions: {
        revision: 2,
        newer: { firstName: now.firstName, group: { id: group, name: expect.any(String) } },
      },
    },
  ])
  await expect(
    people().invitations.update(usersAdmin, which, { ...change, lastName: '', revision: 2 }),
  ).rejects.toMatchObject({ extensions: { fields: { lastName: 'Last Name is a required field' } } })
  expect((await activities(invitation.id)).map(({ kind }) => kind)).toEqual(['INVITE', 'UPDATE_INVITATION'])
})

test('PPL-20 AUTH-29 a deleted invitation is gone with its link, and its mail if that was not sent yet', async () => {
  const invitation = await invite()
  const which = { orgSlug: ORG, token: tokenOf(invitation.id) }
  await people().invitations.remove(usersAdmin, which)
  expect(await mails()).toEqual([])
  await expect(people().invitations.detail(usersAdmin, which)).rejects.toThrow('Invitation not found.')
  await expect(people().invitations.remove(usersAdmin, which)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await activities(invitation.id)).map(({ kind }) => kind)).toEqual(['INVITE', 'DELETE_INVITATION'])
  expect((await invite()).id).not.toBe(invitation.id)
})

test('PPL-15 NOTIF-13 an invitation is sent again, five times in ten minutes', async () => {
  const invitation = await invite()
  const which = { orgSlug: ORG, token: tokenOf(invitation.id) }
  expect(await mails()).toHaveLength(1)
  await database.pool.query(`update invitation set sent_at = sent_at - interval '3 days' where id = $1`, [
    invitation.id,
  ])
  await people().invitations.resend(admin, which)
  const now = await people().invitations.detail(usersAdmin, which)
  expect(Date.now() - (now.sentAt.getTime() ?? 0)).toBeLessThan(60_000)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([invitation.email, invitation.email])
  for (let time = 0; time < 4; time += 1) await people().invitations.resend(admin, which)
  await expect(people().invitations.resend(admin, which)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'This invitation was sent several times just now. Please try again in 10 minutes.',
  })
})

test('PPL-25 what was accepted is neither edited, sent again nor deleted', async () => {
  const { token } = await invitationAt('viewers@fund.example')
  const which = { orgSlug: ORG, token }
  for (const call of [
    () => people().invitations.update(usersAdmin, which, ines()),
    () => people().invitations.remove(usersAdmin, which),
    () => people().invitations.resend(usersAdmin, which),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'CONFLICT' })
  }
  expect(await people().invitations.detail(usersAdmin, which)).toMatchObject({ personId: viewer.personId })
})

test('PPL-03 PPL-05 PPL-06 the list is searched, sorted by each of its columns, narrowed and paged', async () => {
  const company = async (email: string, name: string) => {
    const id = await make.person({ email })
    await make.member(viewers, id)
    await database.pool.query(
      `with made as (insert into company (id, name) values (gen_random_uuid(), $2) returning id)
       update person set company_id = made.id, last_name = 'Abel', first_name = $3 from made where person.id = $1`,
      [id, name, name.slice(-7)],
    )
    return id
  }
  const first = await company('z@list.example', 'Zephyr 10% Aaron A')
  const second = await company('y@list.example', 'Aeolus Aaron B')
  await invite({ email: 'x@list.example', firstName: 'Adam', lastName: 'abel 2' })
  await invite({ email: 'w@list.example', firstName: 'Adam', lastName: 'Abel 10' })
  const listed = { search: 'list.example' }
  expect(await emails(listed)).toEqual([
    'z@list.example',
    'y@list.example',
    'x@list.example',
    'w@list.example',
  ])
  expect(await emails({ ...listed, ordering: '-name' })).toEqual((await emails(listed)).toReversed())
  expect(await emails({ ...listed, ordering: 'email' })).toEqual([
    'w@list.example',
    'x@list.example',
    'y@list.example',
    'z@list.example',
  ])
  expect(await emails({ ...listed, ordering: 'accepted' })).toEqual([
    'x@list.example',
    'w@list.example',
    'z@list.example',
    'y@list.example',
  ])
  expect(await emails({ ...listed, ordering: 'existing_user__company__name' })).toEqual([
    'y@list.example',
    'z@list.example',
    'x@list.example',
    'w@list.example',
  ])
  expect(await emails({ ...listed, accepted: false })).toEqual(['x@list.example', 'w@list.example'])
  expect((await page({ ...listed, accepted: true, limit: 1 })).count).toBe(2)
  expect(await emails({ ...listed, limit: 2, offset: 1 })).toEqual(['y@list.example', 'x@list.example'])
  expect(await emails({ search: '10% AAR' })).toEqual(['z@list.example'])
  expect(await emails({ search: 'adam abel 1' })).toEqual(['w@list.example'])
  await expect(page({ ordering: 'title' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  await database.pool.query('delete from person where id = any($1)', [[first, second]])
})

test('PPL-30 a member shows as they are called now, and where they have left not even that', async () => {
  const personId = await make.person({ email: 'joan@change.example' })
  await make.member(viewers, personId)
  await database.pool.query(
    `with made as (insert into company (id, name) values (gen_random_uuid(), 'Old Name') returning id)
     update person set first_name = 'Joan', last_name = 'Prior', company_id = made.id, email = 'joan@new.example'
     from made where person.id = $1`,
    [personId],
  )
  await database.pool.query(`update company set name = 'New Name' where name = 'Old Name'`)
  expect(await emails({ search: 'joan prior joan@new.example new name' })).toEqual(['joan@new.example'])
  await database.pool.query('delete from membership where person_id = $1', [personId])
  await database.pool.query(
    `update person set last_name = 'Later', email = 'later@new.example' where id = $1`,
    [personId],
  )
  expect(await emails({ search: 'later' })).toEqual([])
  expect(await emails({ search: 'joan prior' })).toEqual(['joan@new.example'])
  await make.member(viewers, personId)
  expect(await emails({ search: 'joan later' })).toEqual(['later@new.example'])
  await database.pool.query('delete from person where id = $1', [personId])
})

test('AUTH-25 whoever joins by the invited address has accepted; a second row of them never comes', async () => {
  const invitation = await invite()
  const personId = await make.person({ email: invitation.email })
  await make.member(adminGroup, personId)
  const which = { orgSlug: ORG, token: tokenOf(invitation.id) }
  expect(await people().invitations.detail(usersAdmin, which)).toMatchObject({
    personId,
    groupId: null,
    acceptedAt: expect.any(Date),
  })
  await make.member(viewers, personId)
  expect(await emails({ search: invitation.email })).toEqual([invitation.email])
  await database.pool.query('delete from person where id = $1', [personId])
})
