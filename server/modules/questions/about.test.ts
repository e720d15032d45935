import { beforeEach, expect, test } from 'vitest'
import { outcomeOf } from '../../../testing/outcome.ts'
import { sentDuring } from '../../../testing/statements.ts'
import type { Actor } from '../../access/actor.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import type { LogRow } from './index.ts'
import { questionRoom } from './questions.fixture.ts'

const room = questionRoom()
const { database, make, questions } = room
const writing = () => questions().writing
let log: LogRow

beforeEach(async () => {
  await database.pool.query('delete from question_log')
  log = await room.log()
})

const projectIn = async (name: string, portfolioIds: string[]) => {
  const values = { ...NOTHING_KNOWN, organisationId: room.organisationId, name, portfolioIds }
  const [id = ''] = await database.db.transaction().execute((tx) => insertProjects(tx, [values]))
  return id
}
const about = async (actor: Actor, id: string) => ({
  categories: (await questions().choicesOf('category', [id])).flat().map(({ name }) => name),
  projects: (await questions().projectsOf(actor, [id])).flat().map(({ name }) => name),
  portfolios: (await questions().portfoliosOf(actor, [id])).flat().map(({ name }) => name),
})

test('QA-32 QA-33 API-132 API-136 API-137 API-138 API-139 API-140 choices, projects and all of them come and go', async () => {
  const [harlan, furnas] = [
    await projectIn('Harlan County Solar', [room.place.portfolioId]),
    await projectIn('Furnas Storage', [room.place.portfolioId]),
  ]
  const elsewhere = await projectIn('Elsewhere', [])
  const [first, second] = await questions().choices(room.bidder, 'category', log.id)
  const { id } = await writing().create(room.bidder, log.id, {
    categoryIds: [second?.id ?? ''],
    projectIds: [harlan],
  })
  await writing().add(room.bidder, id, 'category', first?.id ?? '')
  expect(await about(room.bidder, id)).toEqual({
    categories: [first?.name, second?.name],
    projects: ['Harlan County Solar'],
    portfolios: [],
  })
  await writing().addAll(room.bidder, id, 'project')
  await writing().remove(room.bidder, id, 'category', second?.id ?? '')
  expect(await about(room.bidder, id)).toMatchObject({
    categories: [first?.name],
    projects: ['Furnas Storage', 'Harlan County Solar'],
  })
  // Neither who may not see projects nor another's log gives more than there is to see.
  expect((await about(room.onlooker, id)).projects).toEqual([])
  const other = await room.log()
  const [foreign] = await questions().choices(room.bidder, 'category', other.id)
  expect(await outcomeOf(writing().add(room.bidder, id, 'category', foreign?.id ?? ''))).toBe('NOT_FOUND')
  expect(await outcomeOf(writing().add(room.bidder, id, 'project', elsewhere))).toBe('NOT_FOUND')
  expect(await outcomeOf(writing().create(room.bidder, log.id, { projectIds: [elsewhere] }))).toBe(
    'NOT_FOUND',
  )
  expect(await outcomeOf(writing().add(room.bidder, id, 'portfolio', room.place.portfolioId))).toBe(
    'NOT_FOUND',
  )
  await writing().remove(room.bidder, id, 'project', furnas)
  await writing().removeAll(room.bidder, id, 'project')
  expect((await about(room.bidder, id)).projects).toEqual([])
})

test('QA-32 QA-33 API-139 API-141 a question of a holding company has portfolios, as far as they may be opened', async () => {
  const company = await questions().createLog(
    room.manager,
    { kind: 'holdingCompany', id: room.companyId },
    { name: 'Company', restricted: false, groupIds: [] },
  )
  const { id: hiddenId } = await make.portfolio({ organisationId: room.organisationId, name: 'Hidden' })
  await database.pool.query(
    'insert into holding_company_portfolio (holding_company_id, portfolio_id) values ($1, $2)',
    [room.companyId, hiddenId],
  )
  const { id } = await writing().create(room.bidder, company.id, {})
  await writing().addAll(room.bidder, id, 'portfolio')
  expect((await about(room.bidder, id)).portfolios).toEqual(['Republican Valley'])
  expect(await outcomeOf(writing().add(room.bidder, id, 'portfolio', hiddenId))).toBe('NOT_FOUND')
  // What is hidden from whoever takes all off stays.
  await database.pool.query('insert into question_portfolio values ($1, $2)', [id, hiddenId])
  await writing().removeAll(room.bidder, id, 'portfolio')
  await writing().remove(room.bidder, id, 'portfolio', hiddenId)
  const { rows } = await database.pool.query('select portfolio_id as id from question_portfolio')
  expect(rows).toEqual([{ id: hiddenId }])
  expect((await about(room.bidder, id)).portfolios).toEqual([])
})

test('projects to choose from are searched and paged by the database, which gives no others', async () => {
  for (const number of Array.from({ length: 40 }, (_, at) => String(at + 10))) {
    await projectIn(`Otter 50%_${number}`, [room.place.portfolioId])
  }
  await projectIn('Otter 50 and more', [room.place.portfolioId])
  await projectIn('Otter 50%_elsewhere', [])
  const found: string[][] = []
  const sent = await sentDuring(async () => {
    for (const offset of [0, 30]) {
      const asked = { search: 'otter 50%_', limit: 30, offset }
      found.push((await questions().projectChoices(room.bidder, log.id, asked)).map(({ name }) => name))
    }
  })
  expect(found.map((names) => [names.length, names.at(0), names.at(-1)])).toEqual([
    [30, 'Otter 50%_10', 'Otter 50%_39'],
    [10, 'Otter 50%_40', 'Otter 50%_49'],
  ])
  const answers = await Promise.all(sent.map(({ text, values }) => database.pool.query(text, [...values])))
  expect(Math.max(...answers.map(({ rows }) => rows.length))).toBe(30)
  const none = await questions().projectChoices(room.onlooker, log.id, { search: null, limit: 30, offset: 0 })
  expect(none).toEqual([])
})
