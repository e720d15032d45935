import { expect, test } from 'vitest'
import { DEFAULT_ROLES, PERMISSIONS } from '../../../shared/permissions.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { type Actor, holds, type PermissionScope } from '../../access/actor.ts'
import { loadActor, loadActors } from '../../access/loadActor.ts'
import { seesEntity, whoMaySee } from './index.ts'

const database = testDatabase()
const make = factories(database)

/** People with each role in each way: on the entities, on others, organisation-wide, in two groups, and in none. */
async function everybody() {
  const organisationId = await make.organisation()
  const foreign = await make.organisation()
  const [shown, other] = [await make.portfolio({ organisationId }), await make.portfolio({ organisationId })]
  const [company, second] = [
    await make.holdingCompany({ organisationId }),
    await make.holdingCompany({ organisationId }),
  ]
  const people = [await make.person(), await make.person({ isSuperUser: true })]
  const held = [
    { organisationId, portfolioIds: [shown.id], holdingCompanyIds: [company.id] },
    { organisationId, portfolioIds: [other.id], holdingCompanyIds: [second.id] },
    { organisationId, organisationWide: true },
    { organisationId: foreign, organisationWide: true },
  ]
  for (const role of [...Object.keys(DEFAULT_ROLES), []]) {
    for (const places of held) {
      const person = await make.person()
      await make.member(await make.group({ role, ...places }), person)
      people.push(person)
    }
  }
  const inTwo = await make.person()
  for (const role of [['DOCUMENTS_VIEW'], ['DEALROOM_ADMIN']] as const) {
    await make.member(
      await make.group({
        organisationId,
        role,
        portfolioIds: role[0] === 'DOCUMENTS_VIEW' ? [shown.id] : [],
      }),
      inTwo,
    )
  }
  const places: PermissionScope[] = [
    { kind: 'organisation', organisationId },
    { kind: 'portfolio', organisationId, portfolioId: shown.id },
    { kind: 'holdingCompany', organisationId, holdingCompanyId: company.id },
  ]
  return { people: [...people, inTwo], places }
}

test('ORG-17 ORG-23 ORG-24 ORG-25 ORG-26 ORG-27 DRM-25 who may see something is who holds it, for every role, place and status', async () => {
  const { people, places } = await everybody()
  const actors = await loadActors(database.db, people)
  const inactive = await make.person({ isSuperUser: true })
  await database.pool.query('update person set is_active = false where id = $1', [inactive])
  const all = { limit: 1000 }
  for (const place of places) {
    for (const status of place.kind === 'organisation'
      ? [null]
      : (['DILIGENCE', 'DRAFT', 'DELETED'] as const)) {
      for (const permission of PERMISSIONS) {
        const may = (actor: Actor | undefined): boolean =>
          actor !== undefined &&
          (status === null || seesEntity(actor, place, status)) &&
          holds(actor, permission, place)
        const found = await whoMaySee(database.db, { place, status }, [permission], all)
        const expected = people.filter((id) => may(actors.get(id))).toSorted()
        expect({ place: place.kind, status, permission, found }).toEqual({
          place: place.kind,
          status,
          permission,
          found: expected,
        })
      }
    }
  }
})

test('the people who may see something come in pages, each once, for one of several permissions', async () => {
  const { people, places } = await everybody()
  const [, place] = places
  if (!place) throw new Error('There is no portfolio.')
  const seen = { place, status: 'DILIGENCE' } as const
  const anyOf = ['DOCUMENTS_VIEW', 'DEALROOM_ADMIN'] as const
  const paged: string[] = []
  for (;;) {
    const page = await whoMaySee(database.db, seen, anyOf, { after: paged.at(-1), limit: 3 })
    paged.push(...page)
    if (page.length < 3) break
  }
  const actors = await loadActors(database.db, people)
  const expected = people.filter((id) => {
    const actor = actors.get(id)
    return actor && anyOf.some((permission) => holds(actor, permission, place))
  })
  expect(paged.filter((id) => people.includes(id))).toEqual(expected.toSorted())
  expect(new Set(paged).size).toBe(paged.length)
})

test('many actors are those that each would be alone, in two statements, without who is unknown or deactivated', async () => {
  const { people } = await everybody()
  const gone = await make.person()
  await database.pool.query('update person set is_active = false where id = $1', [gone])
  const groupsOf = ({ groups }: Actor) => groups.toSorted((one, two) => one.id.localeCompare(two.id))
  const actors = await loadActors(database.db, [...people, gone, '018f0000-0000-7000-8000-000000000000'])
  expect([...actors.keys()].toSorted()).toEqual(people.toSorted())
  for (const [id, actor] of actors) {
    const alone = await loadActor(database.db, id, '')
    expect({ ...actor, groups: groupsOf(actor) }).toEqual({ ...alone, groups: groupsOf(alone) })
  }
})
