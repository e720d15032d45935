import { beforeEach, expect, test } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import type { LogRow } from './index.ts'
import { questionRoom } from './questions.fixture.ts'

const room = questionRoom()
const { database, questions } = room
let log: LogRow
const emails = new Map<string, string>()

beforeEach(async () => {
  await database.pool.query('truncate notification, mail_outbox')
  await database.pool.query('delete from question_log')
  await database.pool.query('delete from notification_off')
  log = await room.log()
  const { rows } = await database.pool.query<{ id: string; email: string }>('select id, email from person')
  for (const { id, email } of rows) emails.set(email, id)
})

const NAMES = ['manager', 'bidder', 'colleague', 'rival', 'onlooker', 'guest'] as const
const nameOf = (email: string) => NAMES.find((name) => room[name].personId === emails.get(email)) ?? email
/** Who was sent what after half an hour, by recipient. */
async function mails(): Promise<Record<string, { subject: string; text: string }>> {
  await database.pool.query(
    `update notification set due_at = due_at - interval '30 minutes', latest_at = latest_at - interval '30 minutes'`,
  )
  await room.server.app.runJobs()
  const { rows } = await database.pool.query<{ recipient: string; subject: string; text: string }>(
    'select recipient, subject, body_text as text from mail_outbox order by id',
  )
  await database.pool.query('truncate mail_outbox')
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(rows.length)
  return Object.fromEntries(rows.map(({ recipient, ...mail }) => [nameOf(recipient), mail]))
}
const ask = async (text: string | null, of = log) => {
  const { id } = await questions().writing.create(room.bidder, of.id, {})
  if (text !== null) await questions().writing.update(room.bidder, id, { body: richTextOf(text) })
  return id
}

test('NOTIF-17 NOTIF-19 a question is announced to those who answer, once it has text, as one mail', async () => {
  const id = await ask(null)
  expect(await mails()).toEqual({})
  for (const text of ['Is the', 'Is the site leased?']) {
    await questions().writing.update(room.bidder, id, { body: richTextOf(text) })
  }
  const sent = await mails()
  expect(Object.keys(sent)).toEqual(['manager'])
  expect(sent.manager?.subject).toBe('Republican Valley: new question 1')
  expect(sent.manager?.text).toContain('Is the site leased?')
  expect(sent.manager?.text).toContain(`/q-and-a?logId=${log.id}&question=1`)
  await questions().writing.update(room.bidder, id, { body: richTextOf('Changed') })
  expect(await mails()).toEqual({})
})

test('NOTIF-17 NOTIF-19 QA-31 an answer is told to those who may see it, and not to who wrote it', async () => {
  const id = await ask('Question')
  await mails()
  for (const text of ['Ye', 'Yes.']) {
    await questions().writing.answer(room.manager, id, { body: richTextOf(text) })
  }
  const sent = await mails()
  expect(Object.keys(sent).toSorted()).toEqual(['bidder', 'colleague', 'rival'])
  expect(sent.rival?.text).toContain('Yes.')
})

test('NOTIF-17 a closed question is told to those who may see its log; one that is open again to nobody', async () => {
  const id = await ask('Question')
  await mails()
  await questions().writing.update(room.manager, id, { isClosed: true })
  expect(Object.keys(await mails()).toSorted()).toEqual(['bidder', 'colleague', 'onlooker', 'rival'])
  await questions().writing.update(room.manager, id, { isClosed: false })
  await questions().writing.update(room.manager, id, { isClosed: true })
  await questions().writing.update(room.manager, id, { isClosed: false })
  expect(await mails()).toEqual({})
})

test('NOTIF-19 QA-14 a restricted log is mailed to its groups and who administers logs alone, as it is by then', async () => {
  const secret = await room.log({ name: 'Secret', restricted: true, groupIds: [room.bidder.groupId] })
  const id = await ask('Question', secret)
  await mails()
  await questions().writing.answer(room.manager, id, { body: richTextOf('Answer') })
  expect(Object.keys(await mails()).toSorted()).toEqual(['bidder', 'colleague'])
  await questions().writing.update(room.manager, id, { isClosed: true })
  await database.pool.query('update portfolio set enable_q_and_a = false')
  expect(await mails()).toEqual({})
  await database.pool.query('update portfolio set enable_q_and_a = true')
})

test('QA-42 QA-46 the mails about one party’s question go to it and the deal team, which is told who asked', async () => {
  const own = await room.log({ visibility: 'EACH_PARTY' })
  await questions().writing.create(room.rival, own.id, {})
  const { id } = await questions().writing.create(room.bidder, own.id, { draft: true })
  await questions().writing.update(room.bidder, id, { body: richTextOf('What is the price?') })
  expect(await mails()).toEqual({})
  await questions().writing.ask(room.bidder, id)
  const asked = await mails()
  expect(Object.keys(asked)).toEqual(['manager'])
  expect(asked.manager?.subject).toBe('Republican Valley: new question 1')
  expect(asked.manager?.text).toMatch(/Asked by Pat Lee \d+, Group \d+\./)
  expect(asked.manager?.text).toContain(`question=${id}`)
  await questions().writing.answer(room.manager, id, { body: richTextOf('Hal'), draft: true })
  expect(await mails()).toEqual({})
  await questions().writing.publishAnswer(room.manager, id, 1)
  const answered = await mails()
  expect(Object.keys(answered).toSorted()).toEqual(['bidder', 'colleague'])
  expect(answered.bidder?.text).not.toContain('Asked by')
  await questions().writing.update(room.manager, id, { isClosed: true })
  expect(Object.keys(await mails()).toSorted()).toEqual(['bidder', 'colleague'])
})
