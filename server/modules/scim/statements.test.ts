import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { sentDuring, statementsOf } from '../../../testing/statements.ts'
import { setUpScim } from './scim.fixture.ts'

/** What requests of a directory ask of the database: not more among forty people than among two. */

const FEW = 2
const MANY = 40

const database = testDatabase()
type World = Awaited<ReturnType<typeof setUpScim>>
let world: World

beforeAll(async () => {
  world = await setUpScim(database)
})
afterAll(() => world.server.close())

/** Those of a request, without what the fixture does for it. */
async function askedBy(...request: Parameters<World['ask']>): Promise<number> {
  let answered: number | undefined
  const texts = await statementsOf(async () => {
    answered = (await world.ask(...request)).status
  })
  expect(answered).toBeLessThan(300)
  return texts.filter((text) => text !== 'update scim_use set used = 0').length
}

let made = 0
/** People of the directory who are members, with something switched off in a portfolio that their group alone opens. */
async function members(count: number): Promise<{ ids: string[]; groupId: string; portfolioId: string }> {
  const { organisationId } = world
  const opening = async () => {
    const portfolioId = (await world.make.portfolio({ organisationId })).id
    const role = ['OVERVIEW_VIEW'] as const
    return {
      portfolioId,
      groupId: await world.make.group({ organisationId, role, portfolioIds: [portfolioId] }),
    }
  }
  const { groupId, portfolioId } = await opening()
  const { groupId: other } = await opening()
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    made += 1
    const personId = await world.member(`member${made}@${world.domain}`, other)
    const { body } = await world.ask('POST', '/Users', world.userBody(`member${made}`))
    ids.push(body.id)
    await database.pool.query(
      'insert into notification_off (person_id, organisation_id, portfolio_id) values ($1, $2, $3)',
      [personId, organisationId, portfolioId],
    )
  }
  return { ids, groupId, portfolioId }
}

async function figuresFor(count: number) {
  const { ids, groupId, portfolioId } = await members(count)
  const { body: group } = await world.ask('POST', '/Groups', { displayName: `Of ${count}` })
  await world.checkPassword()
  await world.map(group.id, [groupId])
  const path = `/Groups/${group.id}`
  const value = ids.map((id) => ({ value: id }))
  const patch = (...Operations: object[]) => askedBy('PATCH', path, { Operations })
  const figures = {
    'a page of people': await askedBy('GET', `/Users?count=${count}`),
    'a new person': await askedBy('POST', '/Users', world.userBody(`new${count}`)),
    'members added': await patch({ op: 'add', path: 'members', value }),
    'a group with its members': await askedBy('GET', path),
    'members taken out by one operation each': await patch(
      ...ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })),
    ),
    'members set': await patch({ op: 'replace', path: 'members', value }),
    'members taken out': await patch({ op: 'remove', path: 'members', value }),
    'a page of groups': await askedBy('GET', '/Groups'),
  }
  const kept = 'select from notification_off where portfolio_id = $1'
  expect((await database.pool.query(kept, [portfolioId])).rowCount).toBe(0)
  return figures
}

test('requests of a directory ask for forty people what they ask for two', async () => {
  expect(await figuresFor(MANY)).toEqual(await figuresFor(FEW))
})

test('SCIM-20 people who are created at 20 a second take at most 60 statements a second', async () => {
  const seconds = 2
  const names = Array.from({ length: 20 * seconds }, (_, n) => `fast${n}`)
  await database.pool.query('update scim_use set used = 0')
  const sent = await sentDuring(async () => {
    const began = performance.now()
    await Promise.all(
      names.map(async (name, n) => {
        await new Promise((resolve) => setTimeout(resolve, n * 50))
        const answer = await fetch(`${world.server.address}/scim/v2/${world.connectionId}/Users`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${world.token}`,
            'content-type': 'application/scim+json',
          },
          body: JSON.stringify(world.userBody(name)),
        })
        expect(answer.status).toBe(201)
      }),
    )
    expect(performance.now() - began).toBeGreaterThan((seconds - 0.1) * 1000)
  })
  expect(sent.length).toBeLessThanOrEqual(60 * seconds)
})
