import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { letter } from '../../../../testing/hostileFiles.ts'
import { openers } from '../../../../testing/openers.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { createFairQueue, QueueBusy } from '../../../platform/pages/index.ts'
import { PAGE_QUEUE } from './createPages.ts'
import { bytesOf, createPagesRoom, difference, refusal, traced, views } from './pages.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const room = createPagesRoom(database)
const { upload, level, ask, open, first } = room

let server: TestServer
let treeId: string
let admin: Client
let bidder: Client
let lender: Client
let bidders: string
let lease: string

beforeAll(async () => {
  ;({ server, treeId, admin, bidder, lender, bidders } = await room.start())
  lease = await upload('Lease.pdf', await pdfWith(['Lease', '', 'Exhibit']))
  await level(lease, 'VIEW')
})
afterAll(() => server.close())

describe('pages of files', () => {
  test('PAGE-12 whoever may only view gets each page as a picture with their mark, and nobody keeps it', async () => {
    const opened = await first(bidder, lease)
    expect(opened).toMatchObject({ state: 'READY', reason: null, count: 3, version: 1 })
    expect(opened.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect(opened.pages.map(({ number, width, height }) => [number, width, height])).toEqual([
      [1, 612, 792],
      [2, 612, 792],
      [3, 612, 792],
    ])
    const response = await bidder.request(opened.url, {
      headers: {
        range: 'bytes=0-9',
        'if-range': new Date().toUTCString(),
        'if-none-match': '*',
        'if-modified-since': new Date().toUTCString(),
      },
    })
    expect(response.status).toBe(200)
    const { headers } = response
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('content-disposition')).toBe('inline')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-range']) {
      expect([name, headers.get(name)]).toEqual([name, null])
    }
    const marked = await bytesOf(response)
    expect((await sharp(marked).metadata()).width).toBe(800)
    // With the original it comes without a mark, and there is no code (MARK-02).
    const plain = await first(lender, lease)
    expect(plain.code).toBeNull()
    const unmarked = await bytesOf(await lender.request(plain.url))
    expect(await difference(marked, unmarked)).toBeGreaterThan(0.003)
    // A HEAD has no length, draws nothing, and is neither counted nor logged.
    const file = await upload('Head.pdf', await pdfWith(['Head']))
    await level(file, 'VIEW')
    const { url, code } = await first(bidder, file)
    const counted = async () =>
      (await database.pool.query('select coalesce(sum(pages), 0)::integer as pages from page_count')).rows
    const before = await counted()
    const answer = await bidder.request(url, { method: 'HEAD' })
    expect(await counted()).toEqual(before)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('content-length')).toBeNull()
    expect(await traced(database, code)).toMatchObject({ given: false })
    const { rows } = await database.pool.query(
      'select 1 from kept_page k join document_version v on v.id = k.version_id where v.document_id = $1',
      [file],
    )
    expect(rows).toEqual([])
    expect(await views(database, file)).toBe(0)
  })

  test('PAGE-11 an address is one person’s and good for what it says alone', async () => {
    const { url, openingId } = await first(bidder, lease)
    const other = await first(bidder, lease)
    for (const changed of [
      url.replace('/1?', '/2?'),
      url.replace('width=800', 'width=1600'),
      url.replace(/expires=\d+/, (found) => `${found}0`),
      url.replace('/1?', '/01?'),
      url.replace('/1?', '/+1?'),
      url.replace('width=800', 'width=800.0'),
      `${url}&print=0`,
      `${url}&print=1`,
      `${url}&mark=off`,
      `${url}&__proto__=1`,
      `${url}&width=800`,
      `${url}&signature=${/signature=(.*)/.exec(url)?.[1]}`,
      `${url}&expires=${/expires=(\d+)/.exec(url)?.[1]}`,
      url.replace(openingId, other.openingId),
      url.replace(/signature=./, 'signature=!'),
      url.replace(/&signature=.*/, ''),
    ]) {
      expect([changed, ...(await refusal(await bidder.request(changed)))]).toEqual([
        changed,
        403,
        'ADDRESS_INVALID',
      ])
    }
    expect(await refusal(await lender.request(url))).toEqual([403, 'ADDRESS_INVALID'])
    expect(await refusal(await new Client(server.address).request(url))).toEqual([401, 'UNAUTHENTICATED'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    try {
      expect(await refusal(await bidder.request(url))).toEqual([403, 'ADDRESS_EXPIRED'])
    } finally {
      vi.useRealTimers()
    }
    expect((await bidder.request(url)).status).toBe(200)
  })

  test('an address asks at each request what its person may do now', async () => {
    const file = await upload('Closing.pdf', await pdfWith(['Closing']))
    await level(file, 'VIEW')
    const { url } = await first(bidder, file)
    expect((await bidder.request(url)).status).toBe(200)
    await level(file, 'NONE')
    expect(await refusal(await bidder.request(url))).toEqual([404, 'NOT_FOUND'])
    await level(file, 'VIEW')
    expect((await bidder.request(url)).status).toBe(200)
    const { errors } = await admin.graphql(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      { treeId, ids: [file] },
    )
    expect(errors).toEqual([])
    expect(await refusal(await bidder.request(url))).toEqual([404, 'NOT_FOUND'])
  })

  test('PAGE-13 pictures are of five widths and at most 12 million pixels; other widths are refused', async () => {
    const tall = await upload('Tall.pdf', await pdfWith([''], { size: [200, 3_000] }))
    await level(tall, 'VIEW')
    const { url: extreme } = await first(bidder, tall, { width: 2400 })
    const { width: across = 0, height: down = 0 } = await sharp(
      await bytesOf(await bidder.request(extreme)),
    ).metadata()
    expect(across * down).toBeLessThanOrEqual(12_000_000)
    expect(across * down).toBeGreaterThan(11_900_000)
    for (const width of [160, 800, 1200, 1600, 2400]) {
      const { url } = await first(bidder, lease, { width })
      const picture = await sharp(await bytesOf(await bidder.request(url))).metadata()
      expect([width, picture.width]).toEqual([width, width])
    }
    const { errors } = await ask(bidder, lease, { width: 1000 })
    expect(errors?.map(({ message }) => message)).toContain(
      'Pages are 160, 800, 1200, 1600 or 2400 pixels wide.',
    )
  })

  test('a file without pages says why, and a folder is refused', async () => {
    const none = async (name: string, content: Buffer | string) => {
      const file = await upload(name, content)
      await level(file, 'VIEW')
      const { state, reason, count, pages } = await open(bidder, file)
      return { state, reason, count, pages: pages.length }
    }
    const because = (reason: string) => ({ state: 'NONE', reason, count: null, pages: 0 })
    expect(await none('Film.mp4', 'film')).toEqual(because('This kind of file has no pages.'))
    // No library of ours reads photographs of phones.
    expect(await none('Site.heic', 'photograph')).toEqual(because('This kind of file has no pages.'))
    expect(await none('Locked.pdf', await letter('Lease', { password: 'x' }))).toEqual(
      because('It is protected by a password.'),
    )
    expect(await none('Broken.pdf', 'just text')).toEqual(because('It is damaged or empty.'))
    const { errors } = await ask(bidder, `tree:${treeId}`)
    expect(errors?.map(({ message }) => message)).toEqual(['A folder has no pages.'])
    // Whoever sets levels is told how many these are.
    const { data } = await admin.graphql(
      `query($treeId: ID!, $root: ID!, $file: ID!) {
        all: documentPermissions(treeId: $treeId, documentIds: [$root]) { withoutPages }
        one: documentPermissions(treeId: $treeId, documentIds: [$file]) { withoutPages } }`,
      { treeId, root: `tree:${treeId}`, file: lease },
    )
    expect(data).toEqual({ all: { withoutPages: 4 }, one: { withoutPages: 0 } })
  })

  test('PAGE-02 every installation makes pages of PDFs, pictures, texts, tables and e-mails', async () => {
    const white = sharp({ create: { width: 40, height: 30, channels: 3, background: '#ffffff' } })
    const mail = 'From: a@b.example\r\nSubject: Notice\r\n\r\nWords\r\n'
    const outlook = burn([
      { name: 'Root Entry', type: 5, length: 0, children: [1, 2] },
      { name: '__properties_version1.0', type: 2, length: 32, binaryProvider: () => new Uint8Array(32) },
      {
        name: '__substg1.0_0037001F',
        type: 2,
        length: 4,
        binaryProvider: () => new Uint8Array([78, 0, 111, 0]),
      },
    ])
    const files: Record<string, Buffer | string> = {
      pdf: await pdfWith(['Words']),
      png: await white.png().toBuffer(),
      jpg: await white.jpeg().toBuffer(),
      jpeg: await white.jpeg().toBuffer(),
      gif: await white.gif().toBuffer(),
      webp: await white.webp().toBuffer(),
      avif: await white.avif().toBuffer(),
      tif: await white.tiff().toBuffer(),
      tiff: await white.tiff().toBuffer(),
      ...Object.fromEntries(['txt', 'md', 'log', 'json', 'xml'].map((kind) => [kind, 'Words'])),
      csv: 'a,b\n1,2\n',
      tsv: 'a\tb\n1\t2\n',
      eml: mail,
      msg: Buffer.from(outlook),
    }
    for (const [extension, content] of Object.entries(files)) {
      const file = await upload(`Each.${extension}`, content)
      const { state, reason, count, url } = await first(lender, file)
      expect([extension, state, reason, count]).toEqual([extension, 'READY', null, 1])
      const response = await lender.request(url)
      expect([extension, response.status]).toEqual([extension, 200])
      await bytesOf(response)
    }
  })

  test('PAGE-21 a text is found by its places, without words, by whoever may only view', async () => {
    const find = async (client: Client, documentId: string, text: string, more = {}) => {
      const { data, errors } = await client.graphql(
        `query($treeId: ID!, $documentId: ID!, $text: String!, $limit: Int, $offset: Int) {
          findInPages(treeId: $treeId, documentId: $documentId, text: $text, limit: $limit, offset: $offset) {
            count more hits { page boxes { x y width height } } } }`,
        { treeId, documentId, text, ...more },
      )
      return {
        ...((data?.findInPages ?? {}) as {
          count: number
          more: boolean
          hits: { page: number; boxes: object[] }[]
        }),
        refused: errors.map(({ extensions, message }) => [extensions.code, message]),
      }
    }
    const file = await upload(
      'Search.pdf',
      await pdfWith(['Ground lease', 'The lease ends', 'pay '.repeat(600)]),
    )
    await level(file, 'VIEW')
    const found = await find(bidder, file, 'LEASE')
    expect([found.count, found.more, found.hits.map(({ page }) => page)]).toEqual([2, false, [1, 2]])
    expect(found.hits[0]?.boxes).toEqual([
      { x: expect.any(Number), y: expect.any(Number), width: expect.any(Number), height: expect.any(Number) },
    ])
    expect((await find(bidder, file, 'lease', { limit: 1, offset: 1 })).hits.map(({ page }) => page)).toEqual(
      [2],
    )
    const many = await find(bidder, file, 'pay')
    expect([many.count, many.more, many.hits.length]).toEqual([500, true, 200])
    for (const text of ['le', ' l ', 'x'.repeat(101)]) expect((await find(bidder, file, text)).count).toBe(0)
    await level(file, 'NONE')
    expect((await find(bidder, file, 'lease')).refused.map(([code]) => code)).toEqual(['NOT_FOUND'])
    await level(file, 'VIEW')
    await database.pool.query(`update page_count set searches = 20, minute = date_trunc('minute', now())
      where minute = (select max(minute) from page_count c where c.person_id = page_count.person_id)`)
    const [refusedNow] = (await find(bidder, file, 'lease')).refused
    expect(refusedNow).toEqual([
      'RATE_LIMITED',
      expect.stringMatching(/^You are searching very often\. Please wait \d+ seconds\.$/),
    ])
    expect((await find(bidder, file, 'le')).count).toBe(0)
    await database.pool.query('update page_count set searches = 0')
  })

  test('the words of pages are given from PDF on, and below to those for whom the room says so', async () => {
    const file = await upload('Words.pdf', await pdfWith(['Ground lease', 'Exhibit']))
    const texts = async () => (await open(bidder, file)).pages.map(({ text }) => text)
    await level(file, 'PRINT')
    expect(await texts()).toEqual([null, null])
    await level(file, 'PDF')
    expect(await texts()).toEqual(['Ground lease', 'Exhibit'])
    await level(file, 'VIEW')
    const give = (ids: readonly string[]) =>
      admin.graphql(
        'mutation($treeId: ID!, $ids: [ID!]) { updateTreeViewing(treeId: $treeId, textPrincipalIds: $ids) { errors { message } } }',
        { treeId, ids },
      )
    await give([bidders])
    expect(await texts()).toEqual(['Ground lease', 'Exhibit'])
    await give([])
    expect(await texts()).toEqual([null, null])
  })

  test('PAGE-17 whoever opens pages very quickly waits', async () => {
    const { url } = await first(lender, lease)
    await database.pool.query(
      `insert into page_count (person_id, minute, pages)
       select id, date_trunc('minute', now()) + make_interval(mins => ahead), 240
       from person cross join generate_series(0, 1) as ahead where email = 'viewer@pages.example'
       on conflict (person_id, minute) do update set pages = 240`,
    )
    const refused = await lender.request(url)
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, seconds > 0]).toEqual([429, true])
    expect(await refused.json()).toEqual({
      error: {
        code: 'RATE_LIMITED',
        message: `You are opening pages very quickly. Please wait ${seconds} seconds.`,
      },
    })
    expect((await bidder.request((await first(bidder, lease)).url)).status).toBe(200)
    await database.pool.query('delete from page_count')
    await database.pool.query(
      `insert into page_count (person_id, minute, pages)
       select id, date_trunc('minute', now()) - make_interval(mins => ago), 200
       from person cross join generate_series(5, 19) as ago where email = 'viewer@pages.example'`,
    )
    // The oldest of them were opened 19 minutes ago, and have to be an hour old first.
    const later = await lender.request(url)
    const wait = Number(later.headers.get('retry-after'))
    expect([later.status, wait > 40 * 60, wait <= 41 * 60]).toEqual([429, true, true])
    await database.pool.query('delete from page_count')
    expect((await lender.request(url)).status).toBe(200)
  })

  test('PAGE-16 whoever has asked for many pages waits for their own; above 200, or after 20 s, the answer is PAGES_BUSY', async () => {
    const long = await upload('Long.pdf', await pdfWith(Array.from({ length: 12 }, (_, at) => `Page ${at}`)))
    await level(long, 'VIEW')
    const [many, few] = [await open(bidder, long, { width: 160 }), await open(lender, long, { width: 160 })]
    await database.pool.query('delete from page_count')
    const done: { who: string; number: number }[] = []
    const refused: Response[] = []
    const get = async (who: string, client: Client, pages: typeof many, number: number) => {
      const response = await client.request(pages.pages[number - 1]?.url ?? '')
      if (response.status === 200) done.push({ who, number })
      else refused.push(response)
      await response.clone().arrayBuffer()
    }
    await get('before', bidder, many, 1)
    await get('before', lender, few, 1)
    const processes = await openers()
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    let waiting: Promise<unknown>
    try {
      // One is being drawn, 200 wait, and there is no room for three.
      waiting = Promise.all([
        ...Array.from({ length: 9 }, (_, at) => get('hasty', bidder, many, at + 2)),
        ...Array.from({ length: 195 }, () => get('hasty', bidder, many, 11)),
      ])
      await vi.waitFor(() => expect(refused.length).toBe(3), { timeout: 60_000 })
      expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await refusal(refused[0] ?? new Response())).toEqual([503, 'PAGES_BUSY'])
      // The page for which 195 wait, and one for which nobody does.
      const calm = Promise.all([get('calm', lender, few, 11), get('calm', lender, few, 12)])
      const counted = () =>
        database.pool.query<{ pages: string }>(
          `select coalesce(sum(c.pages), 0) as pages from page_count c
           join person p on p.id = c.person_id and p.email = 'viewer@pages.example'`,
        )
      await vi.waitFor(async () => expect(Number((await counted()).rows[0]?.pages)).toBe(3))
      for (const pid of processes) process.kill(pid, 'SIGCONT')
      await calm
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT')
    }
    // Both were given, before those that wait for longer.
    expect(done.filter(({ who }) => who === 'calm')).toHaveLength(2)
    // Whoever else waits for the eleventh has it as soon as it is drawn.
    const others = new Set(
      done.flatMap(({ who, number }) => (who === 'hasty' && number !== 11 ? [number] : [])),
    )
    expect(others.size).toBeLessThan(9)
    await waiting
    expect(done.filter(({ who }) => who === 'hasty')).toHaveLength(201)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const queue = createFairQueue(PAGE_QUEUE)
      const never = Promise.withResolvers<void>()
      void queue.run('one', () => never.promise)
      const late = queue.run('other', async () => 'drawn').catch((error: unknown) => error)
      vi.advanceTimersByTime(19_999)
      expect(queue.waiting()).toBe(1)
      vi.advanceTimersByTime(1)
      expect(await late).toBeInstanceOf(QueueBusy)
    } finally {
      vi.useRealTimers()
    }
  })

  test('whoever sees pages is given neither the file nor pictures of it', async () => {
    const { data } = await bidder.graphql(
      `query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { level previewUrl thumbnailUrl } }`,
      { treeId, id: lease },
    )
    expect(data?.document).toEqual({ level: 'VIEW', previewUrl: null, thumbnailUrl: null })
    const { errors } = await bidder.graphql(
      'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
      { treeId, id: lease },
    )
    expect(errors?.map(({ message }) => message)).toEqual(['You may view this document, not download it.'])
  })
})
