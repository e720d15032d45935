import { expect, test } from 'vitest'
import {
  actorOf,
  ELSEWHERE,
  groupOf,
  HERE,
  holding,
  NOBODY,
  STAFF,
  VIEWING,
} from '../../../testing/actors.ts'
import {
  addresseesOf,
  audienceFor,
  CHANGEABLE_MS,
  DEAL_TEAM,
  EVERYBODY,
  isOwnComment,
  mayChangeComment,
  mayRemoveComment,
  seesComment,
  textFor,
} from './policy.ts'

const CREATED = Date.UTC(2027, 0, 1)
const comment = {
  place: HERE,
  personId: 'person',
  addressees: null,
  createdAt: new Date(CREATED),
  removedAt: null,
} as const
const bidder = actorOf([groupOf(['PROJECTS_VIEW'], { id: 'bidders' }), groupOf([], { id: 'lenders' })])
const dealTeam = holding('DEALROOM_ADMIN')

test('a comment is changed by whoever wrote it, for less than 15 minutes, unless it is removed or they see the room as others do', () => {
  expect(CHANGEABLE_MS).toBe(900_000)
  const author = actorOf([])
  const may = (actor = author, more = {}, after = 0) =>
    mayChangeComment(actor, { ...comment, ...more }, CREATED + after)
  expect([may(), may(author, {}, CHANGEABLE_MS - 1), may(author, {}, CHANGEABLE_MS)]).toEqual([
    true,
    true,
    false,
  ])
  expect(may(author, { removedAt: new Date(CREATED) })).toBe(false)
  expect(may(actorOf([], { personId: 'other' }))).toBe(false)
  expect(may(holding('CHECKLISTS_ADMIN'), { personId: 'other' })).toBe(false)
  expect(may(actorOf([], VIEWING))).toBe(false)
  expect([isOwnComment(author, comment), isOwnComment(actorOf([], VIEWING), comment)]).toEqual([true, false])
})

test('a comment is removed by whoever wrote it and by who administers checklists; its text stays for these', () => {
  const others = { ...comment, personId: 'other' }
  expect([mayRemoveComment(NOBODY, comment), mayRemoveComment(NOBODY, others)]).toEqual([true, false])
  const admin = holding('CHECKLISTS_ADMIN')
  expect([mayRemoveComment(admin, others), mayRemoveComment(STAFF, others)]).toEqual([true, true])
  const removed = { ...comment, removedAt: new Date(CREATED) }
  expect([mayRemoveComment(admin, removed), mayRemoveComment(NOBODY, removed)]).toEqual([false, false])
  const viewing = actorOf([groupOf(['CHECKLISTS_ADMIN'])], VIEWING)
  expect([mayRemoveComment(viewing, comment), mayRemoveComment(viewing, others)]).toEqual([false, false])
  const text = (actor = NOBODY, removedAt: Date | null = new Date(CREATED)) =>
    textFor(actor, { place: HERE, removedAt, comment: 'Exhibit C' })
  expect([text(), text(NOBODY, null), text(admin), text(admin, null)]).toEqual([
    '',
    'Exhibit C',
    'Exhibit C',
    'Exhibit C',
  ])
})

test('a comment is seen by everybody, or by those whom it names and the deal team', () => {
  const sees = (addressees: readonly string[] | null, actor = bidder) =>
    seesComment(actor, { place: HERE, addressees })
  expect([sees(null), sees([]), sees(['rivals']), sees(['rivals', 'lenders'])]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([sees([], dealTeam), sees(['rivals'], dealTeam)]).toEqual([true, true])
})

test('bidders write to the deal team and their party, the deal team to whom it names', () => {
  const to = (audience: string | null, actor = bidder, isParty = true) =>
    addresseesOf(actor, HERE, audience, isParty)
  expect([to(null), to('lenders')]).toEqual([
    ['bidders', 'lenders'],
    ['bidders', 'lenders'],
  ])
  expect([to('rivals'), to(EVERYBODY), to(DEAL_TEAM)]).toEqual([null, null, null])
  expect([to(null, dealTeam), to(EVERYBODY, dealTeam), to(DEAL_TEAM, dealTeam)]).toEqual([
    'EVERYBODY',
    'EVERYBODY',
    [],
  ])
  expect([to('rivals', dealTeam), to('rivals', dealTeam, false)]).toEqual([['rivals'], null])
  // The deal team of another room is none here.
  expect(to(EVERYBODY, actorOf([groupOf(['DEALROOM_ADMIN'], ELSEWHERE)]))).toBeNull()
})

test('of several groups of an audience a reader is told the one that is theirs', () => {
  const audience = (addressees: readonly string[] | null) => audienceFor(bidder, { place: HERE, addressees })
  expect([
    audience(null),
    audience([]),
    audience(['rivals', 'lenders']),
    audience(['rivals', 'owners']),
  ]).toEqual([EVERYBODY, DEAL_TEAM, 'lenders', 'rivals'])
})
