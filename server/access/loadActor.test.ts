import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../shared/permissions.ts'
import { testDatabase } from '../../testing/database/index.ts'
import { factories } from '../../testing/factories.ts'
import { holds, isClosedTo, type PermissionScope } from './actor.ts'
import { isPersonWho, personHolds } from './audience.ts'
import { GROUPS_OF_PERSON, type GroupJson, loadActor, loadActors } from './loadActor.ts'

const database = testDatabase()
const make = factories(database)

test('of many groups one for each organisation names its closed rooms, and all of them are closed to who only looks', async () => {
  const person = await make.person({ email: 'many@groups.example' })
  const rooms: string[] = []
  for (const name of ['Plains Fund', 'Hills Fund']) {
    const organisationId = await make.organisation({ name })
    const { id } = await make.portfolio({ organisationId })
    rooms.push(id)
    await database.pool.query(
      `insert into room_phase (portfolio_id, organisation_id, phase, set_by) values ($1, $2, 'PREPARATION', $3)`,
      [id, organisationId, person],
    )
    for (let group = 0; group < 3; group += 1) {
      await make.member(await make.group({ organisationId, role: 'Viewer', portfolioIds: [id] }), person)
    }
  }
  const { rows } = await sql<{ groups: GroupJson[] }>`
    select ${sql.raw(GROUPS_OF_PERSON)} as groups from person p where p.id = ${person}`.execute(database.db)
  const naming = rows[0]?.groups.map(({ closedRooms }) => closedRooms.map(({ id }) => id)) ?? []
  expect(naming).toHaveLength(6)
  expect(naming.flat().sort()).toEqual([...rooms].sort())
  const actor = await loadActor(database.db, person, '')
  expect([...actor.closedRooms.keys()].sort()).toEqual([...rooms].sort())
})

test('people who are read together each have the closed rooms of their own organisations, whoever of them has the group that names them', async () => {
  const [plains, hills] = [await make.organisation(), await make.organisation()]
  const person = await make.person({ email: 'who@closes.example' })
  const roomIn = async (organisationId: string, phase: string) => {
    const { id } = await make.portfolio({ organisationId })
    await database.pool.query(
      `insert into room_phase (portfolio_id, organisation_id, phase, set_by) values ($1, $2, $3, $4)`,
      [id, organisationId, phase, person],
    )
    return id
  }
  const [early, late] = [await roomIn(plains, 'PREPARATION'), await roomIn(plains, 'ARCHIVED')]
  const beyond = await roomIn(hills, 'PREPARATION')
  const inGroup = async (name: string, of: readonly (readonly [string, string])[]) => {
    const id = await make.person({ email: `${name}@closes.example` })
    for (const [organisationId, portfolioId] of of) {
      await make.member(await make.group({ organisationId, role: 'Viewer', portfolioIds: [portfolioId] }), id)
    }
    return id
  }
  const first = await inGroup('first', [[plains, early]])
  const second = await inGroup('second', [[plains, late]])
  const both = await inGroup('both', [
    [plains, early],
    [hills, beyond],
  ])
  const actors = await loadActors(database.db, [first, second, both])
  const ofPlains = [
    [early, 'PREPARATION'],
    [late, 'ARCHIVED'],
  ]
  const expected = new Map([
    [first, ofPlains],
    [second, ofPlains],
    [both, [...ofPlains, [beyond, 'PREPARATION']]],
  ])
  for (const [id, rooms] of expected) {
    expect([...(actors.get(id)?.closedRooms ?? [])].sort()).toEqual(rooms.toSorted())
  }
})

test('STAGE-02 STAGE-11 of all permissions three open a room in preparation, each by itself, and one an archived room; to all others it is closed, in what they hold and in who is mailed', async () => {
  const organisationId = await make.organisation()
  const roomIn = async (phase: string): Promise<PermissionScope> => {
    const { id } = await make.portfolio({ organisationId })
    await database.pool.query(
      `insert into room_phase (portfolio_id, organisation_id, phase, set_by) values ($1, $2, $3, $4)`,
      [id, organisationId, phase, await make.person()],
    )
    return { kind: 'portfolio', organisationId, portfolioId: id }
  }
  const rooms = [await roomIn('PREPARATION'), await roomIn('ARCHIVED')]
  const portfolioIds = rooms.flatMap((room) => (room.kind === 'portfolio' ? room.portfolioId : []))
  const opened: string[][] = rooms.map(() => [])
  for (const permission of PERMISSIONS) {
    // Whoever administers the organisation administers its rooms.
    if (permission === 'ORG_ADMIN') continue
    const id = await make.person()
    const role = [...new Set([permission, 'DOCUMENTS_VIEW'] as const)]
    await make.member(await make.group({ organisationId, role, portfolioIds }), id)
    const actor = await loadActor(database.db, id, '')
    for (const [at, room] of rooms.entries()) {
      const isOpen = !isClosedTo(actor, room)
      if (isOpen) opened[at]?.push(permission)
      const isMailed = await isPersonWho(database.db, id, personHolds(room, 'DOCUMENTS_VIEW'))
      expect([permission, holds(actor, 'DOCUMENTS_VIEW', room), isMailed]).toEqual([
        permission,
        isOpen,
        isOpen,
      ])
    }
  }
  expect(opened.map((permissions) => permissions.toSorted())).toEqual([
    ['DEALROOM_ADMIN', 'DOCUMENTS_ADMIN', 'DOCUMENTS_EDIT'],
    ['DEALROOM_ADMIN'],
  ])
})
