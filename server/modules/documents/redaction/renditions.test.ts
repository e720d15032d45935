import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { secondReading } from '../../../../testing/pdfium.ts'
import { giveContent, redactWords } from '../../../../testing/redacting.ts'
import { Room } from '../../../../testing/room.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'
import { readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import { submitZip } from '../../../../testing/zips.ts'

// Processes are started, and files redacted in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const make = factories(database)
let server: TestServer
let admin: Room
let bidder: Room
let lender: Room
let bidders: string
let lenders: string
/** Of both groups. */
let both: Room
/** Who sees how files are read, and does not edit permissions. */
let manager: Room
let managers: string
let portfolioId: string

const PREPARED = 'This document is being prepared. Please come back later.'
const runJobs = async () => {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const organisationId = await make.organisation()
  portfolioId = (await make.portfolio({ organisationId })).id
  const treeId = await make.tree({ organisationId, portfolioId })
  const member = async (
    role: string | readonly Permission[],
    name: string,
    ...further: string[]
  ): Promise<[Room, string]> => {
    const email = `${name}@renditions.example`
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolioId] })
    const person = await make.person({ email, password: PASSWORD })
    for (const group of [groupId, ...further]) await make.member(group, person)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return [new Room(client, treeId), groupId]
  }
  ;[admin] = await member('Deal Room Admin', 'admin')
  ;[bidder, bidders] = await member('Bidder', 'bidder')
  ;[lender, lenders] = await member('Bidder', 'lender')
  ;[manager, managers] = await member(['DEALROOM_ADMIN', 'DOCUMENTS_VIEW'], 'manager')
  const person = await make.person({ email: 'both@renditions.example', password: PASSWORD })
  for (const group of [bidders, lenders]) await make.member(group, person)
  const client = new Client(server.address)
  await client.signIn('both@renditions.example', PASSWORD)
  both = new Room(client, treeId)
})
afterAll(() => server.close())

const upload = async (name: string, pages: string[], folder = admin.rootId): Promise<string> =>
  uploadFile(admin.client, admin.treeId, folder, name, await pdfWith(pages))
const give = (id: string, principalId: string, given: Parameters<typeof giveContent>[3]) =>
  giveContent(admin, id, principalId, given)

interface Opened {
  state: string
  reason: string | null
  redacted: boolean
  version: number
  pages: { url: string; text: string | null }[]
}
const pagesOf = async (room: Room, id: string, versionId: string | null = null): Promise<Opened> => {
  const opened = await room.call<Opened>(
    `query($treeId: ID!, $id: ID!, $versionId: ID) { documentPages(treeId: $treeId, documentId: $id, versionId: $versionId) {
      state reason redacted version pages { url text } } }`,
    { id, versionId },
  )
  return opened.state === 'WAITING' ? pagesOf(room, id, versionId) : opened
}
const DOWNLOAD = `mutation($treeId: ID!, $id: ID!, $versionId: ID) {
  downloadFile(treeId: $treeId, documentId: $id, versionId: $versionId) { url name } }`
const MARKED =
  'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url name } }'
const download = (room: Room, id: string, how = DOWNLOAD) =>
  room.call<{ url: string; name: string }>(how, { id })
const refusalOf = async (room: Room, id: string, how = DOWNLOAD) =>
  (await room.ask(how, { id })).errors.map(({ message, extensions }) => [extensions.code, message])
const bytesAt = async (room: Room, url: string): Promise<Buffer> => {
  const answer = await room.client.request(url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const wordsAt = async (room: Room, url: string): Promise<string> =>
  (await secondReading(await bytesAt(room, url))).join(' ').replace(/\s+/g, ' ')

test('REDACT-18 applying shows nothing new to anybody; who is given the rendition is set with canEditPermissions alone', async () => {
  const id = await upload('Set.pdf', ['Secretprice of the energy'])
  await redactWords(admin, id, [{ words: 'Secretprice' }], runJobs)
  expect(await pagesOf(bidder, id)).toMatchObject({ redacted: false })
  const refused = await bidder.ask(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
    { ids: [id], changes: [{ principalId: bidders, rendition: 'FULL' }] },
  )
  expect(refused.errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
  const { changeId } = await give(id, bidders, { rendition: 'REDACTED' })
  expect(await pagesOf(bidder, id)).toMatchObject({ redacted: true })
  expect(await pagesOf(lender, id)).toMatchObject({ redacted: false })
  await admin.call(
    'mutation($treeId: ID!, $changeId: ID!) { undoPermissionChange(treeId: $treeId, changeId: $changeId) { documents { id } } }',
    { changeId },
  )
  expect(await pagesOf(bidder, id)).toMatchObject({ redacted: false })
  // On a folder it holds for all below it, and for what is added later.
  const [folder] = await admin.createFolders(['Redacted folder'])
  const below = await upload('Below.pdf', ['Secretprice'], folder?.id)
  await give(folder?.id ?? '', bidders, { rendition: 'REDACTED' })
  const later = await upload('Later.pdf', ['Secretprice'], folder?.id)
  expect([(await pagesOf(bidder, below)).reason, (await pagesOf(bidder, later)).reason]).toEqual([
    PREPARED,
    PREPARED,
  ])
})

test('REDACT-19 of several principals those with all of it decide, with the highest level among them', async () => {
  const id = await upload('Several.pdf', ['Secretprice of the energy'])
  await redactWords(admin, id, [{ words: 'Secretprice' }], runJobs)
  const mine = () =>
    both.call<{ level: string; redacted: boolean }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { level redacted } }',
      { id },
    )
  await give(id, bidders, { level: 'ORIGINAL', rendition: 'REDACTED' })
  await give(id, lenders, { level: 'VIEW', rendition: 'FULL' })
  expect(await mine()).toEqual({ level: 'VIEW', redacted: false })
  expect((await pagesOf(both, id)).redacted).toBe(false)
  await give(id, lenders, { level: 'VIEW', rendition: 'REDACTED' })
  expect(await mine()).toEqual({ level: 'ORIGINAL', redacted: true })
  expect(await wordsAt(both, (await download(both, id)).url)).not.toContain('Secretprice')
  // Whoever edits permissions has all of it, whatever is said.
  expect((await pagesOf(admin, id)).redacted).toBe(false)
})

test('REDACT-20 whoever is given the redacted rendition has it on every path, with its own name, size and versions', async () => {
  const [folder] = await admin.createFolders(['Every path'])
  const id = await upload('Lease.pdf', ['Secretprice of the energy', 'Openword of page two'], folder?.id)
  const { size: fullSize } = await admin.call<{ size: number }>(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { size } }',
    { id },
  )
  await redactWords(admin, id, [{ words: 'Secretprice' }], runJobs)
  await give(id, bidders, { level: 'ORIGINAL', rendition: 'REDACTED' })
  const [redaction] = await admin.call<{ size: number }[]>(
    'query($treeId: ID!, $id: ID!) { redactions(treeId: $treeId, documentId: $id) { size } }',
    { id },
  )
  const size = redaction?.size ?? 0
  expect(size).not.toBe(fullSize)

  const { pages } = await pagesOf(bidder, id)
  expect(pages.map(({ text }) => text?.replace(/\s+/g, ' ').trim())).toEqual([
    'Redacted: Price of the energy',
    'Openword of page two',
  ])
  const find = (text: string) =>
    bidder.call<{ count: number }>(
      'query($treeId: ID!, $id: ID!, $text: String!) { findInPages(treeId: $treeId, documentId: $id, text: $text) { count } }',
      { id, text },
    )
  expect([await find('Secretprice'), await find('Openword')]).toEqual([{ count: 0 }, { count: 1 }])

  const file = await download(bidder, id)
  expect(file.name).toBe('Lease (redacted).pdf')
  const bytes = await bytesAt(bidder, file.url)
  expect([bytes.length, (await secondReading(bytes)).join(' ')]).toEqual([
    size,
    expect.stringContaining('Openword'),
  ])
  const head = await bidder.client.request(file.url)
  expect(head.headers.get('content-disposition')).toContain('Lease (redacted).pdf')
  const lasting = await bidder.client.request(`/documents/${bidder.treeId}/${id}/download`)
  expect(await wordsAt(bidder, lasting.headers.get('location') ?? '')).not.toContain('Secretprice')
  const marked = await download(bidder, id, MARKED)
  expect(marked.name).toBe('Lease (redacted).pdf')
  const markedWords = await wordsAt(bidder, marked.url)
  expect([markedWords.includes('Secretprice'), markedWords.includes('Openword')]).toEqual([false, true])

  const told = await bidder.call<Record<string, unknown>>(
    `query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) {
      size redacted previewUrl thumbnailUrl versionCount versionNumber } }`,
    { id },
  )
  expect(told).toEqual({
    size,
    redacted: true,
    previewUrl: null,
    thumbnailUrl: null,
    versionCount: 1,
    versionNumber: 1,
  })
  const index = await bidder.client.request(
    `/documents/${bidder.treeId}/file-index?folderId=${folder?.id}&columns=size&columns=download_url`,
  )
  const [sheet] = readSpreadsheet(Buffer.from(await index.arrayBuffer()))
  expect(sheet?.rows[1]).toContain(size)
  expect(sheet?.rows[1]).not.toContain(fullSize)
  const sorted = await bidder.call<{ children: { size: number }[] }>(
    `query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) {
      children(ordering: "-size", limit: 10) { size } } }`,
    { id: folder?.id },
  )
  expect(sorted.children).toEqual([{ size }])

  const search = async (text: string) => {
    const found = await bidder.call<{ items: { passages: { page: number; text: string | null }[] }[] }>(
      `query($treeId: ID!, $folder: ID!, $text: String!) { contentSearch(treeId: $treeId, folderId: $folder, text: $text) {
        items { passages { page text } } } }`,
      { folder: folder?.id, text },
    )
    return found.items.flatMap(({ passages }) => passages.map(({ page, text: quoted }) => [page, quoted]))
  }
  expect(await search('secretprice')).toEqual([])
  expect(await search('openword -secretprice')).toEqual([[2, expect.stringContaining('Openword')]])

  const { zipExport } = await submitZip(bidder, [folder?.id ?? ''])
  await runJobs()
  const link = await bidder.client.request(`/zip-exports/${zipExport?.id}`)
  const zipAddress = link.headers.get('location') ?? ''
  const zip = unzipSync(new Uint8Array(await bytesAt(bidder, zipAddress)))
  const inZip = 'Every path/Lease (redacted).pdf'
  expect(Object.keys(zip).sort()).toEqual(['Every path/', inZip, 'manifest.csv'])
  expect((await secondReading(Buffer.from(zip[inZip] ?? []))).join(' ')).not.toContain('Secretprice')
  expect(Buffer.from(zip['manifest.csv'] ?? []).toString()).toContain(`Lease (redacted).pdf,${size},`)

  await copilotReadsTheRendition()

  // What was kept from before asks what is given now, either way.
  await give(id, bidders, { rendition: 'FULL' })
  const full = await download(bidder, id)
  const fullPage = (await pagesOf(bidder, id)).pages[0]?.url ?? ''
  for (const address of [file.url, zipAddress, marked.url, pages[0]?.url ?? '']) {
    expect((await bidder.client.request(address)).status).toBe(403)
  }
  await give(id, bidders, { rendition: 'REDACTED' })
  for (const address of [full.url, fullPage]) expect((await bidder.client.request(address)).status).toBe(403)
  expect((await bidder.client.request(file.url)).status).toBe(200)
  expect((await bidder.client.request(zipAddress)).status).toBe(200)
})

/** A summary of what is redacted quotes nothing that is not given, and is given no longer than the rendition (REDACT-20). */
async function copilotReadsTheRendition(): Promise<void> {
  const [folder] = await admin.createFolders(['Summaries'])
  const id = await upload(
    'PPA.pdf',
    ['The Contract Price is $32.50 per MWh.', 'The Delivery Term shall be twenty (20) years.'],
    folder?.id,
  )
  const redaction = await redactWords(admin, id, [{ words: '$32.50' }], runJobs)
  await give(id, bidders, { level: 'ORIGINAL', rendition: 'REDACTED' })
  await database.pool.query('update organisation set copilot = true')
  const { summaryJob } = await bidder.call<{ summaryJob: { id: string } }>(
    'mutation($treeId: ID!, $ids: [ID!]!) { createSummaryJob(treeId: $treeId, documentIds: $ids) { summaryJob { id } } }',
    { ids: [id] },
  )
  await runJobs()
  const report = async () => {
    const { data, errors } = await bidder.ask(
      `query($jobId: ID!) { summaryReport(jobId: $jobId) { outputFileUrl sources {
        problem emptyPages remarks notFound facts { label value quotation page } } } }`,
      { jobId: summaryJob.id },
    )
    return (
      errors[0]?.extensions.code ??
      (data?.summaryReport as { outputFileUrl: string; sources: { facts: { value: string | null }[] }[] })
    )
  }
  const made = await report()
  if (typeof made === 'string') throw new Error(made)
  expect(JSON.stringify(made)).toContain('twenty (20) years')
  expect(JSON.stringify(made)).not.toContain('32.50')
  const docx = unzipSync(new Uint8Array(await bytesAt(bidder, made.outputFileUrl)))
  const words = Buffer.from(docx['word/document.xml'] ?? []).toString()
  expect([words.includes('twenty (20) years'), words.includes('32.50')]).toEqual([true, false])
  // It quotes what was given: without the rendition it is closed.
  await admin.call(
    'mutation($treeId: ID!, $id: ID!) { undoRedaction(treeId: $treeId, redactionId: $id) { redaction { id } } }',
    { id: redaction },
  )
  expect([await report(), (await bidder.client.request(made.outputFileUrl)).status]).toEqual([
    'FORBIDDEN',
    403,
  ])
}

test('what is told of a file’s reading and of its readiness is of the version that is given: its pages, and nothing of a longer one', async () => {
  const [folder] = await admin.createFolders(['Analysed'])
  const id = await upload('Terms.pdf', ['Secretprice one', 'Two'], folder?.id)
  const twin = await pdfWith(['Secretprice twin'])
  for (const name of ['Twin A.pdf', 'Twin B.pdf']) {
    await uploadFile(admin.client, admin.treeId, folder?.id ?? '', name, twin)
  }
  await give(folder?.id ?? '', managers, { level: 'ORIGINAL', rendition: 'REDACTED' })
  interface Told {
    pageCount: number | null
    pages: { number: number; readerCount: number }[]
    readers: { pagesRead: number }[]
  }
  const told = (who: Room) =>
    who.call<Told>(
      `query($treeId: ID!, $id: ID!) { documentReading(treeId: $treeId, documentId: $id) {
        pageCount pages { number readerCount } readers { pagesRead } } }`,
      { id },
    )
  const sheet = async (who: Room): Promise<unknown[][]> => {
    const answer = await who.client.request(`/documents/${who.treeId}/reading`)
    const found = readSpreadsheet(Buffer.from(await answer.arrayBuffer())).find(
      ({ name }) => name === 'Pages',
    )
    return (found?.rows ?? []).filter(([path]) => String(path).includes('Analysed')).map(([, page]) => [page])
  }
  /** All pages of the version in view are looked at. */
  const read = async () => {
    for (const { url } of (await pagesOf(admin, id)).pages) await bytesAt(admin, url)
    await database.pool.query('update page_reading set ms = 1000, last_at = now()')
  }
  const findings = async (who: Room) =>
    (
      await who.client.graphql('query($id: ID!) { roomReadiness(portfolioId: $id) { kind text } }', {
        id: portfolioId,
      })
    ).data?.roomReadiness as { kind: string; text: string }[]
  await read()
  expect(await told(admin)).toMatchObject({ pageCount: 2, readers: [{ pagesRead: 2 }] })
  expect(await told(manager)).toMatchObject({ pageCount: null, pages: [], readers: [{ pagesRead: 0 }] })
  expect([await sheet(admin), await sheet(manager)]).toEqual([[[1], [2]], []])
  expect((await findings(admin)).map(({ kind }) => kind)).toContain('DUPLICATE')
  expect((await findings(manager)).filter(({ text }) => text.includes('Analysed'))).toEqual([])

  await redactWords(admin, id, [{ words: 'Secretprice' }], runJobs)
  await uploadFile(
    admin.client,
    admin.treeId,
    folder?.id ?? '',
    'Terms.pdf',
    await pdfWith(['Secretprice', 'Two', 'Three', 'Four']),
  )
  await read()
  expect(await told(admin)).toMatchObject({ pageCount: 4, readers: [{ pagesRead: 4 }] })
  expect(await told(manager)).toMatchObject({
    pageCount: 2,
    pages: [
      { number: 1, readerCount: 1 },
      { number: 2, readerCount: 1 },
    ],
    readers: [{ pagesRead: 2 }],
  })
  expect([await sheet(admin), await sheet(manager)]).toEqual([
    [[1], [2], [3], [4]],
    [[1], [2]],
  ])
})

test('at the level of marked PDFs zip and lasting link have that of the rendition; below there is none', async () => {
  const [folder] = await admin.createFolders(['Marked'])
  const id = await upload('Terms.pdf', ['Secretprice of the energy'], folder?.id)
  await redactWords(admin, id, [{ words: 'Secretprice' }], runJobs)
  await give(id, bidders, { level: 'PDF', rendition: 'REDACTED' })
  expect(await refusalOf(bidder, id)).toEqual([
    ['FORBIDDEN', 'You may download this document as a marked PDF only.'],
  ])
  const { zipExport } = await submitZip(bidder, [folder?.id ?? ''])
  await runJobs()
  const link = await bidder.client.request(`/zip-exports/${zipExport?.id}`)
  const zip = unzipSync(new Uint8Array(await bytesAt(bidder, link.headers.get('location') ?? '')))
  const words = (await secondReading(Buffer.from(zip['Marked/Terms (redacted).pdf'] ?? [])))
    .join('')
    .replace(/\s+/g, '')
  expect([words.includes('Secretprice'), words.includes('bidder@renditions.example')]).toEqual([false, true])
  const lasting = await bidder.client.request(`/documents/${bidder.treeId}/${id}/download`)
  expect(lasting.headers.get('location')).toMatch(/^\/files\/marked\//)
  await give(id, bidders, { level: 'VIEW' })
  expect(await refusalOf(bidder, id, MARKED)).toEqual([
    ['FORBIDDEN', 'You may view this document, not download it.'],
  ])
  // Words are given by the level, of the rendition alike.
  expect((await pagesOf(bidder, id)).pages[0]?.text).toBeNull()
})

test('REDACT-21 the current version’s, else the newest that there is; while there is none it is being prepared', async () => {
  const [folder] = await admin.createFolders(['Versions'])
  const id = await upload('Deed.pdf', ['Secretprice one'], folder?.id)
  await give(id, bidders, { level: 'ORIGINAL', rendition: 'REDACTED' })
  const versions = () =>
    bidder.call<{ id: string; number: number; isCurrent: boolean }[]>(
      'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { id number isCurrent } }',
      { id },
    )
  const listed = () =>
    bidder.call<{ children: { name: string; size: number | null; versionNumber: number | null }[] }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { children(limit: 9) { name size versionNumber } } }',
      { id: folder?.id },
    )
  const nothing = async () => {
    expect(await listed()).toEqual({ children: [{ name: 'Deed.pdf', size: null, versionNumber: null }] })
    expect(await pagesOf(bidder, id)).toMatchObject({ state: 'NONE', reason: PREPARED, pages: [] })
    expect(await refusalOf(bidder, id)).toEqual([['FORBIDDEN', PREPARED]])
    expect(await refusalOf(bidder, id, MARKED)).toEqual([['FORBIDDEN', PREPARED]])
    expect((await bidder.client.request(`/documents/${bidder.treeId}/${id}/download`)).status).toBe(403)
    expect(await versions()).toEqual([])
    const content = await bidder.call<{ viewOnlyCount: number; exportableCount: number }>(
      'query($treeId: ID!, $ids: [ID!]!) { zipContent(treeId: $treeId, documentIds: $ids) { viewOnlyCount exportableCount } }',
      { ids: [folder?.id] },
    )
    expect(content).toEqual({ viewOnlyCount: 1, exportableCount: 0 })
  }
  await nothing()
  const first = await redactWords(admin, id, [{ words: 'Secretprice' }], runJobs)
  const firstFile = await download(bidder, id)
  expect((await pagesOf(bidder, id)).version).toBe(1)
  // A new version shows nothing of itself.
  await uploadFile(
    admin.client,
    admin.treeId,
    folder?.id ?? '',
    'Deed.pdf',
    await pdfWith(['Secretprice two']),
  )
  expect(await pagesOf(bidder, id)).toMatchObject({ version: 1, redacted: true })
  expect(await versions()).toEqual([expect.objectContaining({ number: 1, isCurrent: true })])
  expect((await bidder.client.request(firstFile.url)).status).toBe(200)
  const second = await redactWords(admin, id, [{ words: 'Secretprice' }], runJobs)
  expect(await pagesOf(bidder, id)).toMatchObject({ version: 2, redacted: true })
  // Readers are not shown earlier versions, unless the room says so.
  expect((await versions()).map(({ number }) => number)).toEqual([2])
  expect((await bidder.client.request(firstFile.url)).status).toBe(404)
  const undo = (redactionId: string) =>
    admin.call(
      'mutation($treeId: ID!, $redactionId: ID!) { undoRedaction(treeId: $treeId, redactionId: $redactionId) { redaction { id } } }',
      { redactionId },
    )
  const secondFile = await download(bidder, id)
  await undo(second)
  expect(await pagesOf(bidder, id)).toMatchObject({ version: 1, redacted: true })
  expect((await bidder.client.request(secondFile.url)).status).toBe(404)
  expect((await bidder.client.request(firstFile.url)).status).toBe(200)
  await undo(first)
  expect((await bidder.client.request(firstFile.url)).status).toBe(404)
  await nothing()
})
