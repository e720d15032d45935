import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { startTestServer } from '../../../../testing/server.ts'
import { createPagesRoom, type PagesRoom } from './pages.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const make = factories(database)
const pages = createPagesRoom(database)
let room: PagesRoom

beforeAll(async () => {
  room = await pages.start()
})
afterAll(() => room.server.close())

/** What somebody is given of a document, and whether they get its bytes. */
async function given(client: Client, documentId: string) {
  const { treeId } = room
  const { data } = await client.graphql(
    `query($treeId: ID!, $documentId: ID!) {
      document(treeId: $treeId, documentId: $documentId) { level previewUrl thumbnailUrl } }`,
    { treeId, documentId },
  )
  const { errors } = await client.graphql(
    'mutation($t: ID!, $d: ID!) { downloadFile(treeId: $t, documentId: $d) { url } }',
    { t: treeId, d: documentId },
  )
  return { ...(data?.document as object), download: errors[0]?.message ?? 'given' }
}

const VIEWED = {
  level: 'VIEW',
  previewUrl: null,
  thumbnailUrl: null,
  download: 'You may view this document, not download it.',
}

test('VIEW-26 whoever may edit but only view uploads, renames, moves and deletes, and is given no content by it', async () => {
  const { treeId, admin } = room
  const folder = await admin.graphql(
    `mutation($t: ID!, $p: ID!) { createFolder(treeId: $t, parentId: $p, name: "Drafts") { folder { id } } }`,
    { t: treeId, p: `tree:${treeId}` },
  )
  const created = folder.data?.createFolder as { folder: { id: string } } | undefined
  const folderId = created?.folder.id ?? ''
  const groupId = await make.group({
    organisationId: await organisationOf(treeId),
    role: ['DOCUMENTS_VIEW', 'DOCUMENTS_EDIT', 'DOCUMENTS_DELETE', 'OVERVIEW_VIEW'],
    portfolioIds: await portfoliosOf(treeId),
  })
  await make.member(groupId, await make.person({ email: 'editor@pages.example', password: PASSWORD }))
  await pages.level(folderId, 'VIEW', groupId)
  const editor = new Client(room.server.address)
  await editor.signIn('editor@pages.example', PASSWORD)
  const own = await uploadFile(editor, treeId, folderId, 'Own.pdf', await pdfWith(['Own words']))
  expect(await given(editor, own)).toEqual(VIEWED)
  const { errors } = await editor.graphql(
    `mutation($t: ID!, $d: ID!) { renameDocument(treeId: $t, documentId: $d, name: "Renamed.pdf") { error } }`,
    { t: treeId, d: own },
  )
  expect(errors).toEqual([])
  expect(await given(editor, own)).toEqual(VIEWED)
  const moved = await editor.graphql(
    `mutation($t: ID!, $d: [ID!]!, $p: ID!) { move(treeId: $t, sourceDocumentIds: $d, destinationParentId: $p) { __typename } }`,
    { t: treeId, d: [own], p: `tree:${treeId}` },
  )
  expect(moved.errors).toEqual([])
  expect(await given(editor, own)).toEqual(VIEWED)
  const removed = await editor.graphql(
    'mutation($t: ID!, $d: [ID!]!) { removeDocuments(treeId: $t, documentIds: $d) { deletedIds } }',
    { t: treeId, d: [own] },
  )
  expect(removed.errors).toEqual([])
})

test('VIEW-27 a level that falls holds with the next request of each session at each server', async () => {
  const file = await pages.upload('Falls.pdf', await pdfWith(['Falls']))
  await pages.level(file, 'PRINT')
  const other = await startTestServer(database, { DATA_DIR: room.server.dataDir })
  try {
    const there = new Client(other.address)
    await there.signIn('bidder@pages.example', PASSWORD)
    const here = await pages.first(room.bidder, file)
    const [page] = (await pages.open(there, file)).pages
    const statuses = async () =>
      Promise.all([
        room.bidder.request(here.url).then(({ status }) => status),
        there.request(page?.url ?? '').then(({ status }) => status),
        there.request(page?.printUrl ?? '').then(({ status }) => status),
      ])
    expect(await statuses()).toEqual([200, 200, 200])
    await pages.level(file, 'VIEW')
    expect(await statuses()).toEqual([200, 200, 403])
    await pages.level(file, 'NONE')
    expect(await statuses()).toEqual([404, 404, 404])
  } finally {
    await other.close()
  }
})

test('VIEW-25 MARK-30 in a view of others the level is the lower one, downloads stay refused, and the mark is the viewer’s', async () => {
  const { treeId, admin, bidder, bidders } = room
  const file = await pages.upload('Seen.pdf', await pdfWith(['Seen']))
  await pages.level(file, 'VIEW')
  const own = await pages.first(admin, file)
  expect((await admin.request(own.url)).status).toBe(200)
  expect(own.pages[0]).toMatchObject({ printUrl: expect.any(String), text: 'Seen' })
  const redacted = await pages.upload('Redacted.pdf', await pdfWith(['Redacted']))
  const change = { principalId: bidders, level: 'PDF', rendition: 'REDACTED' }
  await admin.graphql(
    `mutation($t: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $t, documentIds: $ids, changes: $changes) { changeId } }`,
    { t: treeId, ids: [redacted], changes: [change] },
  )
  const content = async () => {
    const { data } = await admin.graphql(
      `query($t: ID!, $d: ID!) { document(treeId: $t, documentId: $d) { level redacted }
        documentPages(treeId: $t, documentId: $d) { state reason pages { text } } }`,
      { t: treeId, d: redacted },
    )
    return data
  }
  const { errors } = await admin.graphql(
    'mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { id } } }',
    { t: treeId, g: bidders },
  )
  expect(errors).toEqual([])
  expect(await given(admin, file)).toEqual({ ...VIEWED, download: expect.not.stringMatching(/^given$/) })
  // What was opened before the view does not go on in it.
  const { url, code, openingId } = await pages.first(admin, file, { openingId: own.openingId })
  expect(openingId).not.toBe(own.openingId)
  const [seen] = (await pages.open(admin, file, { openingId })).pages
  expect(seen).toMatchObject({ printUrl: null, text: null })
  expect(await content()).toMatchObject({
    document: { level: 'PDF', redacted: true },
    documentPages: { state: 'NONE', reason: 'This document is being prepared. Please come back later.' },
  })
  expect((await admin.request(url)).status).toBe(200)
  const { rows } = await database.pool.query(
    `select person.email, mark.viewed_as is not null as "isView" from page_mark mark
     join person on person.id = mark.person_id where mark.code = $1`,
    [code?.replaceAll('-', '')],
  )
  expect(rows).toEqual([{ email: 'dealroomadmin@pages.example', isView: true }])
  const again = await pages.first(admin, file, { openingId })
  expect(again.openingId).toBe(openingId)
  await admin.graphql('mutation { leaveView { success } }', {})
  // Theirs is the original, and still is.
  expect(await given(admin, file)).toMatchObject({ level: 'ORIGINAL', download: 'given' })
  expect(await content()).toMatchObject({ document: { level: 'ORIGINAL', redacted: false } })
  expect(await given(bidder, file)).toEqual(VIEWED)
})

test('PAGE-01 pages have their sizes and addresses; a folder has none', async () => {
  const file = await pages.upload('Sizes.pdf', await pdfWith(['One', 'Two']))
  const opened = await pages.open(room.bidder, file)
  expect(opened).toMatchObject({ state: 'READY', reason: null, count: 2 })
  expect(opened.pages).toEqual(
    [1, 2].map((number) => ({
      number,
      width: 612,
      height: 792,
      url: expect.stringMatching(new RegExp(`^/files/page/[^/]+/${number}\\?width=800&`)),
      printUrl: expect.stringContaining('&print=1'),
      text: expect.any(String),
    })),
  )
  const { errors } = await pages.ask(room.bidder, `tree:${room.treeId}`)
  expect(errors.map(({ message, extensions }) => [extensions.code, message])).toEqual([
    ['BAD_USER_INPUT', 'A folder has no pages.'],
  ])
})

test('MARK-09 MARK-10 an opening, its prints and each marked PDF have codes of their own, recorded before anything goes out, and kept', async () => {
  const { treeId, bidder, admin } = room
  const file = await pages.upload('Coded.pdf', await pdfWith(['Coded']))
  await pages.level(file, 'PDF')
  const marked = async () => {
    const { data } = await bidder.graphql(
      'mutation($t: ID!, $d: ID!) { downloadMarkedPdf(treeId: $t, documentId: $d) { url code } }',
      { t: treeId, d: file },
    )
    return data?.downloadMarkedPdf as { url: string; code: string }
  }
  const opened = await pages.first(bidder, file)
  const again = await pages.first(bidder, file, { openingId: opened.openingId })
  expect([again.code, again.printCode]).toEqual([opened.code, opened.printCode])
  const other = await pages.first(bidder, file)
  const [one, two] = [await marked(), await marked()]
  const codes = [opened.code, opened.printCode, other.code, other.printCode, one.code, two.code]
  expect(new Set(codes).size).toBe(6)
  const recorded = async () => {
    const { rows } = await database.pool.query(
      `select code, kind, address, company_name, groups, recorded_path, version, viewed_as,
         first_at is not null as "isGiven", first_at <= now() as "isMoment", document_id = $1 as "isOfIt",
         redaction_id as redaction, (select email from person where person.id = person_id) as reader
       from page_mark where code = any($2) order by array_position($2, code)`,
      [file, codes.map((code) => code?.replaceAll('-', ''))],
    )
    return rows
  }
  expect((await recorded()).map(({ isGiven }) => isGiven)).toEqual(codes.map(() => false))
  for (const url of [opened.url, opened.pages[0]?.printUrl ?? '', one.url]) {
    expect((await bidder.request(url)).status).toBe(200)
  }
  const given = (kind: string) => ({
    code: expect.any(String),
    kind,
    address: '127.0.0.1',
    company_name: '',
    groups: [expect.stringMatching(/.+/)],
    recorded_path: 'Coded.pdf',
    version: 1,
    viewed_as: null,
    isGiven: true,
    isMoment: true,
    isOfIt: true,
    redaction: null,
    reader: 'bidder@pages.example',
  })
  const all = (await recorded()).filter(({ isGiven }) => isGiven)
  expect(all).toEqual([given('SCREEN'), given('PRINT'), given('PDF')])
  await admin.graphql(
    'mutation($t: ID!, $d: [ID!]!) { removeDocuments(treeId: $t, documentIds: $d) { deletedIds } }',
    {
      t: treeId,
      d: [file],
    },
  )
  expect((await recorded()).filter(({ isGiven }) => isGiven)).toEqual(all)
})

async function organisationOf(treeId: string): Promise<string> {
  const { rows } = await database.pool.query<{ organisation_id: string }>(
    'select organisation_id from document_tree where id = $1',
    [treeId],
  )
  return rows[0]?.organisation_id ?? ''
}

async function portfoliosOf(treeId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ portfolio_id: string }>(
    'select portfolio_id from document_tree where id = $1',
    [treeId],
  )
  return rows.map(({ portfolio_id }) => portfolio_id)
}
