import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { giveContent } from '../../../../testing/redacting.ts'
import { Room } from '../../../../testing/room.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'
import { createMarkFinder, type MarkFinder } from '../../../platform/pages/index.ts'
import { spreadsheetBytes } from '../../../platform/spreadsheets/index.ts'
import { runSearch, sweepRedactionSearches } from './searching.ts'

// Processes are started, and files read in them.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const database = testDatabase()
const make = factories(database)
let server: TestServer
let admin: Room
let editor: Room
let editors: string
let bidder: Room

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const organisationId = await make.organisation()
  const { id: portfolioId } = await make.portfolio({ organisationId })
  const treeId = await make.tree({ organisationId, portfolioId })
  const member = async (role: string): Promise<[Room, string]> => {
    const email = `${role.toLowerCase().replaceAll(' ', '')}@searches.example`
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolioId] })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return [new Room(client, treeId), groupId]
  }
  ;[admin] = await member('Deal Room Admin')
  ;[editor, editors] = await member('Contributor')
  ;[bidder] = await member('Bidder')
})
afterAll(() => server.close())

const upload = async (name: string, content: readonly string[] | string, folderId: string): Promise<string> =>
  uploadFile(
    admin.client,
    admin.treeId,
    folderId,
    name,
    typeof content === 'string' ? content : await pdfWith(content),
  )
const folder = async (name: string): Promise<string> => (await admin.createFolders([name]))[0]?.id ?? ''

interface Search {
  id: string
  state: string
  fileCount: number
  filesDone: number
  markCount: number
  redactions: { id: string; document: { name: string } }[]
  unread: { document: { name: string }; reason: string }[]
  unreadCount: number
}
const FIELDS = `id state fileCount filesDone markCount unreadCount
  redactions { id document { name } } unread { document { name } reason }`
interface Sought {
  words?: readonly string[]
  patterns?: readonly string[]
  reason?: string
}
const START = `mutation($treeId: ID!, $ids: [ID!]!, $words: [String!], $patterns: [RedactionPattern!], $reason: String!) {
  findRedactionMarks(treeId: $treeId, documentIds: $ids, words: $words, patterns: $patterns, reason: $reason) {
    search { ${FIELDS} } } }`
const start = async (who: Room, ids: readonly string[], sought: Sought): Promise<Search> =>
  (await who.call<{ search: Search }>(START, { ids, reason: 'Personal data', ...sought })).search
const refusal = async (who: Room, ids: readonly string[], sought: Sought) => {
  const { errors } = await who.ask(START, { ids, reason: 'Personal data', ...sought })
  return errors.map(({ message, extensions }) => [extensions.code, message])
}
const state = (who: Room, id: string): Promise<Search> =>
  who.call(`query($id: ID!) { redactionSearch(id: $id) { ${FIELDS} } }`, { id })
const searched = async (who: Room, ids: readonly string[], sought: Sought): Promise<Search> => {
  const { id } = await start(who, ids, sought)
  await server.app.runJobs()
  return state(who, id)
}
interface Mark {
  page: number
  kind: string
  words: string | null
  reason: string
  boxes: { x: number; y: number; width: number; height: number }[]
}
const drafts = (documentId: string) =>
  admin.call<{ id: string; state: string; version: number; revision: number; marks: Mark[] }[]>(
    `query($treeId: ID!, $documentId: ID!) { redactions(treeId: $treeId, documentId: $documentId) {
      id state version revision marks { page kind words reason boxes { x y width height } } } }`,
    { documentId },
  )
const wordsOf = async (documentId: string): Promise<(string | null)[]> =>
  ((await drafts(documentId))[0]?.marks ?? []).map(({ words }) => words)

test('REDACT-07 words and patterns are found in files and below folders, in the background with progress, and only what is not covered is added', async () => {
  const [outer, inner] = [await folder('Outer'), await folder('Outer/Inner')]
  const ppa = await upload(
    'PPA.pdf',
    [
      'Between JUNIPER Solar and Mesa Power\nAuthority. Junipers are trees.',
      'Juniper solar: $32.50 per MWh.',
    ],
    outer,
  )
  const lease = await upload(
    'Lease.pdf',
    ['Call +1 (602) 555-0147, or write to ines@ashgrove.example.'],
    inner,
  )
  // No whole words, at neither end.
  const nothing = await upload(
    'Nothing.pdf',
    ['No name stands here: Juniper Solarium, and Tamesa Power Authority.'],
    inner,
  )
  const beside = await upload('Beside.pdf', ['Juniper Solar'], await folder('Beside'))
  const sought = {
    words: ['Juniper Solar', 'mesa power authority'],
    patterns: ['EMAIL', 'PHONE', 'AMOUNT'],
    reason: 'Third party',
  }
  const begun = await start(editor, [outer], sought)
  expect(begun).toMatchObject({ state: 'ACTIVE', fileCount: 3, filesDone: 0, markCount: 0, redactions: [] })
  expect(await drafts(ppa)).toEqual([])
  await server.app.runJobs()
  const ended = await state(editor, begun.id)
  expect(ended).toMatchObject({ state: 'COMPLETE', filesDone: 3, markCount: 6, unreadCount: 0 })
  expect(ended.redactions.map(({ document }) => document.name).sort()).toEqual(['Lease.pdf', 'PPA.pdf'])
  const [draft] = await drafts(ppa)
  expect(draft).toMatchObject({ state: 'DRAFT', version: 1 })
  expect(draft?.marks.map(({ page, kind, words, boxes }) => [page, kind, words, boxes.length])).toEqual([
    [1, 'WORDS', 'JUNIPER Solar', 1],
    [1, 'WORDS', 'Mesa Power Authority', 2],
    [2, 'WORDS', 'Juniper solar', 1],
    [2, 'PATTERN', '$32.50', 1],
  ])
  expect(new Set(draft?.marks.map(({ reason }) => reason))).toEqual(new Set(['Third party']))
  expect((await wordsOf(lease)).sort()).toEqual(['+1 (602) 555-0147', 'ines@ashgrove.example'])
  expect([await drafts(nothing), await drafts(beside)]).toEqual([[], []])

  // What is covered stays as it is; what is covered in part alone is added whole.
  const again = await searched(editor, [outer], sought)
  expect(again).toMatchObject({ markCount: 0, redactions: [] })
  expect((await drafts(ppa))[0]).toEqual(draft)
  const longer = await searched(editor, [outer], { words: ['Between Juniper Solar', 'Solar'] })
  expect([longer.markCount, await wordsOf(ppa)]).toEqual([
    1,
    expect.arrayContaining(['Between JUNIPER Solar']),
  ])

  // Of a new version it is the draft of that one; and what is applied goes on in the next draft.
  await upload('PPA.pdf', ['Juniper Solar, anew.'], outer)
  expect(await searched(editor, [ppa], { words: ['juniper solar'] })).toMatchObject({ markCount: 1 })
  const [second] = await drafts(ppa)
  expect([second?.version, second?.marks.map(({ words }) => words)]).toEqual([2, ['Juniper Solar']])
  await admin.call(
    'mutation($treeId: ID!, $redactions: [RedactionRefInput!]!) { applyRedactions(treeId: $treeId, redactions: $redactions) { redactions { id } } }',
    { redactions: [{ id: second?.id, revision: second?.revision }] },
  )
  await server.app.runJobs()
  expect(await searched(editor, [ppa], { words: ['juniper'] })).toMatchObject({ markCount: 0 })
  expect(await searched(editor, [ppa], { words: ['anew'] })).toMatchObject({ markCount: 1 })
  expect((await drafts(ppa)).map(({ state: of, marks }) => [of, marks.length])).toEqual([
    ['DRAFT', 2],
    ['APPLIED', 1],
    ['DRAFT', 5],
  ])
})

test('REDACT-08 at most 500 words of 2 to 100 characters, pasted or from the first column of an .xlsx or .csv', async () => {
  const id = await upload('Names.pdf', ['Juniper'], await folder('Names'))
  const sentence = 'Please give at most 500 words of 2 to 100 characters.'
  const many = Array.from({ length: 501 }, (_, at) => `Name ${at}`)
  for (const words of [many, ['x'], ['Juniper', 'x'.repeat(101)], [' ']]) {
    const { errors } = await editor.ask(START, { ids: [id], reason: 'Price', words })
    expect(errors.map(({ message, extensions }) => [message, extensions.fields])).toEqual([
      [sentence, { words: sentence }],
    ])
  }
  expect(await refusal(editor, [id], {})).toEqual([
    ['BAD_USER_INPUT', 'Please give words, or choose what else to look for.'],
  ])
  expect(await refusal(editor, [id], { words: ['Juniper'], reason: ' ' })).toEqual([
    ['BAD_USER_INPUT', 'Please give a reason.'],
  ])
  const most = [...many.slice(3), 'Ju', 'x'.repeat(100)]
  expect(await start(editor, [id], { words: most })).toMatchObject({ fileCount: 1 })
  const read = async (name: string, content: string | Buffer) => {
    const { data, errors } = await editor.ask(
      'mutation($treeId: ID!, $file: Upload!) { readRedactionWords(treeId: $treeId, file: $file) { words } }',
      { file: new File([new Uint8Array(Buffer.from(content))], name) },
    )
    const answer = data?.readRedactionWords as { words: string[] } | undefined
    return errors[0]?.message ?? answer?.words
  }
  expect(await read('names.csv', 'Juniper Solar;7\n\nMesa  Power;8\nJuniper Solar;9\n')).toEqual([
    'Juniper Solar',
    'Mesa Power',
  ])
  const columns = ['Name', 'Role'].map((header) => ({ header, width: 20 }))
  const rows = Readable.from([
    [
      ['Juniper Solar', 'Seller'],
      [null, 'Nobody'],
      ['Mesa Power', 'Buyer'],
    ],
  ])
  expect(
    await read(
      'names.xlsx',
      await buffer(Readable.from(spreadsheetBytes({ sheet: 'Parties', columns, rows }))),
    ),
  ).toEqual(['Name', 'Juniper Solar', 'Mesa Power'])
  expect(await read('names.csv', many.join('\n'))).toBe(sentence)
  expect(await read('names.csv', `${'x'.repeat(101)}\n`)).toBe(sentence)
  expect(await read('names.txt', 'Juniper')).toBe('Please choose an .xlsx or .csv file.')
  await server.app.runJobs()
})

test('REDACT-09 what could not be searched is listed with its reason, and what was closed meanwhile is neither searched nor named', async () => {
  const id = await folder('Odd')
  const good = await upload('Good.pdf', ['Juniper'], id)
  const scan = await upload('Scan.pdf', ['', ''], id)
  await upload('Partly.pdf', ['Juniper', ''], id)
  await upload('Model.bin', 'nothing', id)
  await upload('Broken.pdf', '%PDF-1.7 nothing more', id)
  const closed = await upload('Closed.pdf', ['Juniper'], id)
  const lowered = await upload('Lowered.pdf', ['Juniper'], id)
  const found = await start(editor, [id], { words: ['Juniper'] })
  expect(found.fileCount).toBe(7)
  await giveContent(admin, closed, editors, { level: 'NONE' })
  await giveContent(admin, lowered, editors, { level: 'PDF' })
  await server.app.runJobs()
  const ended = await state(editor, found.id)
  expect(ended).toMatchObject({ state: 'COMPLETE', filesDone: 7, markCount: 2, unreadCount: 5 })
  expect(Object.fromEntries(ended.unread.map(({ document, reason }) => [document.name, reason]))).toEqual({
    'Broken.pdf': 'It is damaged or empty.',
    'Lowered.pdf': 'You may not redact it.',
    'Model.bin': 'This kind of file has no pages.',
    'Partly.pdf': '1 of its 2 pages has no words: it was most likely scanned, or is empty.',
    'Scan.pdf': 'It has no words: it was most likely scanned.',
  })
  expect(JSON.stringify(ended)).not.toContain('Closed')
  expect([await drafts(closed), await drafts(lowered)]).toEqual([[], []])
  // Nor is what is closed to them later.
  await giveContent(admin, good, editors, { level: 'NONE' })
  const later = await state(editor, found.id)
  expect([later.markCount, JSON.stringify(later).includes('Good')]).toEqual([1, false])
  await giveContent(admin, scan, editors, { level: 'NONE' })
  const last = await state(editor, found.id)
  expect([last.unreadCount, last.unread.length, JSON.stringify(last).includes('Scan')]).toEqual([4, 4, false])
  // Nobody else is told that there is such a search.
  for (const other of [admin, bidder]) {
    const { data, errors } = await other.ask('query($id: ID!) { redactionSearch(id: $id) { id } }', {
      id: found.id,
    })
    expect([data, errors[0]?.extensions.code]).toEqual([{ redactionSearch: null }, 'NOT_FOUND'])
  }
  expect(await refusal(bidder, [id], { words: ['Juniper'] })).toEqual([['FORBIDDEN', 'Not authorized.']])
})

test('REDACT-09 a search that is cancelled, or killed, keeps what it has found, and goes on without finding anything twice', async () => {
  const id = await folder('Cancelled')
  const files: string[] = []
  for (const name of ['A.pdf', 'B.pdf', 'C.pdf']) files.push(await upload(name, ['Juniper Mesa'], id))
  const finder = createMarkFinder()
  const run = (searchId: string, meanwhile: () => Promise<void>) =>
    runWith(finder, searchId, meanwhile).catch(() => {})
  const counts = async () => Promise.all(files.map(async (file) => (await wordsOf(file)).length))
  try {
    const killed = await start(editor, [id], { words: ['Juniper'] })
    await run(killed.id, () => Promise.reject(new Error('killed')))
    expect(await state(editor, killed.id)).toMatchObject({ state: 'ACTIVE', filesDone: 1, markCount: 1 })
    expect(await counts()).toEqual([1, 0, 0])
    await server.app.runJobs()
    expect(await state(editor, killed.id)).toMatchObject({ state: 'COMPLETE', filesDone: 3, markCount: 3 })
    expect(await counts()).toEqual([1, 1, 1])

    const cancel = (who: Room, searchId: string) =>
      who.ask('mutation($id: ID!) { cancelRedactionSearch(id: $id) { state filesDone } }', { id: searchId })
    const cancelled = await start(editor, [id], { words: ['Juniper', 'Mesa'] })
    expect((await cancel(admin, cancelled.id)).errors[0]?.extensions.code).toBe('NOT_FOUND')
    await run(cancelled.id, async () => {
      expect((await cancel(editor, cancelled.id)).data).toEqual({
        cancelRedactionSearch: { state: 'COMPLETE', filesDone: 1 },
      })
    })
    await server.app.runJobs()
    expect(await state(editor, cancelled.id)).toMatchObject({ state: 'COMPLETE', filesDone: 1, markCount: 1 })
    expect(await counts()).toEqual([2, 1, 1])

    // One that no job runs any more is ended.
    const lost = await start(editor, [id], { words: ['Juniper'] })
    await database.pool.query(
      `delete from graphile_worker._private_jobs where key = 'redaction-search:${lost.id}'`,
    )
    await sweepRedactionSearches(database.db)
    expect(await state(editor, lost.id)).toMatchObject({ state: 'COMPLETE', filesDone: 0 })
  } finally {
    finder.close()
  }
})

test('REDACT-09 what is closed while it is searched is passed over and not named, and the search goes on', async () => {
  const id = await folder('Closing')
  const files: string[] = []
  for (const name of ['A.pdf', 'B.pdf', 'C.pdf']) files.push(await upload(name, ['Juniper'], id))
  const finder = createMarkFinder()
  try {
    const found = await start(editor, [id], { words: ['Juniper'] })
    await runWith(finder, found.id, async () => {
      await giveContent(admin, files[1] ?? '', editors, { level: 'NONE' })
    })
    const ended = await state(editor, found.id)
    expect(ended).toMatchObject({ state: 'COMPLETE', filesDone: 3, markCount: 2, unreadCount: 0 })
    expect(JSON.stringify(ended)).not.toContain('B.pdf')
    expect(await Promise.all(files.map(async (file) => (await wordsOf(file)).length))).toEqual([1, 0, 1])
  } finally {
    finder.close()
  }
})

/** Runs a search, in whose second file that happens. @throws as runSearch */
async function runWith(finder: MarkFinder, searchId: string, meanwhile: () => Promise<void>): Promise<void> {
  const { pages } = server.app.services.documents
  let looks = 0
  const deps = {
    db: database.db,
    sizes: pages.knownSizes,
    drawnFiles: pages.drawnFiles,
    finder: {
      close: finder.close,
      find: async (...asked: Parameters<typeof finder.find>) => {
        looks += 1
        if (looks === 2) await meanwhile()
        return finder.find(...asked)
      },
    },
  }
  await runSearch(deps, searchId, { signal: new AbortController().signal, last: false })
}
