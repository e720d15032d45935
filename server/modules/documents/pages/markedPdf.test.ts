import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { letter } from '../../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { secondReading } from '../../../../testing/pdfium.ts'
import type { Room } from '../../../../testing/room.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import { zipRoom } from '../../../../testing/zipRoom.ts'
import { submitZip, zipState } from '../../../../testing/zips.ts'

// Processes are started.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
let folder: string
let lease: string
let original: Buffer

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  folder = await room.folder('Leases')
  original = await pdfWith(['Ground lease of Calder', 'Exhibit'])
  lease = await room.file('Lease.v2.pdf', original, folder)
  await room.level(lease, 'bidder', 'PDF')
})
afterAll(() => server.close())

interface Given {
  url: string
  name: string
  code: string
}

const ASK = `mutation($treeId: ID!, $id: ID!, $password: String) {
  downloadMarkedPdf(treeId: $treeId, documentId: $id, password: $password) { url name code } }`
const ask = (by: Room, id: string, password: string | null = null) => by.ask(ASK, { id, password })
const given = (by: Room, id: string, password: string | null = null) => by.call<Given>(ASK, { id, password })
const refusal = async (by: Room, id: string, password: string | null = null) => {
  const { errors } = await ask(by, id, password)
  return [errors[0]?.extensions.code, errors[0]?.message]
}
const fetched = async (by: Room, url: string) => {
  const response = await by.client.request(url)
  return { response, pdf: Buffer.from(await response.arrayBuffer()) }
}
const refused = async (by: Room, url: string) => {
  const { response, pdf } = await fetched(by, url)
  return [response.status, (JSON.parse(pdf.toString()) as { error: { code: string } }).error.code]
}
const logged = async (id: string) =>
  (
    await database.pool.query<{ kind: string; marked: boolean | null }>(
      `select kind, (detail -> 'isMarked')::boolean as marked from activity
       where document_id = $1 and kind in ('VIEW', 'DOWNLOAD') order by id`,
      [id],
    )
  ).rows
const recorded = async (code: string) =>
  (
    await database.pool.query(
      `select kind, first_at is not null as given, address, recorded_path, sealed_password is not null as sealed
       from page_mark where code = $1`,
      [code.replaceAll('-', '')],
    )
  ).rows[0]

test('MARK-23 MARK-28 who has the level gets their marked PDF, each with a code of its own, the same at each request and one download', async () => {
  const pdf = await given(room.bidder, lease)
  expect(pdf.name).toBe('Lease.v2.pdf')
  expect(await recorded(pdf.code)).toMatchObject({ kind: 'PDF', given: false })
  const head = await room.bidder.client.request(pdf.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await logged(lease)]).toEqual([200, null, []])
  const { response, pdf: first } = await fetched(room.bidder, pdf.url)
  const headers = ['content-type', 'cache-control', 'accept-ranges', 'etag'].map((name) =>
    response.headers.get(name),
  )
  expect([response.status, ...headers]).toEqual([200, 'application/pdf', 'private, no-store', 'none', null])
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Lease.v2.pdf"/)
  for (const words of await secondReading(first)) {
    expect(words).toContain(room.emails.bidder)
    expect(words).toContain(pdf.code)
  }
  expect((await secondReading(first))[0]).toContain('Ground lease of Calder')
  expect(await recorded(pdf.code)).toEqual({
    kind: 'PDF',
    given: true,
    address: '127.0.0.1',
    recorded_path: 'Leases/Lease.v2.pdf',
    sealed: false,
  })
  await database.pool.query(
    "update page_mark set first_at = first_at - interval '3 hours' where kind = 'PDF'",
  )
  const before = await secondReading((await fetched(room.bidder, pdf.url)).pdf)
  expect(await secondReading((await fetched(room.bidder, pdf.url)).pdf)).toEqual(before)
  expect(await logged(lease)).toEqual([{ kind: 'DOWNLOAD', marked: true }])
  const other = await given(room.bidder, lease)
  expect(other.code).not.toBe(pdf.code)
  const { rows } = await database.pool.query<{ slug: string }>('select slug from organisation')
  const trace = await room.admin.call(
    'query($slug: String!, $code: String!) { markTrace(orgSlug: $slug, code: $code) { kind recordedPath } }',
    { slug: rows[0]?.slug, code: pdf.code },
  )
  expect(trace).toEqual({ kind: 'PDF', recordedPath: 'Leases/Lease.v2.pdf' })
})

test('MARK-23 MARK-28 VIEW-17 it is refused below the level, to others, changed, late, and without pages', async () => {
  const { url } = await given(room.bidder, lease)
  expect(await refused(room.admin, url)).toEqual([403, 'ADDRESS_INVALID'])
  const [, expires] = /expires=(\d+)/.exec(url) ?? []
  for (const changed of [url.replace(/expires=\d/, 'expires=9'), `${url}&expires=${expires}`]) {
    expect(await refused(room.bidder, changed)).toEqual([403, 'ADDRESS_INVALID'])
  }
  expect((await fetch(`${server.address}${url}`)).status).toBe(401)
  for (const [ms, expected] of [
    [290_000, 200],
    [301_000, 403],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    try {
      expect((await room.bidder.client.request(url)).status).toBe(expected)
      if (expected === 403) expect(await refused(room.bidder, url)).toEqual([403, 'ADDRESS_EXPIRED'])
    } finally {
      vi.useRealTimers()
    }
  }
  for (const level of ['VIEW', 'PRINT'] as const) {
    await room.level(lease, 'bidder', level)
    expect(await refusal(room.bidder, lease)).toEqual([
      'FORBIDDEN',
      'You may view this document, not download it.',
    ])
    expect(await refused(room.bidder, url)).toEqual([403, 'FORBIDDEN'])
  }
  await room.permit(lease, 'bidder', false)
  expect(await refused(room.bidder, url)).toEqual([404, 'NOT_FOUND'])
  await room.level(lease, 'bidder', 'PDF')
  expect((await fetched(room.bidder, url)).response.status).toBe(200)
  const locked = await room.file('Locked.pdf', await letter('Lease', { password: 'x' }), folder)
  expect(await refusal(room.admin, locked)).toEqual(['CONFLICT', 'It is protected by a password.'])
  const model = await room.file('Model.bin', 'x', folder)
  expect(await refusal(room.admin, model)).toEqual(['CONFLICT', 'This kind of file has no pages.'])
})

test('MARK-27 with a password of 8 to 64 characters it opens with that alone, and nobody can read it from the database', async () => {
  for (const password of ['seven77', 'x'.repeat(65)]) {
    const { errors } = await ask(room.bidder, lease, password)
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { password: 'Please enter 8 to 64 characters.' },
    })
  }
  const { url, code } = await given(room.bidder, lease, 'correct horse')
  const { rows } = await database.pool.query<{ sealed: string }>(
    'select encode(sealed_password, $2) as sealed from page_mark where code = $1',
    [code.replaceAll('-', ''), 'escape'],
  )
  expect(rows[0]?.sealed).toBeTruthy()
  expect(rows[0]?.sealed).not.toContain('horse')
  const { pdf } = await fetched(room.bidder, url)
  expect(await secondReading(pdf)).toEqual([])
  expect((await secondReading(pdf, 'correct horse'))[0]).toContain('Ground lease')
})

test('VIEW-28 the access log says View once for an opening, Print once for a print, Download, and Download (marked PDF), which counts as a download', async () => {
  const file = await room.file('Logged.pdf', await pdfWith(['One', 'Two']), folder)
  const pages = await room.bidder.call<{ pages: { url: string; printUrl: string }[] }>(
    `query($treeId: ID!, $id: ID!) { documentPages(treeId: $treeId, documentId: $id) {
      pages { url(width: 160) printUrl } } }`,
    { id: file },
  )
  const words = async () => {
    const response = await room.admin.client.request(`/documents/${room.treeId}/access-log`)
    const [sheet] = readSpreadsheet(Buffer.from(await response.arrayBuffer()))
    return (sheet?.rows ?? [])
      .filter((row) => row.includes('Logged.pdf'))
      .map((row) => row.find((cell) => /^(View|Print|Download)/.test(String(cell))))
  }
  const downloads = async () => {
    const { rows } = await room.admin.call<{ rows: { downloads: number; prints: number }[] }>(
      'query($treeId: ID!) { groupReading(treeId: $treeId, ordering: "-downloads") { rows { downloads prints } } }',
    )
    return rows[0]
  }
  expect(await words()).toEqual([])
  const before = await downloads()
  for (const { url } of pages.pages) await fetched(room.bidder, url)
  expect(await words()).toEqual(['View'])
  for (const { printUrl } of pages.pages) await fetched(room.bidder, printUrl)
  expect((await words()).toSorted()).toEqual(['Print', 'View'])
  const { url } = await given(room.bidder, file)
  for (let time = 0; time < 2; time += 1) await fetched(room.bidder, url)
  const original = await room.bidder.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
    { id: file },
  )
  await fetched(room.bidder, original.url)
  expect((await words()).toSorted()).toEqual(['Download', 'Download (marked PDF)', 'Print', 'View'])
  expect(await downloads()).toEqual({
    downloads: (before?.downloads ?? 0) + 2,
    prints: (before?.prints ?? 0) + 1,
  })
})

test('VIEW-19 VIEW-20 a zip holds originals and marked PDFs, names what may only be viewed, and is refused once a level has fallen', async () => {
  const shown = await room.file('Shown.pdf', await pdfWith(['Shown']), folder)
  const whole = await room.file('Whole.txt', 'whole', folder)
  const note = await room.file('Note.txt', 'A note', folder)
  await room.level(shown, 'bidder', 'VIEW')
  await room.level(note, 'bidder', 'PDF')
  await room.level(lease, 'bidder', 'PDF')
  const content = await room.bidder.call<{ markedCount: number; viewOnly: { filePath: string }[] }>(
    'query($treeId: ID!, $ids: [ID!]!) { zipContent(treeId: $treeId, documentIds: $ids) { markedCount viewOnly { filePath } } }',
    { ids: [lease, shown, whole, note] },
  )
  expect(content).toEqual({ markedCount: 2, viewOnly: [{ filePath: 'Shown.pdf' }] })
  const made = async () => {
    const { zipExport } = await submitZip(room.bidder, [lease, shown, whole, note])
    await room.runJobs()
    expect((await zipState(room.bidder, zipExport?.id ?? '')).state).toBe('READY')
    return zipExport?.id ?? ''
  }
  const id = await made()
  const link = await room.bidder.client.request(`/zip-exports/${id}`)
  const address = link.headers.get('location') ?? ''
  const before = (await logged(lease)).length
  const { pdf: bytes } = await fetched(room.bidder, address)
  const files = unzipSync(new Uint8Array(bytes))
  expect(Object.keys(files).sort()).toEqual(['Lease.v2.pdf', 'Note.pdf', 'Whole.txt', 'manifest.csv'])
  const marked = Buffer.from(files['Lease.v2.pdf'] ?? [])
  const [words = ''] = await secondReading(marked)
  expect(words).toContain(room.emails.bidder)
  const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(words) ?? []
  expect(await recorded(code)).toMatchObject({ kind: 'PDF', given: true, address: '127.0.0.1' })
  const manifest = Buffer.from(files['manifest.csv'] ?? []).toString()
  const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  expect([manifest.includes(hash(marked)), manifest.includes(hash(original))]).toEqual([true, false])
  expect((await logged(lease)).slice(before)).toEqual([{ kind: 'DOWNLOAD', marked: true }])

  await room.level(lease, 'bidder', 'PRINT')
  expect(await refused(room.bidder, address)).toEqual([403, 'FORBIDDEN'])
  await room.level(lease, 'bidder', 'ORIGINAL')
  expect((await fetched(room.bidder, address)).response.status).toBe(200)
  await room.level(whole, 'bidder', 'PDF')
  expect(await refused(room.bidder, address)).toEqual([403, 'FORBIDDEN'])
})
