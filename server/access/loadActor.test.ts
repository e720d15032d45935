import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/index.ts'
import { factories } from '../../testing/factories.ts'
import { GROUPS_OF_PERSON, type GroupJson, loadActor } from './loadActor.ts'

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
