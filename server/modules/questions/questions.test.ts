import { beforeEach, describe, expect, test } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import type { Actor } from '../../access/actor.ts'
import type { LogRow, QuestionFilter } from './index.ts'
import { questionRoom } from './questions.fixture.ts'

const room = questionRoom()
const { database, make, questions } = room
const writing = () => questions().writing
let log: LogRow

beforeEach(async () => {
  await database.pool.query('delete from question_log')
  log = await room.log()
})

const ask = async (text?: string, who: Actor = room.bidder) => {
  const question = await writing().create(who, log.id, {})
  return text ? writing().update(who, question.id, { body: richTextOf(text) }) : question
}
const page = (actor: Actor, filter: QuestionFilter = 'ALL', of = log) =>
  questions().page(actor, of.id, { filter, limit: 200, offset: 0 })
const numbers = async (actor: Actor, filter: QuestionFilter = 'ALL') =>
  (await page(actor, filter)).map(({ number }) => number)
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )

describe('numbers', () => {
  test('QA-17 QA-18 QA-34 API-134 questions and follow-ups are numbered and sorted, and no number comes twice', async () => {
    const [first] = [await ask('First'), await ask('Second')]
    for (let at = 0; at < 11; at += 1) await writing().followUp(room.bidder, first.id)
    const expected = ['1', ...Array.from({ length: 11 }, (_, at) => `1.${at + 1}`), '2']
    expect(await numbers(room.bidder)).toEqual(expected)
    await database.pool.query(`delete from question where number = 2`)
    expect((await ask()).number).toBe('3')
    const [followUp] = await page(room.bidder).then((rows) => rows.filter(({ number }) => number === '1.1'))
    expect(followUp?.parentId).toBe(first.id)
    expect(await problemOf(writing().followUp(room.bidder, followUp?.id ?? ''))).toBe(
      'BAD_USER_INPUT: A follow-up has no follow-ups of its own. Please add one to its question.',
    )
  })

  test('QA-18 people who ask at the same moment get a number each', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask()))
    expect(asked.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ])
  })

  test('QA-34 a question has at most 200 follow-ups', async () => {
    const { id } = await ask()
    await database.pool.query('update question set last_follow_up = 200 where id = $1', [id])
    expect(await problemOf(writing().followUp(room.bidder, id))).toMatch(/at most 200 follow-ups/)
    const { rows } = await database.pool.query('select last_follow_up from question where id = $1', [id])
    expect(rows[0].last_follow_up).toBe(200)
  })
})

describe('rights', () => {
  test('QA-29 QA-30 ORG-61 ORG-62 who may not write is refused, whatever they write', async () => {
    const { id } = await ask('Is the site leased?')
    const body = { body: 'no text' }
    const all = async (actor: Actor) => [
      await outcomeOf(writing().create(actor, log.id, {})),
      await outcomeOf(writing().update(actor, id, body)),
      await outcomeOf(writing().followUp(actor, id)),
      await outcomeOf(writing().addAll(actor, id, 'project')),
      await outcomeOf(writing().remove(actor, id, 'topic', id)),
      await outcomeOf(writing().answer(actor, id, body)),
    ]
    expect(new Set(await all(room.onlooker))).toEqual(new Set(['FORBIDDEN']))
    expect(new Set(await all(room.guest))).toEqual(new Set(['NOT_FOUND']))
    expect(await outcomeOf(writing().answer(room.bidder, id, body))).toBe('FORBIDDEN')
    const secret = await room.log({ restricted: true, groupIds: [room.bidder.groupId] })
    const hidden = await writing().create(room.bidder, secret.id, {})
    expect(await outcomeOf(writing().update(room.rival, hidden.id, body))).toBe('NOT_FOUND')
    expect(await outcomeOf(writing().followUp(room.rival, hidden.id))).toBe('NOT_FOUND')
  })

  test('QA-31 ORG-62 answers are not for whoever may not see them: text, count, or that there is one', async () => {
    const { id } = await ask('Question')
    await writing().answer(room.manager, id, { body: richTextOf('Answer') })
    const seen = async (actor: Actor) => {
      const [row] = await page(actor)
      const { counts } = await questions().counts(actor, log, { filter: 'ALL' })
      return [row?.answer?.body ?? null, counts.answered]
    }
    expect(await seen(room.bidder)).toEqual([richTextOf('Answer'), 1])
    expect(await seen(room.manager)).toEqual([richTextOf('Answer'), 1])
    expect(await seen(room.onlooker)).toEqual([null, null])
  })

  test('AUTH-35 a right that goes while a text waits for its turn is asked for again', async () => {
    const { id } = await ask('Question')
    const person = await make.person()
    await make.member(room.bidder.groupId, person)
    const leaving = await make.inSession(await make.actor(person))
    await database.pool.query('delete from membership where person_id = $1', [leaving.personId])
    expect(await outcomeOf(writing().update(leaving, id, { body: richTextOf('Late') }))).toBe('NOT_FOUND')
    expect((await page(room.bidder))[0]?.body).toEqual(richTextOf('Question'))
  })
})

describe('texts', () => {
  test('QA-16 QA-38 API-133 API-135 what a text may not hold is refused with a sentence at its field', async () => {
    const { id } = await ask('Question')
    const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } }
    const bad = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }],
    }
    for (const work of [
      () => writing().update(room.bidder, id, { body: bad }),
      () => writing().answer(room.manager, id, { body: bad }),
    ]) {
      const sentence = 'A link must begin with http://, https:// or mailto:. Please correct or remove it.'
      await expect(work()).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        extensions: { fields: { body: sentence } },
      })
    }
    expect((await page(room.bidder))[0]).toMatchObject({ body: richTextOf('Question'), answer: null })
  })

  test('QA-25 QA-39 of two who write one text the later is told and gets the newer one', async () => {
    const { id } = await ask()
    const write = (who: Actor, text: string, revision: number) =>
      writing().update(who, id, { body: richTextOf(text), revision })
    expect(await write(room.bidder, 'One', 0)).toMatchObject({ bodyRevision: 1 })
    await expect(write(room.colleague, 'Two', 0)).rejects.toMatchObject({
      code: 'CONFLICT',
      extensions: { revision: 1, newer: { body: richTextOf('One') } },
    })
    expect(await write(room.colleague, 'Two', 1)).toMatchObject({ body: richTextOf('Two'), bodyRevision: 2 })
    const answer = (text: string, revision: number) =>
      writing().answer(room.manager, id, { body: richTextOf(text), revision })
    expect((await answer('Three', 0)).answer).toMatchObject({ revision: 1 })
    await expect(answer('Four', 0)).rejects.toMatchObject({
      extensions: { revision: 1, newer: { body: richTextOf('Three') } },
    })
    // Another's mark of priority is no change of the text.
    await writing().update(room.bidder, id, { isPriority: true })
    expect(await write(room.colleague, 'Five', 2)).toMatchObject({ bodyRevision: 3, isPriority: true })
  })

  test('QA-25 a text that saves itself while it is typed is one entry of the activity for each person and pause', async () => {
    const { id } = await ask()
    const typed = async (who: Actor, ...texts: string[]) => {
      for (const text of texts) await writing().update(who, id, { body: richTextOf(text) })
    }
    const entries = async (kind: string) => {
      const { rows } = await database.pool.query(
        'select count(*)::int as count from activity where kind = $1 and subject_id = $2',
        [kind, id],
      )
      return rows[0].count
    }
    await typed(room.bidder, 'H', 'How', 'How much?')
    expect(await entries('UPDATE_QUESTION')).toBe(1)
    await typed(room.manager, 'How much, please?')
    await typed(room.bidder, 'How much then?')
    expect(await entries('UPDATE_QUESTION')).toBe(3)
    await database.pool.query(`update question set body_at = now() - interval '6 minutes' where id = $1`, [
      id,
    ])
    await typed(room.bidder, 'How much now?')
    expect(await entries('UPDATE_QUESTION')).toBe(4)
    for (const text of ['$', '$1', '$1.8M'])
      await writing().answer(room.manager, id, { body: richTextOf(text) })
    expect(await entries('ANSWER_QUESTION')).toBe(1)
    await writing().update(room.bidder, id, { isPriority: true })
    expect(await entries('UPDATE_QUESTION')).toBe(5)
  })

  test('QA-16 an emptied text is none, and its answer stays with its moments', async () => {
    const { id } = await ask('Question')
    await writing().answer(room.manager, id, { body: richTextOf('Answer') })
    await writing().answer(room.manager, id, { body: richTextOf(' ') })
    expect(await writing().update(room.bidder, id, { body: null })).toMatchObject({
      body: null,
      answer: { body: null, revision: 2 },
    })
    expect((await questions().counts(room.bidder, log, { filter: 'ALL' })).counts.answered).toBe(0)
  })
})

describe('open and closed', () => {
  test('QA-19 QA-20 QA-24 QA-35 a closed question is read-only, and keeps its priority and its follow-ups', async () => {
    const { id } = await ask('Question')
    const followUp = await writing().followUp(room.bidder, id)
    const [category] = await questions().choices(room.bidder, 'category', log.id)
    await writing().update(room.bidder, id, { isPriority: true })
    expect(await writing().update(room.bidder, id, { isClosed: true })).toMatchObject({
      isClosed: true,
      isPriority: true,
    })
    const sentence = 'CONFLICT: This question is closed. Reopen it to change it.'
    const body = richTextOf('Late')
    expect([
      await problemOf(writing().update(room.bidder, id, { body })),
      await problemOf(writing().update(room.bidder, id, { isPriority: false })),
      await problemOf(writing().answer(room.manager, id, { body })),
      await problemOf(writing().add(room.bidder, id, 'category', category?.id ?? '')),
      await problemOf(writing().addAll(room.bidder, id, 'project')),
    ]).toEqual(Array.from({ length: 5 }, () => sentence))
    expect((await page(room.bidder)).find((row) => row.id === followUp.id)?.isClosed).toBe(false)
    expect((await writing().followUp(room.bidder, id)).number).toBe('1.2')
    expect(await writing().update(room.bidder, id, { isClosed: false, body })).toMatchObject({
      isClosed: false,
      body,
    })
    const { rows } = await database.pool.query(
      `select kind from activity where subject_kind = 'question' and subject_id = $1 order by id`,
      [id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      'CREATE_QUESTION',
      'UPDATE_QUESTION',
      'UPDATE_QUESTION',
      'CLOSE_QUESTION',
      'REOPEN_QUESTION',
    ])
  })

  test('QA-28 API-099 each filter lists and counts what it says, for each reader', async () => {
    const [open, closed, priority] = [await ask('Open'), await ask('Closed'), await ask('Priority')]
    await writing().update(room.bidder, closed.id, { isPriority: true })
    await writing().update(room.bidder, closed.id, { isClosed: true })
    await writing().update(room.bidder, priority.id, { isPriority: true })
    expect(await numbers(room.rival, 'OPEN')).toEqual(['1', '3'])
    expect(await numbers(room.rival, 'CLOSED')).toEqual(['2'])
    expect(await numbers(room.rival, 'PRIORITY')).toEqual(['3'])
    expect(await numbers(room.rival, 'NEW')).toEqual(['1', '2', '3'])
    await database.pool.query(
      `update question_view set first_viewed_at = first_viewed_at - interval '25 hours'
       where person_id = $1 and question_id = any($2)`,
      [room.rival.personId, [open.id, closed.id]],
    )
    expect(await numbers(room.rival, 'NEW')).toEqual(['3'])
    const { count, counts } = await questions().counts(room.rival, log, { filter: 'PRIORITY' })
    expect(count).toBe(1)
    expect(counts).toEqual({ open: 2, closed: 1, priority: 1, new: 1, all: 3, answered: 0 })
    expect((await questions().counts(room.manager, log, { filter: 'NEW' })).count).toBe(3)
  })
})

describe('what a reader has seen', () => {
  const seen = async (actor: Actor) => {
    const [row] = await page(actor)
    return [row?.firstViewedAt?.getTime() ?? 0, row?.viewedAt?.getTime() ?? 0] as const
  }

  test('QA-17 QA-28 the place of a number within a filter says where a link leads', async () => {
    const [first, second] = [await ask('First'), await ask('Second')]
    await writing().followUp(room.bidder, first.id)
    await writing().update(room.bidder, first.id, { isClosed: true })
    const place = (number: string, filter: QuestionFilter = 'ALL') =>
      questions().place(room.bidder, log, { filter }, number)
    expect(await Promise.all(['1', '1.1', '2'].map((number) => place(number)))).toEqual([0, 1, 2])
    expect(await place(second.number, 'OPEN')).toBe(1)
    expect(await place('1', 'OPEN')).toBeNull()
    for (const number of ['3', '1.2', '0', 'x', '', '1.1.1', '99999999999', "1' or '1"]) {
      expect(await place(number)).toBeNull()
    }
  })

  test('QA-15 QA-21 QA-22 QA-23 the first view stays, and the last moves at the first one after a change', async () => {
    const { id } = await ask('Question')
    const first = await seen(room.rival)
    expect(first[0]).toBeGreaterThan(Date.now() - 60_000)
    expect(await seen(room.rival)).toEqual(first)
    await writing().update(room.bidder, id, { isPriority: true })
    const second = await seen(room.rival)
    expect(second[0]).toBe(first[0])
    expect(second[1]).toBeGreaterThan(first[1])
    expect(await seen(room.rival)).toEqual(second)
    await writing().answer(room.manager, id, { body: richTextOf('Answer') })
    expect((await seen(room.rival))[1]).toBeGreaterThan(second[1])
  })

  test('QA-23 QA-31 a change of an answer moves nothing for who may not see answers', async () => {
    const { id } = await ask('Question')
    const before = await seen(room.onlooker)
    await writing().answer(room.manager, id, { body: richTextOf('Answer') })
    expect(await seen(room.onlooker)).toEqual(before)
  })
})
