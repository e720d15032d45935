import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEAL_TEAM, PERMISSIONS, type Permission } from '../../shared/permissions.ts'
import { testDatabase } from '../../testing/database/index.ts'
import { factories } from '../../testing/factories.ts'
import type { Actor } from './actor.ts'
import { findPeople, peopleByName } from './audience.ts'
import { loadActor } from './loadActor.ts'
import {
  type Addressees,
  isDealTeam,
  isFor,
  isForPerson,
  mayKnow,
  ownAddressees,
  partyOf,
  personIsDealTeam,
  rowIsFor,
} from './parties.ts'
import type { EntityPlace } from './reach.ts'

const BIDDER: readonly Permission[] = ['DEALROOM_VIEW', 'QUESTIONS_VIEW', 'QUESTIONS_EDIT']

const database = testDatabase()
const make = factories(database)

const room = {} as {
  organisationId: string
  place: EntityPlace
  elsewhere: EntityPlace
  company: EntityPlace
  groups: Record<string, string>
  people: Record<string, string>
}

const groupOf = async (
  name: string,
  role: string | readonly Permission[],
  listed: { portfolioIds?: string[]; holdingCompanyIds?: string[]; organisationWide?: boolean },
): Promise<void> => {
  room.groups[name] = await make.group({ organisationId: room.organisationId, name, role, ...listed })
}
const personIn = async (name: string, ...groups: string[]): Promise<void> => {
  room.people[name] = await make.person()
  for (const group of groups) await make.member(idOf('groups', group), idOf('people', name))
}
const idOf = (kind: 'groups' | 'people', name: string): string => room[kind][name] ?? `no ${name}`
const ids = (...names: string[]): string[] => names.map((name) => idOf('groups', name))
const actor = (name: string): Promise<Actor> => make.actor(idOf('people', name))
const namesOf = (found: readonly string[]): string[] =>
  Object.entries(room.people).flatMap(([name, id]) => (found.includes(id) ? [name] : []))
const ALL = { limit: 500 } as const

beforeAll(async () => {
  room.organisationId = await make.organisation()
  room.groups = {}
  room.people = {}
  const { organisationId } = room
  const [here, there] = [await make.portfolio({ organisationId }), await make.portfolio({ organisationId })]
  const { id: holdingCompanyId } = await make.holdingCompany({ organisationId, portfolioIds: [here.id] })
  room.place = { kind: 'portfolio', organisationId, portfolioId: here.id }
  room.elsewhere = { kind: 'portfolio', organisationId, portfolioId: there.id }
  room.company = { kind: 'holdingCompany', organisationId, holdingCompanyId }
  const both = { portfolioIds: [here.id], holdingCompanyIds: [holdingCompanyId] }
  await groupOf('Alder', BIDDER, both)
  await groupOf('Birch', BIDDER, both)
  await groupOf('Alder of the other room', BIDDER, { portfolioIds: [there.id] })
  await groupOf('Everywhere', BIDDER, { organisationWide: true })
  await groupOf('Q&A', ['QUESTIONS_VIEW', 'QUESTION_ANSWERS_EDIT'], { portfolioIds: [here.id] })
  await groupOf('Administrators', ['ORG_ADMIN'], {})
  await groupOf('People', ['USERS_ADMIN'], {})
  await personIn('Ada', 'Alder')
  await personIn('Alan', 'Alder', 'Alder of the other room')
  await personIn('Bea', 'Birch')
  await personIn('lawyer of both', 'Alder', 'Birch')
  await personIn('Alder with answers', 'Alder', 'Q&A')
  await personIn('bidder elsewhere', 'Alder of the other room')
  await personIn('visitor everywhere', 'Everywhere')
  await personIn('administrator', 'Administrators')
  await personIn('people admin', 'People')
  room.people.staff = await make.person({ isSuperUser: true })
})

describe('the deal team', () => {
  test('QA-40 is who holds one of six permissions in the room, or administers the organisation', async () => {
    for (const permission of PERMISSIONS) {
      const { place } = room
      if (place.kind !== 'portfolio') throw new Error('There is no portfolio.')
      const someone = await make.actorWith(place, [permission])
      expect({ permission, isDealTeam: isDealTeam(someone, place) }).toEqual({
        permission,
        isDealTeam: [
          'DEALROOM_ADMIN',
          'QUESTION_LOG_ADMIN',
          'QUESTION_ANSWERS_EDIT',
          'CHECKLISTS_ADMIN',
          'DOCUMENTS_EDIT',
          'DOCUMENTS_ADMIN',
          'ORG_ADMIN',
        ].includes(permission),
      })
      expect(isDealTeam(someone, room.elsewhere)).toBe(permission === 'ORG_ADMIN')
    }
    expect(DEAL_TEAM).toHaveLength(6)
  })

  test('QA-40 an organisation admin is of the deal team of its holding companies, staff of all that are not deleted', async () => {
    expect(isDealTeam(await actor('administrator'), room.company)).toBe(true)
    expect(isDealTeam(await actor('people admin'), room.company)).toBe(false)
    expect(isDealTeam(await actor('staff'), room.company)).toBe(true)
    const foreign: EntityPlace = { ...room.company, organisationId: await make.organisation() }
    expect(isDealTeam(await actor('administrator'), foreign)).toBe(false)
  })
})

test('QA-40 a party is the groups that list the room: two of them, those of the other room left out, all of who is everywhere', async () => {
  const groupsOf = async (name: string, place: EntityPlace) =>
    [...partyOf(await actor(name), place).groupIds].toSorted()
  const { place, elsewhere, company } = room
  expect(await groupsOf('Ada', place)).toEqual(ids('Alder'))
  expect(await groupsOf('Ada', elsewhere)).toEqual([])
  expect(await groupsOf('Ada', company)).toEqual(ids('Alder'))
  expect(await groupsOf('Alan', place)).toEqual(ids('Alder'))
  expect(await groupsOf('Alan', elsewhere)).toEqual(ids('Alder of the other room'))
  expect(await groupsOf('lawyer of both', place)).toEqual(ids('Alder', 'Birch').toSorted())
  expect(await groupsOf('visitor everywhere', elsewhere)).toEqual(ids('Everywhere'))
  expect(ownAddressees(partyOf(await actor('Ada'), place))).toEqual(ids('Alder'))
  expect(ownAddressees(partyOf(await actor('Alder with answers'), place))).toEqual([])
})

/** Whom the room's records are for, and who they are expected to be. */
const RECORDS = (): [string, Addressees, string[]][] => {
  const team = ['Alder with answers', 'administrator', 'staff']
  return [
    ['everybody', 'EVERYBODY', Object.keys(room.people)],
    ['the deal team', [], team],
    ['Alder', ids('Alder'), ['Ada', 'Alan', 'lawyer of both', ...team]],
    ['Birch', ids('Birch'), ['Bea', 'lawyer of both', ...team]],
    ['both', ids('Alder', 'Birch'), ['Ada', 'Alan', 'Bea', 'lawyer of both', ...team]],
    ['everywhere', ids('Everywhere'), ['visitor everywhere', ...team]],
    ['who are elsewhere', ids('Alder of the other room'), team],
  ]
}

test('QA-40 the facts of an actor, the condition on rows and the condition on people say the same', async () => {
  const { place, organisationId } = room
  for (const [record, addressees, expected] of RECORDS()) {
    const column = addressees === 'EVERYBODY' ? null : addressees
    const byFacts: string[] = []
    const byRow: string[] = []
    for (const name of Object.keys(room.people)) {
      const party = partyOf(await actor(name), place)
      if (isFor(party, addressees)) byFacts.push(name)
      const { rows } = await sql`
        select from (select ${column}::uuid[] as party_ids) note where ${rowIsFor(party, 'note.party_ids')}`.execute(
        database.db,
      )
      if (rows.length > 0) byRow.push(name)
    }
    const found = await findPeople(database.db, organisationId, isForPerson(place, addressees), ALL)
    const inOrder = namesOf(expected.map((name) => idOf('people', name)))
    expect({ record, byFacts, byRow, byPeople: namesOf(found) }).toEqual({
      record,
      byFacts: inOrder,
      byRow: inOrder,
      byPeople: inOrder,
    })
  }
})

test('QA-40 who is of the deal team by facts is so by the condition on people, in portfolios and holding companies', async () => {
  for (const place of [room.place, room.elsewhere, room.company]) {
    const byFacts: string[] = []
    for (const name of Object.keys(room.people)) if (isDealTeam(await actor(name), place)) byFacts.push(name)
    const found = await findPeople(database.db, room.organisationId, personIsDealTeam(place), ALL)
    expect(namesOf(found)).toEqual(byFacts)
  }
})

test('QA-40 a party knows its own people by name, the deal team and people admins know all', async () => {
  const known = async (name: string): Promise<string[]> => {
    const whom = mayKnow(await actor(name), room.place)
    const page = { search: null, limit: 500, offset: 0 }
    return namesOf(await peopleByName(database.db, room.organisationId, whom, page))
  }
  expect(await known('Ada')).toEqual(['Ada', 'Alan', 'lawyer of both', 'Alder with answers'])
  expect(await known('Bea')).toEqual(['Bea', 'lawyer of both'])
  expect(await known('lawyer of both')).toEqual([
    'Ada',
    'Alan',
    'Bea',
    'lawyer of both',
    'Alder with answers',
  ])
  expect(await known('bidder elsewhere')).toEqual(['bidder elsewhere'])
  for (const name of ['Alder with answers', 'administrator', 'people admin', 'staff']) {
    expect(await known(name)).toEqual(Object.keys(room.people))
  }
})

test('QA-40 in a view as a bidder one knows no more than the bidder, and no group that one may not know', async () => {
  const bidder = await actor('lawyer of both')
  const seen = async (knownGroupIds: ReadonlySet<string> | null): Promise<string[]> => {
    const viewing = { id: 'view', name: 'lawyer', place: room.place, expiresAt: new Date(), knownGroupIds }
    const whom = mayKnow({ ...bidder, viewing }, room.place)
    return namesOf(await findPeople(database.db, room.organisationId, whom, ALL))
  }
  expect(await seen(null)).toEqual(['Ada', 'Alan', 'Bea', 'lawyer of both', 'Alder with answers'])
  expect(await seen(new Set(ids('Birch')))).toEqual(['Bea', 'lawyer of both'])
})

test('QA-40 a change of groups is a change of party, for who comes and who goes', async () => {
  const comer = await make.person()
  const addressees = ids('Alder')
  const isReader = async () => isFor(partyOf(await loadActor(database.db, comer, ''), room.place), addressees)
  expect(await isReader()).toBe(false)
  await make.member(idOf('groups', 'Alder'), comer)
  expect(await isReader()).toBe(true)
  await database.db.deleteFrom('membership').where('person_id', '=', comer).execute()
  expect(await isReader()).toBe(false)
  const { rows } = await sql`
    select from person p where p.id = ${comer} and ${isForPerson(room.place, addressees)}`.execute(
    database.db,
  )
  expect(rows).toEqual([])
  // The group lists the room no more.
  const gone = await make.group({ organisationId: room.organisationId, role: BIDDER, portfolioIds: [] })
  await make.member(gone, comer)
  expect(isFor(partyOf(await loadActor(database.db, comer, ''), room.place), [gone])).toBe(false)
  const { rows: none } = await sql`
    select from person p where p.id = ${comer} and ${isForPerson(room.place, [gone])}`.execute(database.db)
  expect(none).toEqual([])
})
