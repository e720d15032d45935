import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { zipRoom } from '../../../testing/zipRoom.ts'

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
let ids: [first: string, second: string]
/** What happens while the service reads pages; the pages come as they were sent. */
let whileRead: (pages: string) => unknown = () => {}
const asked: string[] = []

/** A service that answers each request with a price that its pages state, and a term that they don't. */
const service = createServer(async (request, response) => {
  const { messages } = JSON.parse(await text(request)) as { messages: { content: string }[] }
  const pages = messages[1]?.content ?? ''
  asked.push(pages)
  await whileRead(pages)
  const value = pages.match(/\$[\d.]+ per MWh/)?.[0] ?? ''
  const facts = [
    { field: 'price', value, detail: null, quotation: `The Contract Price is ${value}.`, page: 1 },
    { field: 'term', value: '99 years', detail: null, quotation: 'The term is 99 years.', page: 1 },
  ]
  response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ facts }) } }] }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  server = await startTestServer(database, {
    COPILOT_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`,
    COPILOT_MODEL: 'small-1',
  })
  room = await zipRoom(database, server)
  await sql`update organisation set copilot = true`.execute(database.db)
  ids = [
    await room.file('A first.pdf', await pdfWith(['The Contract Price is $41.10 per MWh.'])),
    await room.file('B second.pdf', await pdfWith(['The Contract Price is $42.20 per MWh.'])),
  ]
})
afterEach(() => {
  whileRead = () => {}
  asked.length = 0
})
afterAll(async () => {
  await server.close()
  service.closeAllConnections()
  service.close()
})

interface Job {
  id: string
  complete: boolean
  outputFileUrl: string | null
  failure: string | null
}
/** Has both files summarised for the bidder. */
async function summarised(): Promise<Job | undefined> {
  const { summaryJob } = await room.bidder.call<{ summaryJob: Job }>(
    `mutation($treeId: ID!, $ids: [ID!]!) {
      createSummaryJob(treeId: $treeId, documentIds: $ids, jobType: PPA_ANALYSIS) { summaryJob { id } }
    }`,
    { ids },
  )
  await room.runJobs()
  const jobs = await room.bidder.call<Job[]>(
    'query($treeId: ID!) { summaryJobs(treeId: $treeId) { id complete outputFileUrl failure } }',
  )
  return jobs.find(({ id }) => id === summaryJob.id)
}
async function wordsOf(job: Job | undefined): Promise<string> {
  const answer = await room.bidder.client.request(job?.outputFileUrl ?? '')
  const body = unzipSync(new Uint8Array(await answer.arrayBuffer()))['word/document.xml']
  return strFromU8(body ?? new Uint8Array()).replace(/<[^>]+>/g, '')
}

test('COP-10 what a service quotes and no page says is marked in the report, and nothing else is', async () => {
  const words = await wordsOf(await summarised())
  expect(words).toContain('Unverified: the words that are quoted were not found on the page named.')
  expect(words.match(/99 years {2}Unverified/g)).toHaveLength(2)
  expect(words.match(/Unverified/g)).toHaveLength(3)
})

test('COP-11 a document that is closed to the person while another is read is not read', async () => {
  whileRead = () => room.permit(ids[1], 'bidder', false)
  const job = await summarised()
  await room.permit(ids[1], 'bidder', true)
  expect(asked).toHaveLength(1)
  const words = await wordsOf(job)
  expect(words).toContain('$41.10 per MWh')
  expect(words).not.toMatch(/B second|42\.20/)
})

test('COP-11 a document that is closed to the person after it was read ends the summary without a report', async () => {
  whileRead = (pages) => pages.includes('42.20') && room.permit(ids[0], 'bidder', false)
  const job = await summarised()
  await room.permit(ids[0], 'bidder', true)
  expect(asked).toHaveLength(2)
  expect(job).toMatchObject({
    complete: true,
    outputFileUrl: null,
    failure: 'You no longer have access to these documents.',
  })
})
