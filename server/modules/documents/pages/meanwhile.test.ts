import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { killOpeners, openers } from '../../../../testing/openers.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { KeptFiles } from '../../../../testing/stored.ts'
import { createPagesRoom, refusal, traced, views } from './pages.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const room = createPagesRoom(database)
const { upload, level, first } = room

let server: TestServer
let treeId: string
let bidder: Client

beforeAll(async () => {
  ;({ server, treeId, bidder } = await room.start())
})
afterAll(() => server.close())

/** A new file of a page that the bidder has opened at a level. */
async function opened(name: string, at: string) {
  const file = await upload(name, await pdfWith([`Words of ${name}`]))
  await level(file, at)
  return { file, ...(await first(bidder, file)) }
}
const markedPdf = async (file: string): Promise<{ url: string; code: string }> => {
  const { data } = await bidder.graphql(
    'mutation($t: ID!, $d: ID!) { downloadMarkedPdf(treeId: $t, documentId: $d) { url code } }',
    { t: treeId, d: file },
  )
  return data?.downloadMarkedPdf as { url: string; code: string }
}
const countedPages = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ pages: string }>(
    'select coalesce(sum(pages), 0) as pages from page_count',
  )
  return Number(rows[0]?.pages)
}
const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name)
}

/** Asks for a page, and while it is drawn does something. */
async function whileDrawn(
  url: string,
  meanwhile: (pids: readonly number[]) => Promise<void>,
): Promise<Response> {
  const pids = await openers()
  expect(pids.length).toBeGreaterThan(0)
  const before = await countedPages()
  signal(pids, 'SIGSTOP')
  try {
    const answer = bidder.request(url)
    await expect.poll(countedPages, { timeout: 60_000 }).toBe(before + 1)
    await meanwhile(pids)
    signal(await openers(), 'SIGCONT')
    return await answer
  } finally {
    signal(await openers(), 'SIGCONT')
  }
}

test.each([
  ['is closed', 'VIEW', 'NONE', 'url', [404, 'NOT_FOUND']],
  ['may no longer be printed', 'PRINT', 'VIEW', 'printUrl', [403, 'FORBIDDEN']],
] as const)(
  'VIEW-27 MARK-10 a page of a document that %s while it is drawn does not go out, and its code leads nowhere',
  async (_title, before, after, which, expected) => {
    const page = await opened(`Falls to ${after}.pdf`, before)
    const url = page.pages[0]?.[which] ?? ''
    const answer = await whileDrawn(url, () => level(page.file, after))
    expect(await refusal(answer)).toEqual(expected)
    expect(await traced(database, which === 'url' ? page.code : page.printCode)).toMatchObject({
      given: false,
    })
    expect(await views(database, page.file)).toBe(0)
  },
)

test('a page whose process is killed while it is drawn says so, and comes with its mark at the next asking', async () => {
  const page = await opened('Killed.pdf', 'VIEW')
  const answer = await whileDrawn(page.url, async (pids) => signal(pids, 'SIGKILL'))
  expect(await refusal(answer)).toEqual([422, 'PAGE_FAILED'])
  expect(await traced(database, page.code)).toMatchObject({ given: false })
  const again = await bidder.request(page.url)
  expect([again.status, again.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await traced(database, page.code)).toMatchObject({ given: true })
})

test('processes that are killed while they have nothing to do are no file’s fault', async () => {
  const page = await opened('Idle.pdf', 'PDF')
  expect((await bidder.request(page.url)).status).toBe(200)
  const pdf = await markedPdf(page.file)
  expect((await bidder.request(pdf.url)).status).toBe(200)
  await killOpeners()
  const next = await opened('Next.pdf', 'PDF')
  expect(next).toMatchObject({ state: 'READY', count: 1 })
  const statuses = [next.url, (await markedPdf(next.file)).url].map(
    async (url) => (await bidder.request(url)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200])
})

test('VIEW-27 a PDF of a document whose level falls while it is marked does not go out, and its code leads nowhere', async () => {
  const page = await opened('Marked.pdf', 'PDF')
  const { url, code } = await markedPdf(page.file)
  // None of it runs: the next PDF begins with a process of its own.
  await killOpeners()
  const answer = bidder.request(url)
  let pids: readonly number[] = []
  const begun = async () => {
    pids = await openers()
    return pids.length
  }
  await expect.poll(begun, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  signal(pids, 'SIGSTOP')
  await level(page.file, 'PRINT')
  signal(pids, 'SIGCONT')
  expect(await refusal(await answer)).toEqual([403, 'FORBIDDEN'])
  expect(await traced(database, code)).toMatchObject({ given: false })
  const { rows } = await database.pool.query(
    `select 1 from activity where document_id = $1 and kind = 'DOWNLOAD'`,
    [page.file],
  )
  expect(rows).toEqual([])
})

test('what the storage does not give is an error, and no page of it goes out', async () => {
  const page = await opened('Gone.pdf', 'PDF')
  const { url } = await markedPdf(page.file)
  const { rows } = await database.pool.query<{ key: string }>(
    'select current_version_id as key from document where id = $1',
    [page.file],
  )
  await new KeptFiles(() => server, database).lose(rows[0]?.key ?? '')
  for (const address of [page.url, url]) {
    const answer = await bidder.request(address)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      500,
      expect.stringMatching(/^application\/json/),
    ])
    expect(await answer.text()).toContain('A server error has occurred')
  }
  expect(await traced(database, page.code)).toMatchObject({ given: false })
  // Others go on.
  const next = await opened('Beside.pdf', 'VIEW')
  expect((await bidder.request(next.url)).status).toBe(200)
})
