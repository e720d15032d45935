import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { createHooks } from '../../../platform/hooks.ts'
import { newId } from '../../../platform/ids.ts'
import { createFunds } from '../../funds/index.ts'
import { createOrganisations } from '../../organisations/index.ts'
import { createProjects, insertProjects, type NewProject, NOTHING_KNOWN, type Projects } from '../index.ts'
import { createProjectDeletion, type ProjectDeletion } from './index.ts'

const database = testDatabase()
const make = factories(database)
const SLUG = 'removal-fund'

let deletion: ProjectDeletion
let projects: Projects
let organisationId: string
let admin: Actor
let projectsAdmin: Actor
let roomAdmin: Actor
let reader: Actor
let outsider: Actor
const rooms = { one: '', two: '' }
const IMPORT = newId()

const add = async (
  name: string,
  portfolioIds: string[],
  given: Partial<NewProject> = {},
): Promise<string> => {
  const [id = ''] = await database.db
    .transaction()
    .execute((tx) => insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds, name, ...given }]))
  return id
}
const ids: Record<'cedar' | 'alma' | 'river', string> = { cedar: '', alma: '', river: '' }

const ALL = {
  orgSlug: SLUG,
  search: null,
  portfolioIds: null,
  workflowStatus: null,
  isOwned: null,
  ordering: null,
  limit: 200,
  offset: 0,
}
const names = async () => (await projects.page(admin, ALL)).map(({ name }) => name)
const codeOf = (answer: Promise<unknown>) => answer.then(String, (error) => error.code)

beforeAll(async () => {
  const { db } = database
  const organisations = createOrganisations(db)
  const funds = createFunds(
    db,
    organisations,
    createHooks(() => []),
  )
  projects = createProjects(db, funds, organisations)
  deletion = createProjectDeletion(db, funds, organisations)
  organisationId = await make.organisation({ name: 'Removal Fund', slug: SLUG })
  rooms.one = (await make.portfolio({ organisationId, name: 'One' })).id
  rooms.two = (await make.portfolio({ organisationId, name: 'Two' })).id
  const wide = async (...role: ('PROJECTS_ADMIN' | 'PROJECTS_VIEW' | 'ORG_ADMIN')[]) => {
    const person = await make.person()
    await make.member(await make.group({ organisationId, role, organisationWide: true }), person)
    return make.actor(person)
  }
  admin = await wide('ORG_ADMIN', 'PROJECTS_VIEW')
  projectsAdmin = await wide('PROJECTS_ADMIN', 'PROJECTS_VIEW')
  reader = await wide('PROJECTS_VIEW')
  roomAdmin = await make.actorWith({ organisationId, portfolioId: rooms.one }, [
    'DEALROOM_ADMIN',
    'PROJECTS_ADMIN',
    'PROJECTS_VIEW',
  ])
  outsider = await make.actor(await make.person())
})
beforeEach(async () => {
  await database.pool.query('delete from project')
  const here = { latitude: 40, longitude: -99, capacity: 1000, capacityAc: 800 }
  ids.cedar = await add('Cedar', [rooms.one, rooms.two], here)
  ids.alma = await add('Alma', [rooms.one], { ...here, latitude: 40.005, importId: IMPORT })
  ids.river = await add('River', [rooms.one], { capacity: 500, importId: IMPORT })
})

test('BO-03 a deleted project is nowhere to be found, in no sum and nobody’s neighbour, and can be restored', async () => {
  expect(await deletion.removal(admin, SLUG, { ids: [ids.alma] })).toMatchObject({
    count: 1,
    names: ['Alma'],
    problem: null,
  })
  expect(await deletion.remove(admin, SLUG, { ids: [ids.alma] }, 1)).toBe(1)
  expect(await names()).toEqual(['Cedar', 'River'])
  expect(await projects.aggregations(admin, ALL)).toMatchObject({ count: 2, totalCapacity: 1500 })
  expect((await projects.places(admin, ALL)).names).toEqual(['Cedar'])
  expect(await codeOf(projects.project(admin, ids.alma))).toBe('NOT_FOUND')
  expect(await projects.seenOf(admin, [ids.alma, ids.cedar])).toHaveLength(1)
  expect(await projects.totals([rooms.one])).toMatchObject([{ count: 2, capacity: 1500 }])
  const cedar = await projects.project(admin, ids.cedar)
  expect(await projects.surroundings(admin, [cedar])).toMatchObject([{ withinOneCount: 0 }])
  // What is deleted stays deleted, and is not deleted again.
  expect(await codeOf(deletion.remove(admin, SLUG, { ids: [ids.alma] }, 1))).toBe('NOT_FOUND')
  const { rows } = await database.pool.query(
    `select deleted_by, deleted_from, deleted_at is not null as "isDeleted" from project where id = $1`,
    [ids.alma],
  )
  expect(rows).toEqual([{ deleted_by: admin.personId, deleted_from: [rooms.one], isDeleted: true }])
  const told = await database.pool.query(
    `select subject_id, detail from activity where kind = 'DELETE_PROJECT' and subject_id = $1`,
    [ids.alma],
  )
  expect(told.rows).toEqual([{ subject_id: ids.alma, detail: { name: 'Alma' } }])
})

test('BO-03 all of one import are deleted, as long as their number is the one that was seen', async () => {
  expect(await deletion.imports(admin, rooms.one)).toMatchObject([{ id: IMPORT, count: 2 }])
  await expect(deletion.remove(admin, SLUG, { importId: IMPORT }, 3)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'There are now 2 projects, not 3. Please check them and try again.',
  })
  expect(await names()).toHaveLength(3)
  expect(await deletion.remove(admin, SLUG, { importId: IMPORT }, 2)).toBe(2)
  expect(await names()).toEqual(['Cedar'])
  expect(await deletion.imports(admin, rooms.one)).toEqual([])
})

test('BO-03 of a deal room those are deleted that no other one holds', async () => {
  expect(await deletion.removal(admin, SLUG, { portfolioId: rooms.one })).toMatchObject({
    count: 2,
    names: ['Alma', 'River'],
  })
  expect(await deletion.remove(admin, SLUG, { portfolioId: rooms.one }, 2)).toBe(2)
  expect(await names()).toEqual(['Cedar'])
})

test('BO-03 BO-05 who may not edit projects deletes none, and what a deal room holds is deleted by its admins', async () => {
  const answers = (actor: Actor) => codeOf(deletion.remove(actor, SLUG, { ids: [ids.cedar] }, 1))
  expect(await answers(reader)).toBe('FORBIDDEN')
  expect(await answers(roomAdmin)).toBe('FORBIDDEN')
  expect(await answers(outsider)).toBe('NOT_FOUND')
  const elsewhere = await make.organisation({ name: 'Elsewhere' })
  const foreign = await add('Foreign', [], { organisationId: elsewhere })
  expect(await codeOf(deletion.remove(admin, SLUG, { ids: [ids.cedar, foreign] }, 2))).toBe('NOT_FOUND')
  expect(await names()).toHaveLength(3)
  await expect(deletion.remove(projectsAdmin, SLUG, { ids: [ids.cedar] }, 1)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message:
      'Only its deal room admins remove projects from One. Ask one of them, or an admin of the organisation.',
  })
  expect(await names()).toHaveLength(3)
  const alone = await add('Alone', [])
  expect(await deletion.remove(projectsAdmin, SLUG, { ids: [alone] }, 1)).toBe(1)
})
