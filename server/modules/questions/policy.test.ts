import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { actorOf, ELSEWHERE, groupOf, HERE, holding } from '../../../testing/actors.ts'
import {
  groupsShown,
  isOwnQuestion,
  type LogAccess,
  type QuestionAccess,
  type QuestionReader,
  readerOf,
  seesLog,
  seesQuestion,
} from './policy.ts'

const LOG: LogAccess = { place: HERE, restricted: true, groupIds: ['g1', 'g2'], eachParty: true }

test('one group of several is enough for a restricted log, of which it alone is shown', () => {
  const groups = (...ids: string[]) => ids.map((id) => groupOf(['QUESTIONS_VIEW'], { id }))
  const member = actorOf(groups('mine', 'g2'))
  expect([seesLog(member, LOG), groupsShown(member, LOG)]).toEqual([true, ['g2']])
  const stranger = actorOf(groups('mine', 'other'))
  expect([seesLog(stranger, LOG), groupsShown(stranger, LOG)]).toEqual([false, []])
})

test('a reader of questions is who they are by what they hold in the room', () => {
  const reader = (...permissions: Permission[]) => readerOf(holding('QUESTIONS_VIEW', ...permissions), LOG)
  const plain = {
    personId: 'person',
    answers: false,
    edits: false,
    party: { isDealTeam: false, groupIds: ['group'] },
    eachParty: true,
  }
  expect(reader()).toEqual(plain)
  expect(reader('QUESTION_ANSWERS_VIEW')).toEqual({ ...plain, answers: true })
  expect(reader('QUESTION_ANSWERS_EDIT')).toMatchObject({ answers: true, edits: false })
  expect(reader('QUESTIONS_EDIT')).toEqual({ ...plain, edits: true })
  expect(reader('DEALROOM_ADMIN')).toMatchObject({ party: { isDealTeam: true } })
  // A group that lists another room names no party here.
  const elsewhere = actorOf([groupOf(['QUESTIONS_VIEW']), groupOf([], { id: 'next', ...ELSEWHERE })])
  expect(readerOf(elsewhere, { ...LOG, eachParty: false })).toEqual({ ...plain, eachParty: false })
})

const bidder = (more: Partial<QuestionReader> = {}): QuestionReader => ({
  personId: 'ann',
  answers: false,
  edits: true,
  party: { isDealTeam: false, groupIds: ['bidders', 'lenders'] },
  eachParty: true,
  ...more,
})
const DEAL_TEAM = { party: { isDealTeam: true, groupIds: ['sellers'] } }
const asked = (more: Partial<QuestionAccess> = {}): QuestionAccess => ({
  isDraft: false,
  ownerId: 'bob',
  partyIds: ['rivals'],
  readerIds: ['rivals'],
  ...more,
})

test('a question is for the party that asked, for those it is addressed to and the deal team; a draft for whoever began it', () => {
  expect(seesQuestion(bidder(), asked())).toBe(false)
  expect(seesQuestion(bidder(DEAL_TEAM), asked())).toBe(true)
  expect(seesQuestion(bidder(), asked({ readerIds: ['rivals', 'lenders'] }))).toBe(true)
  expect(seesQuestion(bidder(), asked({ readerIds: [] }))).toBe(false)
  expect(seesQuestion(bidder(), asked({ readerIds: null }))).toBe(true)
  expect(seesQuestion(bidder({ eachParty: false }), asked())).toBe(true)
  // Whoever asks under another's name sees it no more than the others of the party do.
  expect(seesQuestion(bidder(), asked({ ownerId: 'ann' }))).toBe(false)
  const draft = asked({ isDraft: true, readerIds: null })
  for (const reader of [bidder(), bidder(DEAL_TEAM), bidder({ eachParty: false })]) {
    expect(seesQuestion(reader, draft)).toBe(false)
    expect(seesQuestion(reader, { ...draft, ownerId: 'ann' })).toBe(true)
  }
})

test('a question is changed by its own party and the deal team, one of nobody by who wrote it, a draft by whoever began it', () => {
  expect(isOwnQuestion(bidder(), asked())).toBe(false)
  expect(isOwnQuestion(bidder(), asked({ partyIds: ['bidders'] }))).toBe(true)
  expect(isOwnQuestion(bidder(), asked({ partyIds: ['rivals', 'lenders'] }))).toBe(true)
  expect(isOwnQuestion(bidder(), asked({ partyIds: [] }))).toBe(false)
  expect(isOwnQuestion(bidder(DEAL_TEAM), asked({ partyIds: [] }))).toBe(true)
  // What is addressed to a party is not its own.
  expect(isOwnQuestion(bidder(), asked({ readerIds: ['bidders'] }))).toBe(false)
  // Who wrote it counts where no party is known alone.
  expect(isOwnQuestion(bidder(), asked({ ownerId: 'ann' }))).toBe(false)
  const ofNobody = asked({ partyIds: null })
  expect(isOwnQuestion(bidder(), ofNobody)).toBe(false)
  expect(isOwnQuestion(bidder(), { ...ofNobody, ownerId: 'ann' })).toBe(true)
  expect(isOwnQuestion(bidder(DEAL_TEAM), ofNobody)).toBe(true)
  const draft = asked({ isDraft: true, partyIds: ['bidders'] })
  for (const reader of [bidder(), bidder(DEAL_TEAM)]) {
    expect(isOwnQuestion(reader, draft)).toBe(false)
    expect(isOwnQuestion(reader, { ...draft, ownerId: 'ann' })).toBe(true)
  }
})
