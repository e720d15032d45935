import { expect, onTestFinished, test } from 'vitest'
import { MAX_LABELS } from '../../../shared/labels.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { untilLocksAreAwaited } from '../../../testing/database/lockWaits.ts'
import type { Actor } from '../../access/actor.ts'
import { createProfiles } from '../accounts/profile.ts'
import { openOffice } from './backoffice.fixture.ts'

const database = testDatabase()
const { make, services, change, create, read, remove } = openOffice(database)

/** Holds a row on a connection of its own, as somebody else's change does, until it is let go. */
async function holding(table: string, id: string, statement?: string): Promise<() => Promise<void>> {
  const other = await database.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query(`select from ${table} where id = $1 for no key update`, [id])
  if (statement) await other.query(statement, [id])
  return async () => {
    await other.query('commit')
  }
}

/** Until so many statements wait for a lock. */
const waiting = (count: number) => untilLocksAreAwaited(database.pool, count)

const outcomes = async (...saves: Promise<unknown>[]) =>
  (await Promise.allSettled(saves)).map((save) =>
    save.status === 'fulfilled' ? 'saved' : (save.reason.code ?? save.reason),
  )

async function aRoom() {
  const slug = `fund-${Math.random().toString(36).slice(2)}`
  const organisationId = await make.organisation({ name: 'Two Ways', slug })
  const { id } = await make.portfolio({ organisationId, name: 'Prairie' })
  const admin = await make.actorWith({ organisationId, portfolioId: id }, 'Organisation Admin')
  const update = (settings: object) =>
    services().funds.rooms.update(admin, { orgSlug: slug, portfolioId: id, ...settings })
  return { id, organisationId, admin, update }
}

test('of a deal room saved in the back office and by its administrators at the same time, one is told', async () => {
  const room = await aRoom()
  const { revision } = await read('portfolio', room.id)
  const release = await holding('portfolio', room.id)
  const theirs = room.update({ headerEnabled: false, revision: Number(revision) })
  await waiting(1)
  const saves = outcomes(theirs, change('portfolio', room.id, { name: 'By staff' }, revision))
  await waiting(2)
  await release()
  expect((await saves).toSorted()).toEqual(['CONFLICT', 'saved'])
})

test('a change of one field in the back office undoes nothing that is saved of the deal room meanwhile', async () => {
  const room = await aRoom()
  const release = await holding(
    'portfolio',
    room.id,
    'update portfolio set enable_projects = false, revision = revision + 1 where id = $1',
  )
  const saving = change('portfolio', room.id, { name: 'By staff' })
  await waiting(1)
  await release()
  expect((await saving).values).toMatchObject({ name: 'By staff', enableProjects: false })
})

test('a save of a deal room over what the back office has saved since is a conflict, and the other way round', async () => {
  const room = await aRoom()
  const { revision } = await read('portfolio', room.id)
  await change('portfolio', room.id, { enableReports: false }, revision)
  await expect(room.update({ headerEnabled: false, revision: Number(revision) })).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { revision: Number(revision) + 1 },
  })
  const seen = await read('portfolio', room.id)
  await room.update({ headerEnabled: false, revision: Number(seen.revision) })
  await expect(change('portfolio', room.id, { name: 'Late' }, seen.revision)).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { revision: (await read('portfolio', room.id)).revision },
  })
})

test('DRM-09 the back office has the rules of the deal room: its manager has access, its size has a limit', async () => {
  const room = await aRoom()
  const stranger = await make.person()
  await expect(
    change('portfolio', room.id, { dealManagerId: stranger, systemSize: '1e14' }),
  ).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    extensions: { fields: { dealManagerId: 'Please choose a user with access as deal manager.' } },
  })
  await change('portfolio', room.id, { dealManagerId: room.admin.personId })
  expect((await read('portfolio', room.id)).values.dealManagerId).toBe(room.admin.personId)
})

const profile = (actor: Actor, input: object) =>
  createProfiles(database.db).update(actor, actor.personId, {
    firstName: 'Ann',
    lastName: 'Lee',
    ...input,
  })

test('PROF-03 BO-10 of a person changed by themselves and by staff at the same time, one is told', async () => {
  const actor = await make.actor(await make.person())
  const { revision } = await read('user', actor.personId)
  const release = await holding('person', actor.personId)
  const theirs = profile(actor, { location: 'Hays', revision: Number(revision) })
  await waiting(1)
  const saves = outcomes(theirs, change('user', actor.personId, { title: 'Director' }, revision))
  await waiting(2)
  await release()
  expect((await saves).toSorted()).toEqual(['CONFLICT', 'saved'])
})

test('what a person has just said of themselves stays where staff change something else', async () => {
  const actor = await make.actor(await make.person())
  const release = await holding(
    'person',
    actor.personId,
    `update person set location = 'Hays', revision = revision + 1 where id = $1`,
  )
  const saving = change('user', actor.personId, { title: 'Director' })
  await waiting(1)
  await release()
  expect((await saving).values).toMatchObject({ title: 'Director', location: 'Hays' })
})

test('a save without a difference writes nothing and counts no revision', async () => {
  const company = await create('company', { name: 'Same Advisers' })
  await change('company', company.id, { name: 'Same Advisers' }, company.revision)
  const room = await aRoom()
  const { revision, values } = await read('portfolio', room.id)
  await change('portfolio', room.id, { name: values.name ?? '' }, revision)
  expect((await read('portfolio', room.id)).revision).toBe(revision)
})

test('of a milestone staff write only what they changed, and nothing over what was saved meanwhile', async () => {
  const room = await aRoom()
  const timeline = await create('timeline', { name: 'To COD', portfolioId: room.id })
  const milestone = await create('milestone', { timelineId: timeline.id, title: 'NTP', status: 'ACTIVE' })
  const other = await database.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query('select from timeline where id = $1 for no key update', [timeline.id])
  await other.query(
    `update milestone set title = 'Notice to proceed', revision = revision + 1 where id = $1`,
    [milestone.id],
  )
  const seen = change('milestone', milestone.id, { body: 'By staff' }, milestone.revision)
  // Awaited below, after what it is compared to.
  seen.catch(() => {})
  await waiting(1)
  await other.query('commit')
  await expect(seen).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { revision: (await read('milestone', milestone.id)).revision },
  })
  await change('milestone', milestone.id, { body: 'By staff' })
  expect((await read('milestone', milestone.id)).values).toMatchObject({
    title: 'Notice to proceed',
    body: 'By staff',
  })
})

test('PERM-16 BO-32 labels of the back office count among those of their organisation', async () => {
  const { organisationId } = await aRoom()
  await database.pool.query(
    `insert into document_label (id, organisation_id, label, colour)
     select gen_random_uuid(), $1, 'Label ' || at, '#1a2b3c' from generate_series(1, $2) at`,
    [organisationId, MAX_LABELS],
  )
  await expect(
    create('documentlabel', { organisationId, label: 'One more', colour: '#1A2B3C' }),
  ).rejects.toMatchObject({ code: 'CONFLICT', extensions: { fields: { label: expect.any(String) } } })
})

async function anAdminsGroup() {
  const room = await aRoom()
  const { rows } = await database.pool.query<{ id: string; roleId: string }>(
    `select g.id, g.role_id as "roleId" from user_group g join membership m on m.group_id = g.id
     where m.person_id = $1`,
    [room.admin.personId],
  )
  const [group] = rows
  if (!group) throw new Error('The admin is in no group.')
  return { ...room, group }
}

test('BO-15 the back office takes the last admin from no organisation: by its group, its role, or the group itself', async () => {
  const { group } = await anAdminsGroup()
  const refused = { code: 'CONFLICT', message: expect.stringContaining('without an organisation admin') }
  await expect(change('usergroup', group.id, { memberIds: [] })).rejects.toMatchObject(refused)
  await expect(change('role', group.roleId, { permissions: [] })).rejects.toMatchObject(refused)
  await expect(remove('usergroup', group.id)).rejects.toMatchObject(refused)
  await change('usergroup', group.id, { name: 'Still admins' })
})

test('BO-15 of a group that its admins are changing staff see what they saved, and undo nothing of it', async () => {
  const { group, organisationId } = await anAdminsGroup()
  const joining = await make.person()
  const { revision } = await read('usergroup', group.id)
  const other = await database.pool.connect()
  onTestFinished(() => other.release())
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`people:${organisationId}`])
  await other.query('insert into membership (group_id, person_id) values ($1, $2)', [group.id, joining])
  const late = change('usergroup', group.id, { name: 'Late' }, revision)
  await waiting(1)
  await other.query('commit')
  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
  await change('usergroup', group.id, { name: 'Later' })
  expect((await read('usergroup', group.id)).values.memberIds).toContain(joining)
})

test('a change of an organisation writes nothing but what was changed', async () => {
  const { organisationId } = await aRoom()
  const release = await holding(
    'organisation',
    organisationId,
    `update organisation set document_labels = not document_labels where id = $1`,
  )
  const { values } = await read('organisation', organisationId)
  const saving = change('organisation', organisationId, { name: 'Renamed' })
  await waiting(1)
  await release()
  expect((await saving).values).toMatchObject({ name: 'Renamed', documentLabels: !values.documentLabels })
})
