import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { bytesOf, createPagesRoom, difference, refusal, traced, views } from './pages.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const room = createPagesRoom(database)
const { upload, level, first } = room

let server: TestServer
let treeId: string
let admin: Client
let bidder: Client
let lender: Client
let lenders: string

beforeAll(async () => {
  ;({ server, treeId, admin, bidder, lender, lenders } = await room.start())
})
afterAll(() => server.close())

test('MARK-16 an opening has one code, another one has another, and each leads to reader and moment', async () => {
  const file = await upload('Deed.pdf', await pdfWith(['Deed']))
  await level(file, 'VIEW')
  const one = await first(bidder, file)
  expect(await traced(database, one.code)).toMatchObject({ given: false, address: null })
  expect(await views(database, file)).toBe(0)
  const picture = await bytesOf(await bidder.request(one.url))
  expect(await traced(database, one.code)).toEqual({
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
  expect(await views(database, file)).toBe(1)
  const other = await first(bidder, file)
  expect(other.code).not.toBe(one.code)
  expect(await difference(picture, await bytesOf(await bidder.request(other.url)))).toBeGreaterThan(0)
  expect(await views(database, file)).toBe(2)
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
  for (const typed of ['7K2M-4QXN-9TRB', '7K2M-4QXN-9TRU']) {
    expect([typed, await refused(admin, typed)]).toEqual([typed, unknown])
  }
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
  expect(await traced(database, opened.printCode)).toMatchObject({
    given: true,
    recorded_path: 'Print.pdf',
  })
  expect(await traced(database, opened.code)).toMatchObject({ given: false })
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
