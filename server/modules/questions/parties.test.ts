import { describe, expect, test } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import type { Actor } from '../../access/actor.ts'
import { partyRoom } from './parties.fixture.ts'

const { room, database, make, questions, writing, log, ask, page, numbers, wordsOf, all, problemOf } =
  partyRoom()

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
      expect(await questions().place(who, log(), { filter: 'ALL' }, '1')).toBeNull()
      expect(await questions().place(who, log(), { filter: 'ALL' }, id)).toBeNull()
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
    expect(await questions().place(room.rival, log(), { filter: 'ALL' }, '3')).toBe(2)
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
    await questions().updateLog(room.manager, log().id, {
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
    expect((await questions().updateLog(room.manager, log().id, named)).eachParty).toBe(false)
  })
})

describe('answers', () => {
  test('QA-44 an answer’s draft is for the deal team alone and moves nothing for others, until it is published', async () => {
    const { id } = await ask(room.bidder, 'Price?')
    const seen = async (who: Actor) => (await page(who))[0]
    const before = await seen(room.bidder)
    await writing().answer(room.manager, id, { body: richTextOf('Abou'), draft: true })
    expect(await seen(room.bidder)).toEqual(before)
    expect(await questions().counts(room.bidder, log(), { filter: 'ALL' })).toMatchObject({
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
