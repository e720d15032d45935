import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { letter, picture } from '../../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import type { TestServer } from '../../../../testing/server.ts'
import type { Content } from '../../../platform/pages/index.ts'
import { removeOldBytes } from '../index.ts'
import { createKeptPages } from './keptPages.ts'
import { createPagesRoom } from './pages.fixture.ts'

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
let lenders: string
let lease: string

beforeAll(async () => {
  ;({ server, treeId, admin, bidder, lender, bidders, lenders } = await room.start())
  lease = await upload('Lease.pdf', await pdfWith(['Lease', '', 'Exhibit']))
  await level(lease, 'VIEW')
})
afterAll(() => server.close())

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const pixels = (image: Buffer) => sharp(image).removeAlpha().raw().toBuffer()
/** Share of the bytes of pixels that differ. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await pixels(one), await pixels(other)]
  expect(a.length).toBe(b.length)
  return a.reduce((sum, value, at) => sum + (Math.abs(value - (b[at] ?? 0)) >= 16 ? 1 : 0), 0) / a.length
}
const refusal = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return [response.status, error.code]
}
const traced = async (code: string | null) => {
  const { rows } = await database.pool.query(
    `select first_at is not null as given, address, company_name, groups, recorded_path, version
     from page_mark where code = $1`,
    [code?.replaceAll('-', '')],
  )
  return rows[0]
}
const views = async (documentId: string) => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from activity where document_id = $1 and kind = 'VIEW'`,
    [documentId],
  )
  return rows[0]?.count
}

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
    const answer = await bidder.request(url, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('content-length')).toBeNull()
    expect(await traced(code)).toMatchObject({ given: false })
    const { rows } = await database.pool.query(
      'select 1 from kept_page k join document_version v on v.id = k.version_id where v.document_id = $1',
      [file],
    )
    expect(rows).toEqual([])
    expect(await views(file)).toBe(0)
  })

  test('MARK-16 an opening has one code, another one has another, and each leads to reader and moment', async () => {
    const file = await upload('Deed.pdf', await pdfWith(['Deed']))
    await level(file, 'VIEW')
    const one = await first(bidder, file)
    expect(await traced(one.code)).toMatchObject({ given: false, address: null })
    expect(await views(file)).toBe(0)
    const picture = await bytesOf(await bidder.request(one.url))
    expect(await traced(one.code)).toEqual({
      given: true,
      address: '127.0.0.1',
      company_name: '',
      groups: [expect.stringMatching(/.+/)],
      recorded_path: 'Deed.pdf',
      version: 1,
    })
    const again = await first(bidder, file, { openingId: one.openingId })
    expect([again.openingId, again.code]).toEqual([one.openingId, one.code])
    await bytesOf(await bidder.request(again.url))
    expect(await views(file)).toBe(1)
    const other = await first(bidder, file)
    expect(other.code).not.toBe(one.code)
    expect(await difference(picture, await bytesOf(await bidder.request(other.url)))).toBeGreaterThan(0)
    expect(await views(file)).toBe(2)
    // Of two people, both below the original, neither is given the other's picture.
    await level(file, 'PDF', lenders)
    const theirs = await first(lender, file)
    expect(await difference(picture, await bytesOf(await lender.request(theirs.url)))).toBeGreaterThan(0)
    // An opening of somebody else doesn't go on.
    expect((await first(lender, file, { openingId: one.openingId })).openingId).not.toBe(one.openingId)
  })

  test('MARK-11 MARK-12 a code leads whoever administers the documents to reader and document, and nobody else', async () => {
    const file = await upload('Traced.pdf', await pdfWith(['Traced']))
    await level(file, 'VIEW')
    const { code, url } = await first(bidder, file)
    const { rows } = await database.pool.query<{ slug: string }>('select slug from organisation')
    const trace = (client: Client, typed: string, orgSlug = rows[0]?.slug) =>
      client.graphql(
        `query($orgSlug: String!, $code: String!) { markTrace(orgSlug: $orgSlug, code: $code) {
          code kind at address user { fullName } groups companyName document { id } recordedPath version viewedAs } }`,
        { orgSlug, code: typed },
      )
    const refused = async (client: Client, typed: string, orgSlug = rows[0]?.slug) => {
      const { errors } = await trace(client, typed, orgSlug)
      return errors.map(({ message, extensions }) => [extensions.code, message])
    }
    const unknown = [['NOT_FOUND', 'No mark has this code.']]
    // Nothing has gone out with it yet.
    expect(await refused(admin, code ?? '')).toEqual(unknown)
    await bidder.request(url)
    const { data } = await trace(admin, ` ${code?.toLowerCase().replaceAll('-', ' ')}`)
    expect(data?.markTrace).toEqual({
      code,
      kind: 'SCREEN',
      at: expect.any(String),
      address: '127.0.0.1',
      user: { fullName: expect.stringMatching(/\w \w/) },
      groups: [expect.any(String)],
      companyName: '',
      document: { id: file },
      recordedPath: 'Traced.pdf',
      version: 1,
      viewedAs: null,
    })
    for (const client of [bidder, lender]) expect(await refused(client, code ?? '')).toEqual(unknown)
    expect(await refused(admin, code ?? '', 'another')).toEqual(unknown)
    expect(await refused(admin, '7K2M-4QXN-9TRB')).toEqual(unknown)
    expect(await refused(admin, '7K2M')).toEqual([['BAD_USER_INPUT', 'A code has 12 letters and digits.']])
    const known = '01K2M4QXN9TR'
    await database.pool.query('update page_mark set code = $2 where code = $1', [
      code?.replaceAll('-', ''),
      known,
    ])
    for (const typed of ['oIk2-m4qx-n9tr', ' OL K2 M4QX-N9TR ', known]) {
      expect((await trace(admin, typed)).data?.markTrace).toMatchObject({ code: '01K2-M4QX-N9TR' })
    }
    // It leads to them still once the document is deleted.
    await admin.graphql(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      { treeId, ids: [file] },
    )
    const { data: later } = await trace(admin, known)
    expect(later?.markTrace).toMatchObject({
      code: '01K2-M4QX-N9TR',
      document: null,
      recordedPath: 'Traced.pdf',
    })
  })

  test('PAGE-11 an address is one person’s and good for what it says alone', async () => {
    const { url, openingId } = await first(bidder, lease)
    const other = await first(bidder, lease)
    for (const changed of [
      url.replace('/1?', '/2?'),
      url.replace('width=800', 'width=1600'),
      url.replace(/expires=\d+/, (found) => `${found}0`),
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
    for (const width of [160, 1200, 1600, 2400]) {
      const { url } = await first(bidder, lease, { width })
      expect(url).toContain(`width=${width}&`)
    }
    const { errors } = await ask(bidder, lease, { width: 1000 })
    expect(errors?.map(({ message }) => message)).toContain(
      'Pages are 160, 800, 1200, 1600 or 2400 pixels wide.',
    )
  })

  test('pages are kept without marks for their next readers, and go with the bytes of their document', async () => {
    const file = await upload('Kept.png', await picture('png'))
    await level(file, 'VIEW')
    const { url } = await first(bidder, file)
    await bytesOf(await bidder.request(url))
    const kept = async () => {
      const { rows } = await database.pool.query<{ id: string; size: number }>(
        'select k.id, k.size from kept_page k join document_version v on v.id = k.version_id where v.document_id = $1',
        [file],
      )
      return rows
    }
    await expect.poll(async () => (await kept())[0]?.size ?? 0).toBeGreaterThan(0)
    const [page] = await kept()
    const key = `page-${page?.id}`
    expect(await server.app.storage.head(key)).toBe(page?.size)
    const stored: Buffer[] = []
    await server.app.storage.read(key, { start: 0, end: (page?.size ?? 0) - 1 }, async (chunk) => {
      stored.push(Buffer.from(chunk))
    })
    const { url: plain } = await first(lender, file)
    expect(await bytesOf(await lender.request(plain))).toEqual(Buffer.concat(stored))
    // What names it in the storage opens nothing.
    for (const address of [`/files/${key}`, `/files/${page?.id}`, `/files/page/${page?.id}/1`]) {
      expect([403, 404]).toContain((await admin.request(address)).status)
    }
    await admin.graphql(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      { treeId, ids: [file] },
    )
    await removeOldBytes({ db: database.db, storage: server.app.storage }, new Date(Date.now() + 1000))
    expect(await kept()).toEqual([])
    expect(await server.app.storage.head(key)).toBeNull()
  })

  test('PAGE-15 of more kept pages than there is room for the longest unused go', async () => {
    const file = await upload('Room.pdf', await pdfWith(['Room']))
    const { rows } = await database.pool.query<{ versionId: string; organisationId: string }>(
      `select d.current_version_id as "versionId", t.organisation_id as "organisationId"
       from document d join document_tree t on t.id = d.tree_id where d.id = $1`,
      [file],
    )
    const [of] = rows
    if (!of) throw new Error('There is no version.')
    await database.pool.query('delete from kept_page')
    const log = { warn: vi.fn() }
    const kept = createKeptPages({ db: database.db, storage: server.app.storage, limit: 10_000, log })
    const page = (number: number) => ({ ...of, number, width: 800 })
    const bytes = Buffer.alloc(190, 1)
    const content: Content = { size: bytes.length, source: (write) => write(bytes) }
    for (let number = 1; number <= 40; number += 1) {
      await kept.keep(page(number), content)
      await database.pool.query(
        `update kept_page set used_at = now() - make_interval(hours => 100 - number) where number = $1`,
        [number],
      )
    }
    // A use makes the oldest the youngest.
    expect(await kept.find(page(1))).toEqual(bytes)
    for (let number = 41; number <= 80; number += 1) await kept.keep(page(number), content)
    const sum = await database.pool.query<{ bytes: number; keys: string[] }>(
      `select sum(size)::integer as bytes, array_agg('page-' || id) as keys from kept_page`,
    )
    expect(sum.rows[0]?.bytes).toBeLessThanOrEqual(10_000)
    expect(sum.rows[0]?.bytes).toBeGreaterThan(9_000)
    const stored: string[] = []
    for await (const key of server.app.storage.list({ prefix: 'page-' })) stored.push(key)
    for (const key of sum.rows[0]?.keys ?? []) expect(stored).toContain(key)
    expect(await kept.find(page(1))).toEqual(bytes)
    expect(await kept.find(page(2))).toBeNull()
    expect(await kept.find(page(80))).toEqual(bytes)
    expect(log.warn).not.toHaveBeenCalled()
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
    expect(await none('Locked.pdf', await letter('Lease', { password: 'x' }))).toEqual(
      because('It is protected by a password.'),
    )
    expect(await none('Broken.pdf', 'just text')).toEqual(because('It is damaged or empty.'))
    const { errors } = await ask(bidder, `tree:${treeId}`)
    expect(errors?.map(({ message }) => message)).toEqual(['A folder has no pages.'])
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

  test('a print has a code of its own, from PRINT on, and is recorded once as a print', async () => {
    const file = await upload('Print.pdf', await pdfWith(['Print', 'me']))
    await level(file, 'VIEW')
    const viewed = await first(bidder, file)
    expect([viewed.printCode, viewed.pages.map(({ printUrl }) => printUrl)]).toEqual([null, [null, null]])
    await level(file, 'PRINT')
    const opened = await first(bidder, file)
    const again = await first(bidder, file, { openingId: opened.openingId })
    expect(opened.printCode).toMatch(/-/)
    expect(opened.printCode).not.toBe(opened.code)
    expect(again.printCode).toBe(opened.printCode)
    const [one, two] = opened.pages.map(({ printUrl }) => printUrl ?? '')
    expect(one).toContain('&print=1')
    const response = await bidder.request(one ?? '')
    expect([response.status, (await sharp(await bytesOf(response)).metadata()).width]).toEqual([200, 2400])
    await bytesOf(await bidder.request(two ?? ''))
    const kinds = await database.pool.query(
      `select kind, detail -> 'isPrint' as print, count(*)::integer as count from activity
       where document_id = $1 and kind = 'VIEW' group by 1, 2`,
      [file],
    )
    expect(kinds.rows).toEqual([{ kind: 'VIEW', print: true, count: 1 }])
    expect(await traced(opened.printCode)).toMatchObject({ given: true, recorded_path: 'Print.pdf' })
    expect(await traced(opened.code)).toMatchObject({ given: false })
    const { rows } = await database.pool.query<{ slug: string }>('select slug from organisation')
    const { data } = await admin.graphql(
      'query($orgSlug: String!, $code: String!) { markTrace(orgSlug: $orgSlug, code: $code) { kind } }',
      { orgSlug: rows[0]?.slug, code: opened.printCode },
    )
    expect(data?.markTrace).toEqual({ kind: 'PRINT' })
    // The address is for paper alone, and ends with the level.
    expect(await refusal(await bidder.request((one ?? '').replace('&print=1', '')))).toEqual([
      403,
      'ADDRESS_INVALID',
    ])
    expect(await refusal(await bidder.request(`${opened.url}&print=1`))).toEqual([403, 'ADDRESS_INVALID'])
    await level(file, 'VIEW')
    expect(await refusal(await bidder.request(one ?? ''))).toEqual([403, 'FORBIDDEN'])
    expect((await bidder.request(opened.url)).status).toBe(200)
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
    expect(await refusal(await lender.request(url))).toEqual([429, 'RATE_LIMITED'])
    await database.pool.query('delete from page_count')
    expect((await lender.request(url)).status).toBe(200)
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

describe('marks of a tree', () => {
  const MARK = { pattern: '{room}\n{email}', position: 'TOP', opacity: 30, size: 12, zone: 'UTC' }
  const update = (client: Client, mark: object, revision?: number) =>
    client.graphql(
      `mutation($treeId: ID!, $mark: MarkInput!, $revision: Int) {
        updateTreeViewing(treeId: $treeId, mark: $mark, revision: $revision) {
          documentTree { viewing { mark { pattern position opacity size zone originals } revision } }
          errors { field message } } }`,
      { treeId, mark, revision },
    )

  test('MARK-20 a sample shows the viewer’s own mark as it would be, and stores nothing', async () => {
    const preview = (client: Client, mark: object) =>
      client.graphql(
        `query($treeId: ID!, $mark: MarkInput!) { markPreview(treeId: $treeId, mark: $mark) { image lines } }`,
        { treeId, mark },
      )
    const rows = async () =>
      (await database.pool.query('select count(*) from page_mark union all select count(*) from kept_page'))
        .rows
    const before = await rows()
    const { data } = await preview(admin, MARK)
    const { image, lines } = (data?.markPreview ?? {}) as { image: string; lines: string[] }
    expect(lines.slice(1)).toEqual(['dealroomadmin@pages.example', '7K2M-4QXN-9TRB'])
    const { format, width } = await sharp(Buffer.from(image, 'base64')).metadata()
    expect([format, width]).toEqual(['png', 600])
    const { data: other } = await preview(admin, { ...MARK, position: 'BOTTOM' })
    expect(((other?.markPreview ?? {}) as { image: string }).image).not.toBe(image)
    expect(await rows()).toEqual(before)
    const refusedTo = await preview(bidder, MARK)
    expect(refusedTo.errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    const wrong = await preview(admin, { ...MARK, pattern: '{shoe}' })
    expect(wrong.errors.map(({ extensions }) => extensions.fields)).toEqual([
      { pattern: expect.stringMatching(/^There is no \{shoe\}\. /) },
    ])
  })

  test('MARK-03 MARK-04 MARK-07 a pattern, its zone, opacity and size are refused at their fields', async () => {
    const said = async (mark: object) => {
      const { data } = await update(admin, { ...MARK, ...mark })
      const { errors } = (data?.updateTreeViewing ?? {}) as { errors: { field: string; message: string }[] }
      return errors
    }
    const long = 'A mark has at most 3 lines and 200 characters.'
    for (const [pattern, message] of [
      [' \n ', 'Please enter what the mark says.'],
      ['a\nb\nc\nd', long],
      ['x'.repeat(201), long],
      [
        'For {shoe}',
        'There is no {shoe}. Please choose among {name}, {email}, {company}, {group}, {room}, {date}, {time}, {address}, {document} and {page}.',
      ],
    ]) {
      expect(await said({ pattern })).toEqual([{ field: 'pattern', message }])
    }
    for (const zone of ['', 'Mars/Base', '+01:00']) {
      expect(await said({ zone })).toEqual([{ field: 'zone', message: 'Please choose a time zone.' }])
    }
    for (const opacity of [9, 61]) {
      expect(await said({ opacity })).toEqual([
        { field: 'opacity', message: 'Please enter a number from 10 to 60.' },
      ])
    }
    for (const size of [7, 37]) {
      expect(await said({ size })).toEqual([
        { field: 'size', message: 'Please enter a number from 8 to 36.' },
      ])
    }
    const first = await admin.graphql(
      'query($treeId: ID!) { documentTree(treeId: $treeId) { viewing { mark { pattern position opacity size zone } } } }',
      { treeId },
    )
    expect(first.data?.documentTree).toEqual({
      viewing: {
        mark: {
          pattern: '{name} · {email}\n{company} · {date} {time}',
          position: 'TILED',
          opacity: 25,
          size: 14,
          zone: 'UTC',
        },
      },
    })
    const words = '{name} {email} {company}\n{group} {room} {date} {time}\n{address} {document} {page}'
    for (const good of [
      { pattern: words },
      { pattern: 'x'.repeat(200), opacity: 10, size: 8, zone: 'Europe/Berlin', position: 'DIAGONAL' },
      { opacity: 60, size: 36, position: 'BOTTOM' },
    ]) {
      expect(await said(good)).toEqual([])
    }
    await database.pool.query(`update document_tree set mark = '{}' where id = $1`, [treeId])
  })

  test('MARK-02 a changed mark holds for the next page, for originals too where it says so, and stands in the history', async () => {
    const page = async (client: Client) => {
      const { url, code } = await first(client, lease)
      return { code, bytes: await bytesOf(await client.request(url)) }
    }
    const { bytes: before } = await page(bidder)
    expect((await page(lender)).code).toBeNull()
    const { data } = await update(admin, { ...MARK, originals: true })
    const { documentTree, errors } = (data?.updateTreeViewing ?? {}) as {
      documentTree: { viewing: { mark: object; revision: number } }
      errors: object[]
    }
    expect([documentTree.viewing.mark, errors]).toEqual([{ ...MARK, originals: true }, []])
    expect(await difference(before, (await page(bidder)).bytes)).toBeGreaterThan(0)
    expect((await page(lender)).code).toMatch(/-/)
    const { rows } = await database.pool.query(
      `select detail->>'after' as after from activity where tree_id = $1 and detail->>'after' like 'Mark %'
       order by id desc limit 1`,
      [treeId],
    )
    expect(rows).toEqual([{ after: 'Mark “{room} / {email}”, top, 30 %, 12 pt, UTC, originals, too' }])
    // Of two who save the second is told.
    const late = await update(admin, MARK, documentTree.viewing.revision - 1)
    expect(late.errors.map(({ extensions }) => extensions.code)).toEqual(['CONFLICT'])
    const wrong = await update(admin, { ...MARK, opacity: 61 })
    expect(wrong.data?.updateTreeViewing).toEqual({
      documentTree: null,
      errors: [{ field: 'opacity', message: 'Please enter a number from 10 to 60.' }],
    })
    expect((await update(bidder, MARK)).errors.map(({ extensions }) => extensions.code)).toEqual([
      'FORBIDDEN',
    ])
  })
})
