import { beforeEach, describe, expect, test } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import type { Actor } from '../../access/actor.ts'
import type { LogRow, QuestionSearch } from './index.ts'
import { questionRoom } from './questions.fixture.ts'

const room = questionRoom()
const { database, make, questions } = room
const writing = () => questions().writing
let log: LogRow

beforeEach(async () => {
  await database.pool.query('delete from question_log')
  log = await room.log({ visibility: 'EACH_PARTY' })
})

const draft = async (who: Actor, text: string | null, of = log) => {
  const begun = await writing().create(who, of.id, { draft: true })
  return text === null ? begun : writing().update(who, begun.id, { body: richTextOf(text) })
}
const ask = async (who: Actor, text: string, of = log) => writing().ask(who, (await draft(who, text, of)).id)
const page = (actor: Actor, search: QuestionSearch = {}, ordering?: string, of = log) =>
  questions().page(actor, of.id, { filter: 'ALL', search, ordering, limit: 200, offset: 0 })
const numbers = async (actor: Actor, of = log) =>
  (await page(actor, {}, undefined, of)).map(({ number }) => number)
const bodies = async (actor: Actor, search: QuestionSearch = {}, ordering?: string) =>
  (await page(actor, search, ordering)).map(({ body }) => body?.content[0]?.content?.[0])
const wordsOf = async (...asked: Parameters<typeof bodies>) =>
  (await bodies(...asked)).map((node) => (node && 'text' in node ? node.text : null))
const all = async (actor: Actor, of = log) =>
  (await questions().counts(actor, of, { filter: 'ALL' })).counts.all
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )

describe('a log in which each party sees its own', () => {
  test('QA-42 QA-40 a question is for its party and the deal team: in lists, counts, by its id, and to write', async () => {
    const { id } = await ask(room.bidder, 'What is the price?')
    const followUp = await writing().followUp(room.manager, id)
    for (const who of [room.bidder, room.colleague, room.manager]) {
      expect(await numbers(who)).toEqual(['1', '1.1'])
      expect(await all(who)).toBe(2)
      expect((await questions().question(who, id)).id).toBe(id)
    }
    for (const who of [room.rival, room.onlooker]) {
      expect(await numbers(who)).toEqual([])
      expect(await all(who)).toBe(0)
      expect(await questions().place(who, log, { filter: 'ALL' }, '1')).toBeNull()
      expect(await questions().place(who, log, { filter: 'ALL' }, id)).toBeNull()
    }
    const body = richTextOf('x')
    for (const one of [id, followUp.id]) {
      expect(await outcomeOf(questions().question(room.rival, one))).toBe('NOT_FOUND')
      expect(await outcomeOf(writing().update(room.rival, one, { body }))).toBe('NOT_FOUND')
      expect(await outcomeOf(writing().followUp(room.rival, one))).toBe('NOT_FOUND')
      expect(await outcomeOf(writing().addAll(room.rival, one, 'project'))).toBe('NOT_FOUND')
      expect(await outcomeOf(writing().answer(room.rival, one, { body }))).toBe('NOT_FOUND')
      expect(await outcomeOf(writing().ask(room.rival, one))).toBe('NOT_FOUND')
    }
  })

  test('QA-42 QA-17 the numbers of each party count its own, and of two groups each knows its own number', async () => {
    const lawyerId = await make.person()
    await make.member(room.bidder.groupId, lawyerId)
    await make.member(room.rival.groupId, lawyerId)
    const lawyer = await make.actor(lawyerId)
    await ask(room.bidder, 'One of the bidder')
    await ask(room.bidder, 'Two of the bidder')
    await ask(room.rival, 'One of the rival')
    await ask(lawyer, 'Of both')
    await ask(room.manager, 'Of the deal team')
    await ask(room.rival, 'Three of the rival')
    expect(await numbers(room.bidder)).toEqual(['1', '2', '3'])
    expect(await wordsOf(room.rival)).toEqual(['One of the rival', 'Of both', 'Three of the rival'])
    expect(await numbers(room.rival)).toEqual(['1', '2', '3'])
    expect(await numbers(room.manager)).toEqual(['1', '2', '1', '3', '1', '3'])
    const rows = await page(room.manager)
    const [own, rival] = ['bidder', 'rival'].map((name) => room[name as 'bidder' | 'rival'].groupId)
    expect(rows.map(({ partyIds }) => partyIds?.length)).toEqual([1, 1, 1, 2, 0, 1])
    expect([rows[0]?.partyIds, rows[2]?.partyIds]).toEqual([[own], [rival]])
    expect(await questions().place(room.rival, log, { filter: 'ALL' }, '3')).toBe(2)
  })

  test('QA-40 who joins a party sees its questions from then on, who leaves it sees none, and who works for the deal team all', async () => {
    await ask(room.bidder, 'Ours')
    const person = await make.person()
    await make.member(room.rival.groupId, person)
    const moving = async () => (await page(await make.actor(person))).length
    expect(await moving()).toBe(0)
    await make.member(room.bidder.groupId, person)
    expect(await moving()).toBe(1)
    await database.pool.query('delete from membership where person_id = $1 and group_id = $2', [
      person,
      room.bidder.groupId,
    ])
    expect(await moving()).toBe(0)
    await make.member(room.manager.groupId, person)
    expect(await moving()).toBe(1)
  })

  test('QA-41 a log that is opened to all shows all, without names; createLog without a choice makes one of ALL', async () => {
    await ask(room.bidder, 'Ours')
    await ask(room.rival, 'Theirs')
    await questions().updateLog(room.manager, log.id, {
      name: 'General',
      restricted: false,
      groupIds: [],
      visibility: 'ALL',
    })
    expect(await numbers(room.bidder)).toEqual(['1', '2'])
    const [mine, theirs] = await questions().naming.askersOf(await page(room.bidder))
    expect([mine !== null, theirs]).toEqual([true, null])
    expect((await room.log()).eachParty).toBe(false)
    // Left out, it stays as it is.
    const named = { name: 'Renamed', restricted: false, groupIds: [] }
    expect((await questions().updateLog(room.manager, log.id, named)).eachParty).toBe(false)
  })
})

describe('drafts', () => {
  test('QA-43 a draft has no number and is for who began it alone, until it is asked', async () => {
    const begun = await draft(room.bidder, 'Half a sentence about the pri')
    expect(begun).toMatchObject({ isDraft: true, number: '' })
    expect(await numbers(room.bidder)).toEqual([''])
    for (const who of [room.colleague, room.rival, room.manager]) {
      expect(await numbers(who)).toEqual([])
      expect(await all(who)).toBe(0)
      for (const work of [
        () => questions().question(who, begun.id),
        () => writing().update(who, begun.id, { body: null }),
        () => writing().ask(who, begun.id),
        () => writing().discard(who, begun.id),
      ]) {
        expect(await outcomeOf(work())).toBe('NOT_FOUND')
      }
    }
    expect(await writing().ask(room.bidder, begun.id)).toMatchObject({ isDraft: false, number: '1' })
    expect(await numbers(room.manager)).toEqual(['1'])
    expect(await problemOf(writing().ask(room.bidder, begun.id))).toMatch(/^CONFLICT: .*asked already/)
    expect(await problemOf(writing().discard(room.bidder, begun.id))).toMatch(/^CONFLICT: /)
  })

  test('QA-43 an empty draft is not asked, and goes when it is left; a discarded one is gone and takes no number', async () => {
    const empty = await draft(room.bidder, null)
    expect(await problemOf(writing().ask(room.bidder, empty.id))).toBe(
      'BAD_USER_INPUT: Please write the question before you ask it.',
    )
    const left = await draft(room.bidder, null)
    await database.pool.query(`update question set modified_at = now() - interval '25 hours' where id = $1`, [
      left.id,
    ])
    await writing().discard(room.bidder, (await draft(room.bidder, null)).id)
    expect((await page(room.bidder)).map(({ id }) => id)).toEqual([empty.id])
    await writing().discard(room.bidder, empty.id)
    expect(await numbers(room.bidder)).toEqual([])
    expect((await ask(room.bidder, 'First')).number).toBe('1')
    const followUp = await writing().followUp(room.bidder, (await page(room.bidder))[0]?.id ?? '', {
      draft: true,
    })
    expect(followUp).toMatchObject({ isDraft: true, number: '' })
    expect(await problemOf(writing().followUp(room.bidder, (await draft(room.bidder, 'x')).id))).toMatch(
      /draft/,
    )
    await writing().update(room.bidder, followUp.id, { body: richTextOf('And when?') })
    expect((await writing().ask(room.bidder, followUp.id)).number).toBe('1.1')
  })

  test('QA-43 who leaves the group, or loses the right, asks no draft of theirs any more', async () => {
    const leaver = await make.person()
    await make.member(room.bidder.groupId, leaver)
    const { id } = await draft(await make.actor(leaver), 'Late')
    await database.pool.query('delete from membership where person_id = $1', [leaver])
    expect(await outcomeOf(writing().ask(await make.actor(leaver), id))).toBe('NOT_FOUND')
    await make.member(room.rival.groupId, leaver)
    // Asked in the end for whom they are with by then.
    await writing().ask(await make.actor(leaver), id)
    expect(await wordsOf(room.rival)).toEqual(['Late'])
    expect(await wordsOf(room.bidder)).toEqual([])
  })

  test('QA-43 the draft of somebody who was deactivated, or removed from the organisation, stays unseen and comes in nowhere', async () => {
    const leaver = await make.person()
    await make.member(room.bidder.groupId, leaver)
    const { id } = await draft(await make.actor(leaver), 'Unfinished thought')
    const setActive = (isActive: boolean) =>
      database.pool.query('update person set is_active = $2 where id = $1', [leaver, isActive])
    await setActive(false)
    for (const who of [room.bidder, room.colleague, room.rival, room.manager]) {
      expect(await numbers(who)).toEqual([])
      expect(await outcomeOf(questions().question(who, id))).toBe('NOT_FOUND')
      expect(await outcomeOf(writing().ask(who, id))).toBe('NOT_FOUND')
    }
    expect((await ask(room.bidder, 'Next')).number).toBe('1')
    // Back again, they find it and ask it.
    await setActive(true)
    expect(await writing().ask(await make.actor(leaver), id)).toMatchObject({ number: '2' })
    await database.pool.query('delete from membership where person_id = $1', [leaver])
    // What was asked stays with the party, which may go on with it.
    expect(await wordsOf(room.colleague)).toEqual(['Next', 'Unfinished thought'])
  })
})

describe('answers', () => {
  test('QA-44 an answer’s draft is for the deal team alone and moves nothing for others, until it is published', async () => {
    const { id } = await ask(room.bidder, 'Price?')
    const seen = async (who: Actor) => (await page(who))[0]
    const before = await seen(room.bidder)
    await writing().answer(room.manager, id, { body: richTextOf('Abou'), draft: true })
    expect(await seen(room.bidder)).toEqual(before)
    expect(await questions().counts(room.bidder, log, { filter: 'ALL' })).toMatchObject({
      counts: { answered: 0 },
    })
    const written = await seen(room.manager)
    expect(written).toMatchObject({ answer: null, answerDraft: { body: richTextOf('Abou'), revision: 1 } })
    await writing().answer(room.manager, id, { body: richTextOf('About $75'), draft: true, revision: 1 })
    await expect(
      writing().answer(room.manager, id, { body: richTextOf('x'), draft: true, revision: 1 }),
    ).rejects.toMatchObject({ code: 'CONFLICT', extensions: { newer: { body: richTextOf('About $75') } } })
    await expect(writing().publishAnswer(room.manager, id, 1)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await outcomeOf(writing().publishAnswer(room.bidder, id, 2))).toBe('FORBIDDEN')
    await writing().publishAnswer(room.manager, id, 2)
    expect((await seen(room.bidder))?.answer).toMatchObject({ body: richTextOf('About $75'), revision: 1 })
    // A change stands beside what is published.
    await writing().answer(room.manager, id, { body: richTextOf('About $80'), draft: true })
    expect((await seen(room.bidder))?.answer?.body).toEqual(richTextOf('About $75'))
    expect((await seen(room.bidder))?.answerDraft).toBeNull()
    expect(await problemOf(writing().publishAnswer(room.manager, (await ask(room.rival, 'x')).id, 1))).toBe(
      'BAD_USER_INPUT: There is no draft of an answer. Please write one first.',
    )
  })

  test('QA-44 QA-45 an answer is published while its question is being changed: both stand, and the history has both', async () => {
    const { id, bodyRevision } = await ask(room.bidder, 'Price of the first year?')
    await writing().answer(room.manager, id, { body: richTextOf('About $75'), draft: true })
    const changed = richTextOf('Price of the second year?')
    // Both wait for the same question, and go on when it is free.
    const held = await database.pool.connect()
    await held.query('begin')
    await held.query('select from question where id = $1 for update', [id])
    const both = Promise.all([
      writing().update(room.bidder, id, { body: changed, revision: bodyRevision }),
      writing().publishAnswer(room.manager, id, 1),
    ])
    await new Promise((resolve) => setImmediate(resolve))
    await held.query('commit')
    held.release()
    await both
    for (const who of [room.bidder, room.colleague, room.manager]) {
      const [seen] = await page(who)
      expect(seen).toMatchObject({ body: changed, answer: { body: richTextOf('About $75') } })
    }
    const question = await questions().question(room.manager, id)
    const [texts = []] = await questions().naming.textsOf(room.manager, [question])
    expect(texts.filter(({ ofAnswer }) => ofAnswer)).toHaveLength(1)
    expect(texts.filter(({ ofAnswer }) => !ofAnswer)).toHaveLength(2)
  })

  test('QA-48 what is published to everybody has no name, no party and a number of its own; the original stays', async () => {
    const { id } = await ask(room.bidder, 'Why does Alder Capital get a discount?')
    await writing().answer(room.manager, id, { body: richTextOf('It does not, Alder.') })
    const texts = { body: richTextOf('Is there a discount?'), answer: richTextOf('There is none.') }
    for (const who of [room.bidder, room.colleague]) {
      expect(await outcomeOf(writing().publishToEverybody(who, id, texts))).toBe('FORBIDDEN')
    }
    expect(await outcomeOf(writing().publishToEverybody(room.rival, id, texts))).toBe('NOT_FOUND')
    expect(
      await problemOf(writing().publishToEverybody(room.manager, id, { ...texts, answer: null })),
    ).toMatch(/^BAD_USER_INPUT: Please write/)
    await writing().publishToEverybody(room.manager, id, texts)
    const [seen, ...more] = await page(room.rival)
    expect(more).toEqual([])
    expect(seen).toMatchObject({
      number: '1',
      askedById: null,
      partyIds: null,
      canChange: false,
      body: texts.body,
    })
    expect(seen?.answer?.body).toEqual(texts.answer)
    expect(await wordsOf(room.bidder)).toEqual([
      'Why does Alder Capital get a discount?',
      'Is there a discount?',
    ])
    expect((await ask(room.rival, 'Next')).number).toBe('1')
    expect(await problemOf(writing().followUp(room.rival, seen?.id ?? ''))).toBe(
      'BAD_USER_INPUT: This question is for everybody. Please ask a question of your own.',
    )
  })
})

describe('who changes what and who is named', () => {
  test('QA-45 a question that others may see is changed by its party and the deal team alone', async () => {
    const open = await room.log()
    const { id } = await ask(room.bidder, 'Price?', open)
    const [category] = await questions().choices(room.bidder, 'category', open.id)
    const changes = (who: Actor) => [
      () => writing().update(who, id, { body: richTextOf('Another price?') }),
      () => writing().update(who, id, { isPriority: true }),
      () => writing().add(who, id, 'category', category?.id ?? ''),
      () => writing().update(who, id, { isClosed: true }),
      () => writing().update(who, id, { isClosed: false }),
    ]
    for (const work of changes(room.rival)) expect(await outcomeOf(work())).toBe('FORBIDDEN')
    expect((await page(room.rival, {}, undefined, open))[0]?.canChange).toBe(false)
    for (const who of [room.colleague, room.manager]) {
      expect((await page(who, {}, undefined, open))[0]?.canChange).toBe(true)
      for (const work of changes(who)) expect(await outcomeOf(work())).toBe('ok')
    }
  })

  test('QA-46 the deal team is told who asked and for whom, a party of its own people, and nobody else', async () => {
    const open = await room.log()
    await ask(room.bidder, 'Price?', open)
    const told = async (who: Actor) => {
      const rows = await page(who, {}, undefined, open)
      const { askersOf, partiesOfQuestions, askersIn, partiesIn } = questions().naming
      return [
        (await askersOf(rows)).map((asker) => asker !== null),
        (await partiesOfQuestions(rows)).map((party) => party !== null),
        (await askersIn(who, [open]))[0]?.length,
        (await partiesIn(who, [open]))[0]?.length,
      ]
    }
    expect(await told(room.manager)).toEqual([[true], [true], 1, 1])
    expect(await told(room.colleague)).toEqual([[true], [false], 1, 0])
    expect(await told(room.rival)).toEqual([[false], [false], 0, 0])
    expect((await page(room.rival, {}, undefined, open))[0]?.askedById).toBeNull()
  })

  test('QA-47 each version that was asked or published is kept, for the deal team alone, and the activity says which change', async () => {
    const { id } = await ask(room.bidder, 'First words')
    await writing().update(room.bidder, id, { body: richTextOf('Other words') })
    await writing().answer(room.manager, id, { body: richTextOf('half'), draft: true })
    await writing().answer(room.manager, id, { body: richTextOf('Answer') })
    const kept = async (who: Actor) =>
      (await questions().naming.textsOf(who, [await questions().question(who, id)]))[0] ?? []
    expect((await kept(room.manager)).map(({ ofAnswer, body }) => [ofAnswer, body])).toEqual([
      [true, richTextOf('Answer')],
      [false, richTextOf('Other words')],
      [false, richTextOf('First words')],
    ])
    expect((await kept(room.manager)).every(({ by }) => by.startsWith('Pat '))).toBe(true)
    expect(await kept(room.bidder)).toEqual([])
    await writing().update(room.manager, id, { isPriority: true })
    const { rows } = await database.pool.query(
      `select kind, detail from activity where subject_kind = 'question' and subject_id = $1 order by id`,
      [id],
    )
    expect(rows.map(({ kind, detail }) => [kind, detail.log, detail.number, detail.change])).toEqual([
      ['CREATE_QUESTION', 'General', '1', undefined],
      ['ANSWER_QUESTION', 'General', '1', undefined],
      ['UPDATE_QUESTION', 'General', '1', 'Priority'],
    ])
  })

  test('QA-47 the text from before versions were kept is kept at its first change', async () => {
    const { id } = await ask(room.bidder, 'Old words')
    await database.pool.query('delete from question_text')
    await writing().update(room.manager, id, { body: richTextOf('New words') })
    const [texts] = await questions().naming.textsOf(room.manager, [
      await questions().question(room.manager, id),
    ])
    expect(texts?.map(({ body }) => body)).toEqual([richTextOf('New words'), richTextOf('Old words')])
  })
})

describe('limits', () => {
  const limited = (limits: object) => room.log({ visibility: 'EACH_PARTY', limits })
  const left = async (who: Actor, of: LogRow) => (await questions().naming.left(who, [of]))[0]

  test('QA-49 of a party’s last questions that many ask at the same time no more come in than the limit', async () => {
    const of = await limited({ total: 3 })
    const drafts = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        draft(at % 2 ? room.bidder : room.colleague, `Question ${at}`, of),
      ),
    )
    const outcomes = await Promise.all(
      drafts.map(({ id }, at) => problemOf(writing().ask(at % 2 ? room.bidder : room.colleague, id))),
    )
    const refused = 'CONFLICT: Your group has asked 3 of 3 questions.'
    expect(outcomes.filter((each) => each === null)).toHaveLength(3)
    expect(outcomes.filter((each) => each === refused)).toHaveLength(3)
    expect(await left(room.bidder, of)).toBe(0)
    // It tells nothing of others, and is none for the deal team.
    expect(await left(room.rival, of)).toBe(3)
    expect(await left(room.manager, of)).toBeNull()
    expect((await ask(room.rival, 'Mine', of)).number).toBe('1')
    expect((await ask(room.manager, 'Ours', of)).isDraft).toBe(false)
    expect(await problemOf(writing().create(room.bidder, of.id, {}))).toBe(refused)
    const [first] = await page(room.bidder, {}, undefined, of).then((rows) =>
      rows.filter((row) => !row.isDraft),
    )
    expect(await problemOf(writing().followUp(room.bidder, first?.id ?? ''))).toBe(refused)
  })

  test('QA-49 a day, a party, and an end have their sentences', async () => {
    const daily = await limited({ perDay: 1, perParty: 2 })
    await ask(room.bidder, 'Today', daily)
    expect(await problemOf(ask(room.bidder, 'Again', daily))).toBe(
      'CONFLICT: Your group has asked 1 of 1 questions today. Please ask again tomorrow.',
    )
    await database.pool.query(`update question set created_at = now() - interval '2 days' where not is_draft`)
    await ask(room.bidder, 'Tomorrow', daily)
    expect(await problemOf(ask(room.bidder, 'Third', daily))).toBe(
      'CONFLICT: Your group has asked 2 of 2 questions.',
    )
    const ended = await limited({ endsAt: new Date('2026-03-01T12:00:00Z') })
    expect(await problemOf(ask(room.bidder, 'Late', ended))).toBe('CONFLICT: Questions ended on 03/01/2026.')
    const open = await room.log({ limits: { total: 1 } })
    await ask(room.rival, 'Mine', open)
    expect(await problemOf(ask(room.bidder, 'Ours', open))).toBe('CONFLICT: All 1 questions have been asked.')
  })

  test('QA-49 limits that are no whole numbers are refused at their fields, and left out they stay', async () => {
    for (const wrong of [0, -1, 1.5, 200_000]) {
      await expect(limited({ total: wrong })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        extensions: { fields: { 'limits.total': expect.stringMatching(/whole number/) } },
      })
    }
    const of = await limited({ total: 5 })
    const named = { name: 'Other', restricted: false, groupIds: [] }
    expect((await questions().updateLog(room.manager, of.id, named)).limits.total).toBe(5)
    const none = await questions().updateLog(room.manager, of.id, { ...named, limits: { perDay: 2 } })
    expect(none.limits).toMatchObject({ total: null, perDay: 2 })
  })
})

describe('lists', () => {
  test('QA-50 questions are searched in both texts and filtered by category, party, asker and answer', async () => {
    const mine = await ask(room.bidder, 'Is the site leased?')
    const theirs = await ask(room.rival, 'How long is the lease?')
    await writing().answer(room.manager, theirs.id, { body: richTextOf('It is 100% owned.') })
    const [category] = await questions().choices(room.bidder, 'category', log.id)
    await writing().add(room.bidder, mine.id, 'category', category?.id ?? '')
    const found = (search: QuestionSearch, who: Actor = room.manager) => wordsOf(who, search)
    const [one, two] = ['Is the site leased?', 'How long is the lease?']
    expect(await found({ text: 'LEASE' })).toEqual([one, two])
    expect(await found({ text: '100%' })).toEqual([two])
    expect(await found({ text: '0_%' })).toEqual([])
    expect(await found({ categoryId: category?.id })).toEqual([one])
    expect(await found({ categoryId: 'none' })).toEqual([])
    expect(await found({ party: room.rival.groupId })).toEqual([two])
    expect(await found({ askedBy: room.bidder.personId })).toEqual([one])
    expect(await found({ isAnswered: true })).toEqual([two])
    expect(await found({ isAnswered: false })).toEqual([one])
    const { counts } = await questions().counts(room.manager, log, {
      filter: 'OPEN',
      search: { text: '100%' },
    })
    expect(counts).toMatchObject({ open: 1, all: 1 })
    // Nobody searches by what they are not told.
    expect(await found({ askedBy: room.rival.personId }, room.bidder)).toEqual([])
    expect(await found({ party: room.rival.groupId }, room.bidder)).toEqual([one])
    await writing().answer(room.manager, mine.id, { body: richTextOf('secret draft'), draft: true })
    expect(await found({ text: 'secret' }, room.bidder)).toEqual([])
  })

  test('QA-50 a page is sorted by each column, either way, and refuses others', async () => {
    const two = await ask(room.bidder, 'Bravo')
    await ask(room.rival, 'Alpha')
    await writing().answer(room.manager, two.id, { body: richTextOf('Answer') })
    await writing().update(room.manager, two.id, { isClosed: true })
    const order = (ordering: string) => wordsOf(room.manager, {}, ordering)
    expect(await order('question')).toEqual(['Alpha', 'Bravo'])
    expect(await order('-question')).toEqual(['Bravo', 'Alpha'])
    expect(await order('-number')).toEqual(['Alpha', 'Bravo'])
    expect(await order('status')).toEqual(['Alpha', 'Bravo'])
    expect(await order('answer')).toEqual(['Bravo', 'Alpha'])
    for (const column of ['category', 'project', 'party', 'askedBy', 'createdAt', '-modifiedAt']) {
      expect((await order(column)).toSorted()).toEqual(['Alpha', 'Bravo'])
    }
    expect(await problemOf(order('secret'))).toMatch(
      /^BAD_USER_INPUT: ordering must be one of number, status/,
    )
  })

  test('QA-50 a question names documents of the room, which are absent for who may not see them', async () => {
    const { id } = await ask(room.bidder, 'See attached')
    const treeId = await make.tree(room.place)
    const other = await make.room()
    const folder = async (name: string, tree: string, who: Actor) =>
      (await room.server.app.services.documents.createFolder(who, { treeId: tree, parentId: null, name }))
        .folder?.id ?? ''
    const admin = await make.actorWith(room.place, 'Deal Room Admin')
    const [shown, foreign] = [
      await folder('Leases', treeId, admin),
      await folder('Elsewhere', other.treeId, await make.actorWith(other.place, 'Deal Room Admin')),
    ]
    const set = (who: Actor, documentIds: string[], ofAnswer = false) =>
      writing().setDocuments(who, id, { ofAnswer, documentIds })
    const named = async (who: Actor, ofAnswer = false) =>
      (await questions().naming.documentsOf(who, [await questions().question(who, id)], ofAnswer))[0]?.map(
        ({ name }) => name,
      )
    await set(admin, [shown])
    expect(await named(admin)).toEqual(['Leases'])
    expect(await named(room.manager)).toEqual(
      (await make.actor(room.manager.personId)).groups.length > 0 ? await named(room.manager) : [],
    )
    expect(await outcomeOf(set(admin, [foreign]))).toBe('NOT_FOUND')
    expect(await outcomeOf(set(room.rival, [shown]))).toBe('NOT_FOUND')
    expect(await outcomeOf(set(room.bidder, [shown], true))).toBe('FORBIDDEN')
    expect(
      await problemOf(
        set(
          admin,
          Array.from({ length: 51 }, (_, at) => `${at}`),
        ),
      ),
    ).toMatch(/at most 50/)
    // Who sees no documents learns of none, and takes none away.
    const blind = await make.person()
    const blindGroup = await make.group({
      organisationId: room.organisationId,
      role: ['QUESTIONS_VIEW', 'QUESTIONS_EDIT', 'QUESTION_LOG_ADMIN'],
      portfolioIds: [room.place.portfolioId],
    })
    await make.member(blindGroup, blind)
    const who = await make.actor(blind)
    expect(await named(who)).toEqual([])
    await set(who, [])
    expect(await named(admin)).toEqual(['Leases'])
    await set(admin, [])
    expect(await named(admin)).toEqual([])
    // Those of an answer come with it.
    await set(admin, [shown], true)
    expect(await named(room.bidder, true)).toEqual([])
    expect(await named(admin, true)).toEqual(['Leases'])
    // They go along with what is published; those of the question, which may tell who asked, do not.
    await set(admin, [shown])
    const texts = { body: richTextOf('Which leases?'), answer: richTextOf('These.') }
    const published = await writing().publishToEverybody(admin, id, texts)
    const { naming } = questions()
    expect((await naming.documentsOf(admin, [published], true))[0]?.map(({ name }) => name)).toEqual([
      'Leases',
    ])
    expect(await naming.documentsOf(admin, [published], false)).toEqual([[]])
  })
})
