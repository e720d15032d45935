import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../../testing/outcome.ts'
import type { Actor } from '../../access/actor.ts'
import { checklistRoom } from './checklists.fixture.ts'

/** Whose comments are whose: two rivals and the deal team in one room (CHK-47 to CHK-49). */

const room = checklistRoom()
const { checklists, item } = room
const PAGE = { limit: 200, offset: 0 }
const LEASE = 'Lease of Cedar Bluff'

const send = async (actor: Actor, text: string, audience?: string) => {
  const { id } = await item(LEASE, actor)
  const { comments } = await checklists().comment(actor, {
    checklistId: room.checklist,
    text,
    itemIds: [id],
    audience,
  })
  return comments[0]?.id ?? ''
}
/** What somebody reads of the cell, and how many comments it says there are. */
const read = async (actor: Actor) => {
  const { id, commentCount } = await item(LEASE, actor)
  const texts = (await checklists().comments(actor, id, PAGE)).map(({ comment }) => comment)
  return [commentCount, ...texts]
}

describe('an audience', () => {
  test('CHK-47 a comment of a party is for it and the deal team, one of the deal team for whom it names; counts follow', async () => {
    await send(room.ann, 'Ours')
    await send(room.bidder, 'Theirs')
    await send(room.admin, 'To all')
    await send(room.admin, 'Among us', 'DEAL_TEAM')
    await send(room.admin, 'To the bidder', room.bidder.groupId)
    expect(await read(room.ann)).toEqual([2, 'Ours', 'To all'])
    expect(await read(room.bidder)).toEqual([3, 'Theirs', 'To all', 'To the bidder'])
    expect(await read(room.admin)).toEqual([5, 'Ours', 'Theirs', 'To all', 'Among us', 'To the bidder'])
  })

  test('CHK-47 one that its sender may not name is refused with a sentence, and nothing is stored', async () => {
    const elsewhere = await room.make.group({ organisationId: room.place.organisationId, role: 'Bidder' })
    const refused = (actor: Actor, audience: string) =>
      expect(send(actor, 'Secret', audience)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    for (const audience of ['EVERYBODY', 'DEAL_TEAM', room.bidder.groupId, 'x'])
      await refused(room.ann, audience)
    for (const audience of [elsewhere, 'everybody', '018f0000-0000-7000-8000-000000000000', '']) {
      await refused(room.admin, audience)
    }
    expect(await read(room.admin)).toEqual([0])
    await send(room.ann, 'Own', room.ann.groupId)
    expect(await read(room.ann)).toEqual([1, 'Own'])
  })

  test('QA-40 CHK-47 the parties that a comment may name are offered to the deal team alone', async () => {
    const opened = (actor: Actor) => checklists().checklist(actor, room.checklist)
    const parties = async (actor: Actor) =>
      (await checklists().parties(actor, [await opened(actor)], 200))[0]?.map(({ id }) => id)
    expect(new Set(await parties(room.admin))).toEqual(new Set([room.ann.groupId, room.bidder.groupId]))
    expect(await parties(room.ann)).toBeUndefined()
  })

  test('QA-40 CHK-47 whoever changes party reads what is for the new one, and nothing of the old one', async () => {
    await send(room.ann, 'Ours')
    await send(room.bidder, 'Theirs')
    await room.database.pool.query('update membership set group_id = $2 where person_id = $1', [
      room.ann.personId,
      room.bidder.groupId,
    ])
    expect(await read(await room.make.actor(room.ann.personId))).toEqual([1, 'Theirs'])
  })

  test('CHK-47 NOTIF-18 the mail to an assignee quotes what is for them, and there is none where nothing is', async () => {
    const { id } = await item(LEASE, room.admin)
    await checklists().change(room.admin, { ids: [id], userId: room.ann.personId, at: new Date() })
    await send(room.bidder, 'We bid 41')
    await send(room.admin, 'Among us', 'DEAL_TEAM')
    const mails = async () => {
      await room.database.pool.query(`update notification set due_at = now() - interval '1 second'`)
      await room.server.app.runJobs()
      const { rows } = await room.database.pool.query<{ text: string }>(
        'select body_text as text from mail_outbox',
      )
      return rows.map(({ text }) => text)
    }
    expect(await mails()).toEqual([])
    await send(room.admin, 'Exhibit C?')
    await send(room.admin, 'For the other', room.bidder.groupId)
    const [mail = '', ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toContain('Exhibit C?')
    expect(mail).not.toMatch(/We bid 41|Among us|For the other/)
  })
})

describe('a comment', () => {
  const change = (actor: Actor, id: string, text: string) => checklists().changeComment(actor, { id, text })

  test('CHK-48 is changed by its writer for 15 minutes, and by nobody else', async () => {
    const id = await send(room.bidder, 'Exhibit B')
    expect(await change(room.bidder, id, ' Exhibit C ')).toMatchObject({ comment: 'Exhibit C' })
    expect(await read(room.bidder)).toEqual([1, 'Exhibit C'])
    expect(await outcomeOf(change(room.bidder, id, ' '))).toBe('BAD_USER_INPUT')
    expect(await outcomeOf(change(room.bidder, id, 'a'.repeat(4001)))).toBe('BAD_USER_INPUT')
    expect(await outcomeOf(change(room.admin, id, 'Mine'))).toBe('FORBIDDEN')
    expect(await outcomeOf(change(room.ann, id, 'Mine'))).toBe('NOT_FOUND')
    for (const unknown of ['x', '99999999']) {
      expect(await outcomeOf(change(room.ann, unknown, 'Mine'))).toBe('NOT_FOUND')
    }
    await room.database.pool.query(`update checklist_comment set created_at = now() - interval '15 minutes'`)
    expect(await outcomeOf(change(room.bidder, id, 'Exhibit D'))).toBe('CONFLICT')
    expect(await read(room.bidder)).toEqual([1, 'Exhibit C'])
  })

  test('CHK-48 is removed by its writer or with CHECKLISTS_ADMIN; it counts no longer, stays in its place, and the record keeps its text', async () => {
    const [own, other] = [await send(room.bidder, 'Own'), await send(room.bidder, 'Other')]
    expect(await outcomeOf(checklists().removeComment(room.ann, own))).toBe('NOT_FOUND')
    await checklists().removeComment(room.bidder, own)
    await checklists().removeComment(room.admin, other)
    expect(await outcomeOf(checklists().removeComment(room.admin, other))).toBe('CONFLICT')
    expect(await outcomeOf(change(room.bidder, own, 'Again'))).toBe('CONFLICT')
    const { id, commentCount } = await item(LEASE, room.bidder)
    expect(commentCount).toBe(0)
    const left = await checklists().comments(room.bidder, id, PAGE)
    expect(left.map(({ removedAt }) => removedAt !== null)).toEqual([true, true])
    const { rows } = await room.database.pool.query(
      'select comment from checklist_comment where item_id = $1',
      [id],
    )
    expect(rows).toHaveLength(2)
    // Nobody is told by mail of what is gone.
  })

  test('CHK-25 that is sent twice with one reference is stored once', async () => {
    const { id } = await item(LEASE, room.ann)
    const once = { checklistId: room.checklist, text: 'Once', itemIds: [id], ref: 'r1' }
    const sent = await Promise.all([1, 2, 3].map(() => checklists().comment(room.ann, once)))
    expect(new Set(sent.flatMap(({ comments }) => comments.map((each) => each.id))).size).toBe(1)
    expect(sent.filter(({ isRepeated }) => isRepeated)).toHaveLength(2)
    expect(await read(room.ann)).toEqual([1, 'Once'])
    await checklists().comment(room.bidder, once)
    expect(await read(room.bidder)).toEqual([1, 'Once'])
  })
})
