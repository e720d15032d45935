import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '../../server/platform/signing.ts'
import { testDatabase } from '../database/index.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import { statementsOf } from '../statements.ts'
import { zipRoom } from '../zipRoom.ts'
import { submitZip, zipState } from '../zips.ts'

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
let pictureId: string
/** Addresses that the bidder was given, by kind. */
let addresses: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  const picture = (colour: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer()
  pictureId = await room.file('site.png', await picture('red'))
  await room.file('site.png', await picture('blue'))
  await room.runJobs()
  const { previewUrl, thumbnailUrl } = await room.bidder.call<{ previewUrl: string; thumbnailUrl: string }>(
    `query($treeId: ID!, $id: ID!) {
      document(treeId: $treeId, documentId: $id) { previewUrl thumbnailUrl }
    }`,
    { id: pictureId },
  )
  await room.admin.call(
    'mutation($treeId: ID!) { setReadersSeeEarlierVersions(treeId: $treeId, isOn: true) { id } }',
  )
  const versions = await room.bidder.call<{ id: string; number: number; previewUrl: string }[]>(
    `query($treeId: ID!, $id: ID!) {
      documentVersions(treeId: $treeId, documentId: $id) { id number previewUrl }
    }`,
    { id: pictureId },
  )
  const former = versions.find(({ number }) => number === 1)
  const download = async (versionId: string | null) =>
    (
      await room.bidder.call<{ url: string }>(
        `mutation($treeId: ID!, $id: ID!, $versionId: ID) {
          downloadFile(treeId: $treeId, documentId: $id, versionId: $versionId) { url }
        }`,
        { id: pictureId, versionId },
      )
    ).url
  const { zipExport } = await submitZip(room.bidder, [room.bidder.rootId])
  await room.runJobs()
  const zipId = zipExport?.id ?? ''
  expect((await zipState(room.bidder, zipId)).state).toBe('READY')
  const link = await room.bidder.client.request(`/zip-exports/${zipId}`)
  const pagesOf = async (): Promise<string> => {
    const { state, pages } = await room.bidder.call<{ state: string; pages: { url: string }[] }>(
      `query($treeId: ID!, $id: ID!) {
        documentPages(treeId: $treeId, documentId: $id) { state pages { url } }
      }`,
      { id: pictureId },
    )
    return state === 'WAITING' ? pagesOf() : (pages[0]?.url ?? '')
  }
  const marked = await room.bidder.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url } }',
    { id: pictureId },
  )
  addresses = {
    page: await pagesOf(),
    'marked PDF': marked.url,
    download: await download(null),
    'download of a former version': await download(former?.id ?? ''),
    preview: previewUrl,
    'preview of a former version': former?.previewUrl ?? '',
    thumbnail: thumbnailUrl,
    zip: link.headers.get('location') ?? '',
  }
})
afterAll(() => server.close())

/** What a browser or a download manager may ask of an address. */
const REQUESTS: readonly RequestInit[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-3' } },
  { headers: { range: 'bytes=4-' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { range: 'bytes=0-3', 'if-range': '"another"' } },
]

async function statuses(address: string): Promise<number[]> {
  const found: number[] = []
  for (const request of REQUESTS) {
    const answer = await room.bidder.client.request(address, request)
    await answer.arrayBuffer()
    found.push(answer.status)
  }
  return found
}
const all = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(addresses).map(async ([kind, address]) => [kind, await statuses(address)] as const),
    ),
  )
const ofAll = (expected: readonly number[]) =>
  Object.fromEntries(Object.keys(addresses).map((kind) => [kind, expected]))
/** A page has neither ranges nor conditions (PAGE-12), nor has a marked PDF (MARK-28). */
const PAGE = [200, 200, 200, 200, 200, 200]
const OPEN = () => ({ ...ofAll([200, 200, 206, 206, 304, 200]), page: PAGE, 'marked PDF': PAGE })
const CLOSED = [404, 404, 404, 404, 404, 404]

test('VIEW-17 an address of each kind ends with the right to its document, and is good again with it', async () => {
  expect(await all()).toEqual(OPEN())
  await room.permit(pictureId, 'bidder', false)
  expect(await all()).toEqual(ofAll(CLOSED))
  await room.permit(pictureId, 'bidder', true)
  expect(await all()).toEqual(OPEN())
})

test('VIEW-17 an address ends with the room, and with the group that opened it', async () => {
  const setStatus = (status: string) =>
    database.pool.query('update portfolio set status = $2 where id = $1', [room.portfolio.id, status])
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from portfolio where id = $1',
    [room.portfolio.id],
  )
  await setStatus('DRAFT')
  expect(await all()).toEqual(ofAll(CLOSED))
  await setStatus(rows[0]?.status ?? '')
  expect(await all()).toEqual(OPEN())
  const member = `membership where group_id = $1 returning person_id`
  const left = await database.pool.query<{ person_id: string }>(`delete from ${member}`, [room.groups.bidder])
  expect(await all()).toEqual(ofAll(CLOSED))
  await database.pool.query('insert into membership (group_id, person_id) values ($1, $2)', [
    room.groups.bidder,
    left.rows[0]?.person_id,
  ])
  expect(await all()).toEqual(OPEN())
})

test('VIEW-17 what is closed answers as what never was', async () => {
  await room.permit(pictureId, 'bidder', false)
  const { rows } = await database.pool.query<{ id: string }>('select id from person where email = $1', [
    room.emails.bidder,
  ])
  const unknown = createSigner(SECRET).fileUrl({
    fileId: '019a2b3c-0000-7000-8000-0000000000bc',
    personId: rows[0]?.id ?? '',
    disposition: 'attachment',
    expires: Math.floor(Date.now() / 1000) + 300,
  })
  const bodies = await Promise.all(
    [addresses.download ?? '', unknown].map(async (address) => {
      const answer = await room.bidder.client.request(address)
      return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')]
    }),
  )
  expect(bodies[0]).toEqual(bodies[1])
  await room.permit(pictureId, 'bidder', true)
})

test('VIEW-17 to ask costs one statement, besides those of the session and of the access log', async () => {
  for (const kind of ['preview', 'thumbnail', 'page']) {
    // HEAD is not in the access log.
    const address = addresses[kind] ?? ''
    const texts = await statementsOf(() => room.bidder.client.request(address, { method: 'HEAD' }))
    expect([kind, texts.filter((text) => text.includes('document_version')).length, texts.length]).toEqual([
      kind,
      1,
      2,
    ])
  }
})

const BELOW = ['VIEW', 'PRINT', 'PDF'] as const

/** Whatever an answer tells of the content, for each request. */
async function toldOf(address: string) {
  const answers = await Promise.all(REQUESTS.map((request) => room.bidder.client.request(address, request)))
  return answers.map(({ headers }) => ({
    headers: ['etag', 'accept-ranges', 'content-range', 'last-modified', 'content-disposition'].filter(
      (name) => headers.has(name),
    ),
    type: headers.get('content-type'),
    length: headers.get('content-length'),
  }))
}

test('VIEW-17 VIEW-18 an address kept from before is refused below the original, for every request alike', async () => {
  for (const level of BELOW) {
    await room.level(pictureId, 'bidder', level)
    const refused = ofAll([403, 403, 403, 403, 403, 403])
    const expected: Record<string, readonly number[]> = {
      ...refused,
      page: PAGE,
      ...(level === 'PDF' && { 'marked PDF': PAGE }),
    }
    expect([level, await all()]).toEqual([level, expected])
    for (const [kind, address] of Object.entries(addresses)) {
      if (expected[kind]?.[0] === 200) continue
      const [first, ...others] = await toldOf(address)
      expect([kind, first?.headers, first?.type]).toEqual([kind, [], 'application/json; charset=utf-8'])
      // The length is that of the sentence, whatever is asked for.
      for (const other of others) expect([kind, other]).toEqual([kind, first])
    }
  }
  await room.level(pictureId, 'bidder', 'ORIGINAL')
  expect(await all()).toEqual(OPEN())
})

test('VIEW-14 VIEW-15 VIEW-16 VIEW-24 below the original there is no address of any version, and the refusal says why', async () => {
  const asked = () =>
    room.bidder.call<{ level: string; previewUrl: string | null; thumbnailUrl: string | null }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { level previewUrl thumbnailUrl } }',
      { id: pictureId },
    )
  const listed = () =>
    room.bidder.call<{
      children: { name: string; thumbnailUrl: string | null; previewUrl: string | null }[]
    }>('query($treeId: ID!) { document(treeId: $treeId) { children { name thumbnailUrl previewUrl } } }')
  /** By a search and by columns. */
  const found = async () => {
    const { search, columns } = (
      await room.bidder.ask(
        `query($treeId: ID!) {
          search(treeId: $treeId, search: "site.png") { previewUrl thumbnailUrl }
          columns(treeId: $treeId) { children { previewUrl thumbnailUrl } } }`,
      )
    ).data as { search: object[]; columns: { children: object[] }[] }
    return [...search, ...columns.flatMap(({ children }) => children)]
  }
  /** Whether pages of each version are shown. */
  const pagesOfVersions = async (): Promise<number[]> => {
    const statuses: number[] = []
    for (const { id } of await versions()) {
      const { pages } = await room.bidder.call<{ pages: { url: string }[] }>(
        `query($treeId: ID!, $id: ID!, $v: ID) {
          documentPages(treeId: $treeId, documentId: $id, versionId: $v) { pages { url } } }`,
        { id: pictureId, v: id },
      )
      statuses.push((await room.bidder.client.request(pages[0]?.url ?? '')).status)
    }
    return statuses
  }
  const versions = () =>
    room.bidder.call<{ id: string; previewUrl: string | null }[]>(
      'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { id previewUrl } }',
      { id: pictureId },
    )
  const sentences = async () => {
    const ids = [null, ...(await versions()).map(({ id }) => id)]
    const answers = await Promise.all(
      ids.map((versionId) =>
        room.bidder.ask(
          'mutation($treeId: ID!, $id: ID!, $v: ID) { downloadFile(treeId: $treeId, documentId: $id, versionId: $v) { url } }',
          { id: pictureId, v: versionId },
        ),
      ),
    )
    return answers.map(({ errors: [error] }) => [error?.extensions.code, error?.message])
  }
  /** Where the lasting link leads. */
  const lasting = async () => {
    const { status, headers } = await room.bidder.client.request(
      `/documents/${room.treeId}/${pictureId}/download`,
    )
    return headers.get('location')?.replace(/[\w-]+\?.*/, '') ?? status
  }
  expect(await lasting()).toBe('/files/')
  const shown = {
    previewUrl: expect.stringMatching(/^\/files\//),
    thumbnailUrl: expect.stringMatching(/^\/files\//),
  }
  expect(await found()).toEqual([shown, shown])
  for (const level of BELOW) {
    await room.level(pictureId, 'bidder', level)
    expect(await asked()).toEqual({ level, previewUrl: null, thumbnailUrl: null })
    expect((await listed()).children).toEqual([{ name: 'site.png', previewUrl: null, thumbnailUrl: null }])
    const hidden = { previewUrl: null, thumbnailUrl: null }
    expect(await found()).toEqual([hidden, hidden])
    expect((await versions()).map(({ previewUrl }) => previewUrl)).toEqual([null, null])
    expect(await pagesOfVersions()).toEqual([200, 200])
    const sentence =
      level === 'PDF'
        ? 'You may download this document as a marked PDF only.'
        : 'You may view this document, not download it.'
    expect(await sentences()).toEqual(Array.from({ length: 3 }, () => ['FORBIDDEN', sentence]))
    expect(await lasting()).toBe(level === 'PDF' ? '/files/marked/' : 403)
  }
  await room.level(pictureId, 'bidder', 'ORIGINAL')
  expect((await listed()).children[0]?.thumbnailUrl).toMatch(/^\/files\//)
  expect(await lasting()).toBe('/files/')
})

const WHAT = `query($treeId: ID!, $id: ID!) {
  document(treeId: $treeId, documentId: $id) { level previewUrl thumbnailUrl } }`
const FETCH = 'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }'
const FETCH_MARKED =
  'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url } }'
const READ = `query($treeId: ID!, $id: ID!) {
  documentPages(treeId: $treeId, documentId: $id) { pages { url printUrl text } } }`
const FIND = `query($treeId: ID!, $id: ID!) {
  findInPages(treeId: $treeId, documentId: $id, text: "nowhere") { count } }`
const PACK = `query($treeId: ID!, $id: ID!) {
  zipContent(treeId: $treeId, documentIds: [$id]) { exportableCount viewOnlyCount markedCount } }`

/** What the bidder has of the picture by each root field and the lasting link, in words. */
async function rowOfLevel(): Promise<Record<string, unknown>> {
  const ask = async (text: string, said: (value: Record<string, unknown>) => unknown) => {
    const { data, errors } = await room.bidder.ask(text, { id: pictureId })
    return errors[0]?.extensions.code ?? said(Object.values(data ?? {})[0] as Record<string, unknown>)
  }
  const isGiven = (value: unknown) => (value === null ? 'not given' : 'given')
  const lasting = await room.bidder.client.request(`/documents/${room.treeId}/${pictureId}/download`)
  return {
    'Query.document': await ask(WHAT, ({ level }) => level),
    'Document.previewUrl': await ask(WHAT, ({ previewUrl }) => isGiven(previewUrl)),
    'Document.thumbnailUrl': await ask(WHAT, ({ thumbnailUrl }) => isGiven(thumbnailUrl)),
    'Mutation.downloadFile': await ask(FETCH, ({ url }) => isGiven(url)),
    'Mutation.downloadMarkedPdf': await ask(FETCH_MARKED, ({ url }) => isGiven(url)),
    'Query.documentPages': await ask(READ, ({ pages }) =>
      (pages as Record<string, unknown>[]).map(({ url, printUrl, text }) =>
        [url, printUrl, text].map(isGiven),
      ),
    ),
    'Query.findInPages': await ask(FIND, ({ count }) => count),
    'Query.zipContent': await ask(PACK, (counts) => counts),
    'Document.download': lasting.headers.get('location')?.replace(/[\w-]+\?.*/, '') ?? lasting.status,
  }
}

const given = { 'Query.findInPages': 0 }
test.each([
  [
    'NONE',
    {
      'Query.document': 'NOT_FOUND',
      'Document.previewUrl': 'NOT_FOUND',
      'Document.thumbnailUrl': 'NOT_FOUND',
      'Mutation.downloadFile': 'NOT_FOUND',
      'Mutation.downloadMarkedPdf': 'NOT_FOUND',
      'Query.documentPages': 'NOT_FOUND',
      'Query.findInPages': 'NOT_FOUND',
      'Query.zipContent': 'NOT_FOUND',
      'Document.download': 404,
    },
  ],
  [
    'VIEW',
    {
      ...given,
      'Query.document': 'VIEW',
      'Document.previewUrl': 'not given',
      'Document.thumbnailUrl': 'not given',
      'Mutation.downloadFile': 'FORBIDDEN',
      'Mutation.downloadMarkedPdf': 'FORBIDDEN',
      'Query.documentPages': [['given', 'not given', 'not given']],
      'Query.zipContent': { exportableCount: 0, viewOnlyCount: 1, markedCount: 0 },
      'Document.download': 403,
    },
  ],
  [
    'PRINT',
    {
      ...given,
      'Query.document': 'PRINT',
      'Document.previewUrl': 'not given',
      'Document.thumbnailUrl': 'not given',
      'Mutation.downloadFile': 'FORBIDDEN',
      'Mutation.downloadMarkedPdf': 'FORBIDDEN',
      'Query.documentPages': [['given', 'given', 'not given']],
      'Query.zipContent': { exportableCount: 0, viewOnlyCount: 1, markedCount: 0 },
      'Document.download': 403,
    },
  ],
  [
    'PDF',
    {
      ...given,
      'Query.document': 'PDF',
      'Document.previewUrl': 'not given',
      'Document.thumbnailUrl': 'not given',
      'Mutation.downloadFile': 'FORBIDDEN',
      'Mutation.downloadMarkedPdf': 'given',
      'Query.documentPages': [['given', 'given', 'given']],
      'Query.zipContent': { exportableCount: 1, viewOnlyCount: 0, markedCount: 1 },
      'Document.download': '/files/marked/',
    },
  ],
  [
    'ORIGINAL',
    {
      ...given,
      'Query.document': 'ORIGINAL',
      'Document.previewUrl': 'given',
      'Document.thumbnailUrl': 'given',
      'Mutation.downloadFile': 'given',
      'Mutation.downloadMarkedPdf': 'given',
      'Query.documentPages': [['given', 'given', 'given']],
      'Query.zipContent': { exportableCount: 1, viewOnlyCount: 0, markedCount: 0 },
      'Document.download': '/files/',
    },
  ],
] as const)(
  'what somebody has of a document at %s, by each field and link that gives of its content',
  async (level, row) => {
    await room.level(pictureId, 'bidder', level)
    expect(await rowOfLevel()).toEqual(row)
    await room.level(pictureId, 'bidder', 'ORIGINAL')
  },
)
