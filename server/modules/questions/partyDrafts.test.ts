import { describe, expect, test } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import type { Actor } from '../../access/actor.ts'
import type { LogRow, QuestionSearch } from './index.ts'
import { partyRoom } from './parties.fixture.ts'

const { room, database, make, questions, writing, log, draft, ask, page, numbers, wordsOf, all, problemOf } =
  partyRoom()

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
    const [category] = await questions().choices(room.bidder, 'category', log().id)
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
    const { counts } = await questions().counts(room.manager, log(), {
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
