import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { holds } from '../../access/actor.ts'
import { newId } from '../../platform/ids.ts'
import { addPerson, signedIn, TestClock } from './browser.fixture.ts'
import { createAccounts } from './index.ts'
import { administeredAmong } from './store.ts'

const database = testDatabase()
const accounts = () => createAccounts({ ...database, now: new TestClock().now })

/** An organisation with one role of the given codenames and a group that holds it on one portfolio. */
async function addOrganisation(codenames: string[]) {
  const { db } = database
  const [organisationId, roleId, groupId, portfolioId] = [newId(), newId(), newId(), newId()]
  await db
    .insertInto('organisation')
    .values({ id: organisationId, name: 'Segue', slug: `org-${organisationId}`, status_labels: '{}' })
    .execute()
  await db.insertInto('role').values({ id: roleId, organisation_id: organisationId, name: 'Some' }).execute()
  await db
    .insertInto('role_permission')
    .values(codenames.map((codename) => ({ role_id: roleId, codename })))
    .execute()
  await db
    .insertInto('user_group')
    .values({ id: groupId, organisation_id: organisationId, name: 'Group', role_id: roleId })
    .execute()
  await db
    .insertInto('portfolio')
    .values({ id: portfolioId, organisation_id: organisationId, name: 'Fund', slug: `fund-${portfolioId}` })
    .execute()
  await db
    .insertInto('user_group_portfolio')
    .values({ group_id: groupId, portfolio_id: portfolioId })
    .execute()
  return {
    organisationId,
    roleId,
    groupId,
    place: { kind: 'portfolio', organisationId, portfolioId } as const,
    join: (personId: string) =>
      db.insertInto('membership').values({ group_id: groupId, person_id: personId }).execute(),
  }
}

test('AUTH-35 a change of groups, roles or active state takes effect on the next request', async () => {
  const { db } = database
  const { id, email } = await addPerson(db)
  const { roleId, groupId, place, join } = await addOrganisation(['documents:view'])
  const { token } = await signedIn(accounts(), email)
  const actor = async () => (await accounts().sessionOf(token))?.actor
  const may = async (permission: 'DOCUMENTS_VIEW' | 'DOCUMENTS_EDIT') => {
    const who = await actor()
    return who !== undefined && holds(who, permission, place)
  }

  expect(await may('DOCUMENTS_VIEW')).toBe(false)
  await join(id)
  expect(await may('DOCUMENTS_VIEW')).toBe(true)
  expect(await may('DOCUMENTS_EDIT')).toBe(false)
  await db.insertInto('role_permission').values({ role_id: roleId, codename: 'documents:edit' }).execute()
  expect(await may('DOCUMENTS_EDIT')).toBe(true)
  await db.deleteFrom('user_group_portfolio').where('group_id', '=', groupId).execute()
  expect(await may('DOCUMENTS_EDIT')).toBe(false)
  await db.deleteFrom('membership').where('group_id', '=', groupId).execute()
  expect((await actor())?.groups).toEqual([])
  await db.updateTable('person').set({ is_super_user: true }).where('id', '=', id).execute()
  expect(await may('DOCUMENTS_EDIT')).toBe(true)
  await db.updateTable('person').set({ is_active: false }).where('id', '=', id).execute()
  expect(await actor()).toBeUndefined()
})

test('who administers whom: people of the organisations where the actor holds users:admin or org:admin', async () => {
  const { db } = database
  const segue = await addOrganisation(['org:admin'])
  const meridian = await addOrganisation(['users:admin'])
  const other = await addOrganisation(['documents:admin'])
  const admin = await addPerson(db)
  for (const { join } of [segue, meridian, other]) await join(admin.id)
  const [a, b, c, d] = [await addPerson(db), await addPerson(db), await addPerson(db), await addPerson(db)]
  await segue.join(a.id)
  await meridian.join(b.id)
  await other.join(c.id)
  const { token } = await signedIn(accounts(), admin.email)
  const actor = (await accounts().sessionOf(token))?.actor
  if (!actor) throw new Error('no session')
  const ids = [d.id, c.id, b.id, a.id]
  expect(await administeredAmong(db, actor, ids)).toEqual([false, false, true, true])
  expect(await administeredAmong(db, { ...actor, isSuperUser: true }, ids)).toEqual([true, true, true, true])
  expect(await administeredAmong(db, { ...actor, groups: [] }, ids)).toEqual([false, false, false, false])
})
