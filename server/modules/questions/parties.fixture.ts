import { beforeEach } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import type { Actor } from '../../access/actor.ts'
import type { LogRow, QuestionSearch } from './index.ts'
import { questionRoom } from './questions.fixture.ts'

/** A room with an empty log in which each party sees its own, before each test, and what parties do in it. */
export function partyRoom() {
  const room = questionRoom()
  const { database, make, questions } = room
  const writing = () => questions().writing
  let begun: LogRow | undefined
  const log = (): LogRow => {
    if (!begun) throw new Error('The log is there from beforeEach on, not earlier.')
    return begun
  }
  beforeEach(async () => {
    await database.pool.query('delete from question_log')
    begun = await room.log({ visibility: 'EACH_PARTY' })
  })

  const draft = async (who: Actor, text: string | null, of = log()) => {
    const started = await writing().create(who, of.id, { draft: true })
    return text === null ? started : writing().update(who, started.id, { body: richTextOf(text) })
  }
  const ask = async (who: Actor, text: string, of = log()) =>
    writing().ask(who, (await draft(who, text, of)).id)
  const page = (actor: Actor, search: QuestionSearch = {}, ordering?: string, of = log()) =>
    questions().page(actor, of.id, { filter: 'ALL', search, ordering, limit: 200, offset: 0 })
  const numbers = async (actor: Actor, of = log()) =>
    (await page(actor, {}, undefined, of)).map(({ number }) => number)
  const bodies = async (actor: Actor, search: QuestionSearch = {}, ordering?: string) =>
    (await page(actor, search, ordering)).map(({ body }) => body?.content[0]?.content?.[0])
  const wordsOf = async (...asked: Parameters<typeof bodies>) =>
    (await bodies(...asked)).map((node) => (node && 'text' in node ? node.text : null))
  const all = async (actor: Actor, of = log()) =>
    (await questions().counts(actor, of, { filter: 'ALL' })).counts.all
  const problemOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    )
  return { room, database, make, questions, writing, log, draft, ask, page, numbers, wordsOf, all, problemOf }
}
