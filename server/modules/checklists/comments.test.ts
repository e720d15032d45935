import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../../testing/outcome.ts'
import type { Actor } from '../../access/actor.ts'
import { checklistRoom } from './checklists.fixture.ts'
import { addCategories, createChecklist } from './index.ts'

const room = checklistRoom()
const { checklists, item } = room

describe('comments', () => {
  const send = async (actor: Actor, text: string, ...names: string[]) =>
    checklists().comment(actor, {
      checklistId: room.checklist,
      text,
      itemIds: await Promise.all(names.map(async (name) => (await item(name)).id)),
    })
  const PAGE = { limit: 200, offset: 0 }

  test('CHK-27 CHK-29 CHK-39 every member comments, on several items at the same time, and each counts it', async () => {
    const { comments: made } = await send(
      room.bidder,
      '  Which exhibit?\n ',
      'Lease of Cedar Bluff',
      'Title of Cedar Bluff',
    )
    expect(made.map(({ comment, personId }) => [comment, personId])).toEqual([
      ['Which exhibit?', room.bidder.personId],
      ['Which exhibit?', room.bidder.personId],
    ])
    await send(room.admin, 'Exhibit C', 'Lease of Cedar Bluff')
    const { id, commentCount } = await item('Lease of Cedar Bluff', room.bidder)
    expect(commentCount).toBe(2)
    expect((await checklists().comments(room.bidder, id, PAGE)).map(({ comment }) => comment)).toEqual([
      'Which exhibit?',
      'Exhibit C',
    ])
    expect((await item('Title of Cedar Bluff', room.bidder)).commentCount).toBe(1)
  })

  test('CHK-24 CHK-28 what is too long, empty, or for items of another checklist stores nothing', async () => {
    const other = await room.database.db.transaction().execute(async (tx) => {
      const id = await createChecklist(tx, {
        portfolioId: room.place.portfolioId,
        name: 'Other',
        isActive: true,
      })
      await addCategories(tx, id, [{ name: 'Foreign', children: [{ name: 'Row' }] }])
      return id
    })
    const opened = await checklists().checklist(room.ann, other)
    const [foreign] = (await checklists().items(room.ann, [opened]))[0] ?? []
    const { id } = await item('Lease of Cedar Bluff')
    const comment = (text: string, itemIds: string[]) =>
      checklists().comment(room.ann, { checklistId: room.checklist, text, itemIds })
    await expect(comment('a'.repeat(4001), [id])).rejects.toMatchObject({
      message: 'Please use at most 4,000 characters; these are 4,001.',
    })
    await expect(comment(' \n ', [id])).rejects.toMatchObject({ message: 'Please write a comment.' })
    for (const ids of [[id, foreign?.id ?? ''], [id, '99999999'], ['x']]) {
      expect(await outcomeOf(comment('Text', ids))).toBe('NOT_FOUND')
    }
    expect(await outcomeOf(comment('Text', []))).toBe('BAD_USER_INPUT')
    expect((await item('Lease of Cedar Bluff')).commentCount).toBe(0)
    expect((await comment('\u{1f600}'.repeat(4000), [id])).comments).toHaveLength(1)
    const stranger = await room.make.actor(await room.make.person())
    expect(
      await outcomeOf(
        checklists().comment(stranger, { checklistId: room.checklist, text: 'A', itemIds: [id] }),
      ),
    ).toBe('NOT_FOUND')
  })

  test('CHK-28 the 21st message of one person in ten seconds is refused, that of another not', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    const both = [id, (await item('Title of Cedar Bluff')).id]
    const send = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          outcomeOf(
            checklists().comment(room.ann, { checklistId: room.checklist, text: `${at}`, itemIds: both }),
          ),
        ),
      )
    const first = await send(15)
    // As if they had come in this moment: a busy machine takes more than ten seconds for them.
    await room.database.pool.query('update checklist_comment set created_at = clock_timestamp()')
    const sent = [...first, ...(await send(10))]
    expect(sent.filter((each) => each === 'ok')).toHaveLength(20)
    expect(new Set(sent)).toEqual(new Set(['ok', 'RATE_LIMITED']))
    expect(
      await outcomeOf(
        checklists().comment(room.bidder, { checklistId: room.checklist, text: 'B', itemIds: [id] }),
      ),
    ).toBe('ok')
    await room.database.pool.query(
      `update checklist_comment set created_at = created_at - interval '11 seconds'`,
    )
    expect(
      await outcomeOf(
        checklists().comment(room.ann, { checklistId: room.checklist, text: 'C', itemIds: [id] }),
      ),
    ).toBe('ok')
  })
})

describe('mails', () => {
  const mails = async () => {
    await room.database.pool.query(`update notification set due_at = now() - interval '1 second'`)
    await room.server.app.runJobs()
    return (
      await room.database.pool.query(
        'select recipient, subject, body_text as text from mail_outbox order by subject, recipient',
      )
    ).rows as { recipient: string; subject: string; text: string }[]
  }

  test('NOTIF-18 who is assigned gets one mail about all of it, and nobody about what they did themselves', async () => {
    const ids = [(await item('Lease of Cedar Bluff')).id, (await item('Title of Harlan County')).id]
    await checklists().change(room.admin, { ids, userId: room.ann.personId })
    await checklists().change(room.admin, {
      ids: [(await item('Title of Cedar Bluff')).id],
      userId: room.admin.personId,
    })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toContain('2 checklist items assigned to you')
    expect(mail?.text).toMatch(/1\.1 Lease, Cedar Bluff/)
    expect(mail?.text).toMatch(/1\.2 Title, Harlan County/)
    expect(mail?.text).toContain(`/checklist?checklist=${room.checklist}&item=${ids[0]}`)
  })

  test('NOTIF-18 a comment is told to the assignee of its item, who may no longer be asked once taken off', async () => {
    const lease = (await item('Lease of Cedar Bluff')).id
    const title = (await item('Title of Cedar Bluff')).id
    await checklists().change(room.admin, { ids: [lease], userId: room.ann.personId, at: new Date() })
    await checklists().change(room.admin, { ids: [title], userId: room.bidder.personId, at: new Date() })
    await checklists().comment(room.admin, {
      checklistId: room.checklist,
      text: 'Exhibit C?',
      itemIds: [lease, title],
    })
    await checklists().change(room.admin, { ids: [title], userId: null })
    const all = await mails()
    expect(all).toHaveLength(1)
    expect(all[0]?.subject).toContain('new comments on 1 checklist item of yours')
    expect(all[0]?.text).toContain('Exhibit C?')
  })

  test('NOTIF-18 nothing is sent to whoever has lost the portfolio meanwhile', async () => {
    await checklists().change(room.admin, {
      ids: [(await item('Lease of Cedar Bluff')).id],
      userId: room.ann.personId,
    })
    await room.database.pool.query('delete from membership where person_id = $1', [room.ann.personId])
    expect(await mails()).toEqual([])
  })
})
