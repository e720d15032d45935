import { expect, test } from 'vitest'
import { addPerson, signedIn, TestClock } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { type Actor, holds } from '../../access/actor.ts'
import { createAccounts } from './index.ts'
import { administeredAmong } from './store.ts'

const database = testDatabase()
const accounts = () => createAccounts({ ...database, now: new TestClock().now })

test('AUTH-35 a change of groups, roles or active state takes effect on the next request', async () => {
  const { db } = database
  const make = factories(database)
  const { id, email } = await addPerson(db)
  const organisationId = await make.organisation()
  const { id: portfolioId } = await make.portfolio({ organisationId })
  const group = await make.group({ organisationId, role: ['DOCUMENTS_VIEW'], portfolioIds: [portfolioId] })
  const { role_id } = await db
    .selectFrom('user_group')
    .select('role_id')
    .where('id', '=', group)
    .executeTakeFirstOrThrow()
  const { token } = await signedIn(accounts(), email)
  const actor = async () => (await accounts().sessionOf(token))?.actor
  const may = async (permission: 'DOCUMENTS_VIEW' | 'DOCUMENTS_EDIT') => {
    const who = await actor()
    return who !== undefined && holds(who, permission, { kind: 'portfolio', organisationId, portfolioId })
  }

  expect(await may('DOCUMENTS_VIEW')).toBe(false)
  await make.member(group, id)
  expect(await may('DOCUMENTS_VIEW')).toBe(true)
  expect(await may('DOCUMENTS_EDIT')).toBe(false)
  await db.insertInto('role_permission').values({ role_id, codename: 'documents:edit' }).execute()
  expect(await may('DOCUMENTS_EDIT')).toBe(true)
  await db.deleteFrom('user_group_portfolio').where('group_id', '=', group).execute()
  expect(await may('DOCUMENTS_EDIT')).toBe(false)
  await db.deleteFrom('membership').where('group_id', '=', group).execute()
  expect((await actor())?.groups).toEqual([])
  await db.updateTable('person').set({ is_super_user: true }).where('id', '=', id).execute()
  expect(await may('DOCUMENTS_EDIT')).toBe(true)
  await db.updateTable('person').set({ is_active: false }).where('id', '=', id).execute()
  expect(await actor()).toBeUndefined()
})

test('who administers whom: people of the organisations where the actor holds users:admin or org:admin', async () => {
  const make = factories(database)
  const admin = await make.person()
  const joined: string[] = []
  for (const permission of ['ORG_ADMIN', 'USERS_ADMIN', 'DOCUMENTS_ADMIN'] as const) {
    const organisationId = await make.organisation()
    await make.member(await make.group({ organisationId, role: [permission] }), admin)
    const person = await make.person()
    await make.member(await make.group({ organisationId, role: [] }), person)
    joined.push(person)
  }
  const ids = [await make.person(), ...joined]
  const actor = await make.actor(admin)
  const administered = (as: Partial<Actor>) => administeredAmong(database.db, { ...actor, ...as }, ids)
  expect(await administered({})).toEqual([false, true, true, false])
  expect(await administered({ isSuperUser: true })).toEqual([true, true, true, true])
  expect(await administered({ groups: [] })).toEqual([false, false, false, false])
})
