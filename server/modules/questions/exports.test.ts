import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { richTextOf } from '../../../shared/richText.ts'
import { Client } from '../../../testing/client.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { BIDDER, questionRoom } from './questions.fixture.ts'

const room = questionRoom()
const { database, make, questions } = room

const signedIn = async (role: readonly Permission[]) => {
  const email = `${role.length}-of-export@fund.example`
  const personId = await make.person({ email, password: PASSWORD })
  const { organisationId, place } = room
  const groupId = await make.group({ organisationId, role, portfolioIds: [place.portfolioId] })
  await make.member(groupId, personId)
  const client = new Client(room.server.address)
  await client.signIn(email, PASSWORD)
  return client
}
const fetched = async (client: Client, logId: string) => {
  const answer = await client.request(`/questions/${logId}/spreadsheet`)
  const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
  return { name: answer.headers.get('content-disposition'), rows: sheet?.rows ?? [] }
}

test('QA-05 QA-06 QA-31 API-153 the spreadsheet of a log has all of its questions, answers only for whom they are', async () => {
  const log = await room.log({ name: 'Lenders & Co.' })
  const write = questions().writing
  const [category] = await questions().choices(room.bidder, 'category', log.id)
  const asked = await write.create(room.bidder, log.id, { categoryIds: [category?.id ?? ''] })
  await write.update(room.bidder, asked.id, {
    body: richTextOf('=HYPERLINK("x")', 'Second line'),
    isPriority: true,
  })
  await write.answer(room.manager, asked.id, { body: richTextOf('Yes.') })
  const followUp = await write.followUp(room.bidder, asked.id)
  await write.update(room.bidder, followUp.id, { isClosed: true })
  // More than a page of them.
  await database.pool.query(
    `insert into question (id, log_id, number) select gen_random_uuid(), $1, n from generate_series(2, 450) n`,
    [log.id],
  )
  const today = new Date().toISOString().slice(0, 10)
  const { name, rows } = await fetched(await signedIn(BIDDER), log.id)
  expect(name).toMatch(new RegExp(`republican-valley.*-q-and-a-Lenders-Co-${today}\\.xlsx`))
  expect(rows[0]).toEqual([
    'Number',
    'Status',
    'Priority',
    'Categories',
    'Topics',
    'Projects',
    'Portfolios',
    'Question',
    'Created',
    'Modified',
    'Answer',
    'Answered',
  ])
  expect(rows[1]).toEqual([
    '1',
    'Open',
    'High',
    category?.name,
    null,
    null,
    null,
    '=HYPERLINK("x")\nSecond line',
    today,
    today,
    'Yes.',
    today,
  ])
  expect(rows[2]?.slice(0, 2)).toEqual(['1.1', 'Closed'])
  expect(rows.slice(3).map(([number]) => number)).toEqual(Array.from({ length: 449 }, (_, at) => `${at + 2}`))
  const blind = await fetched(await signedIn(['QUESTIONS_VIEW']), log.id)
  expect(blind.rows).toHaveLength(452)
  expect(JSON.stringify(blind.rows)).not.toMatch(/Answer|Yes\./)
})
