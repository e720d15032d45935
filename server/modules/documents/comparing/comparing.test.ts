import { Document, Packer, PageBreak, Paragraph, TextRun } from 'docx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories } from '../../../../testing/factories.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import type { Room } from '../../../../testing/room.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { statementsOf } from '../../../../testing/statements.ts'
import { zipRoom } from '../../../../testing/zipRoom.ts'
import { createComparer } from '../../../platform/comparing/index.ts'
import { createFairQueue } from '../../../platform/pages/index.ts'
import { createVersionComparing } from './comparing.ts'

// Files are read in a process of their own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = testDatabase()
const make = factories(database)
const comparer = createComparer()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
/** A lease, and the ids of its versions from the first one on. */
let lease: string
let first: string
let second: string

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  ;[lease, first, second] = await filed(
    'Lease.pdf',
    await pdfWith(['The rent is $40 per acre.', 'Buyer pays within 30 days.']),
    await pdfWith(['The rent is $42 per acre.', 'An inserted page.', 'Buyer pays within 30 days.']),
  )
})
afterAll(async () => {
  comparer.close()
  await server.close()
})

/** Files all of them under one name. @returns ids of the document and of its first two versions */
async function filed(name: string, ...contents: (Buffer | string)[]): Promise<[string, string, string]> {
  let id = ''
  for (const content of contents) id = await room.file(name, content)
  const [one = '', other = ''] = await versionsOf(id)
  return [id, one, other]
}

/** Ids of a document's versions, from the first one on. */
async function versionsOf(id: string): Promise<string[]> {
  const versions = await room.admin.call<{ id: string }[]>(
    'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { id } }',
    { id },
  )
  return versions.map((version) => version.id).toReversed()
}

interface Found {
  count: number
  remark: string | null
  rows: Record<'page' | 'sheet' | 'cell' | 'removed' | 'added', unknown>[]
}

const ASK = `query($one: ID!, $other: ID!, $limit: Int! = 200, $offset: Int! = 0) {
  versionDifference(versionId: $one, withVersionId: $other, limit: $limit, offset: $offset) {
    count remark rows { page sheet cell removed added } } }`
const ask = (by: Room, one: string, other: string, page = {}) => by.ask(ASK, { one, other, ...page })
const compare = (by: Room, one: string, other: string, page = {}) =>
  by.call<Found>(ASK, { one, other, ...page })
const refusal = async (by: Room, one = first, other = second) => {
  const { errors } = await ask(by, one, other)
  return `${errors[0]?.extensions.code} ${errors[0]?.message}`
}
const isComparable = async (by: Room, id = lease) => {
  const versions = await by.call<{ isComparable: boolean }[]>(
    'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { isComparable } }',
    { id },
  )
  return versions.map((version) => version.isComparable)
}
const row = (more: Partial<Found['rows'][number]>) => ({
  page: null,
  sheet: null,
  cell: null,
  removed: null,
  added: null,
  ...more,
})
const readersSeeEarlier = (isOn: boolean) =>
  room.admin.call(
    'mutation($treeId: ID!, $isOn: Boolean!) { setReadersSeeEarlierVersions(treeId: $treeId, isOn: $isOn) { id } }',
    { isOn },
  )

const docx = (...pages: string[]) =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: pages.map(
            (text, at) =>
              new Paragraph({ children: [...(at > 0 ? [new PageBreak()] : []), new TextRun(text)] }),
          ),
        },
      ],
    }),
  )
type CellGiven = string | number | { value: number; format: string }
const workbook = (...sheets: [name: string, rows: CellGiven[][]][]) =>
  writeXlsxFile(
    sheets.map(([sheet, rows]) => ({
      sheet,
      data: rows.map((cells) => cells.map((cell) => (typeof cell === 'object' ? cell : { value: cell }))),
    })),
  ).toBuffer()

test('NEW-08 PDF and Word are compared by text, page by page, workbooks by cells; whoever isn’t given the words is refused', async () => {
  const rows = [row({ page: 1, removed: '$40', added: '$42' }), row({ page: 2, added: 'An inserted page.' })]
  expect(await compare(room.admin, first, second)).toEqual({ count: 2, remark: null, rows })
  // The later one is compared with the earlier one, whichever is named first.
  expect((await compare(room.admin, second, first)).rows).toEqual(rows)
  expect(await compare(room.admin, first, second, { limit: 1, offset: 1 })).toMatchObject({
    count: 2,
    rows: rows.slice(1),
  })
  const [, wordFirst, wordSecond] = await filed(
    'Memo.docx',
    await docx('The term is 20 years.', 'Notices go to Seller.'),
    await docx('The term is 25 years.', 'Notices go to the Seller.'),
  )
  expect((await compare(room.admin, wordFirst, wordSecond)).rows).toEqual([
    row({ page: 1, removed: '20', added: '25' }),
    row({ page: 2, added: 'the' }),
  ])
  const prices = (last: CellGiven): CellGiven[][] => [
    ['Year', 'Price'],
    [2027, { value: 41.5, format: '$#,##0.00' }],
    [2028, { value: 1042.25, format: '$#,##0.00' }],
    [2029, last],
  ]
  const before: CellGiven[][] = prices('open')
  const after = before.toSpliced(
    2,
    1,
    ['of which half', 'is fixed'],
    [2028, { value: 1050, format: '$#,##0.00' }],
  )
  const [, bookFirst, bookSecond] = await filed(
    'Prices.xlsx',
    await workbook(['Prices', before], ['Notes', [['None']]]),
    await workbook(['Prices', after], ['Notes', [['None']]], ['Added', [['x']]]),
  )
  expect((await compare(room.admin, bookFirst, bookSecond)).rows).toEqual([
    row({ sheet: 'Prices', cell: 'A3', added: 'of which half' }),
    row({ sheet: 'Prices', cell: 'B3', added: 'is fixed' }),
    row({ sheet: 'Prices', cell: 'B4', removed: '$1,042.25', added: '$1,050.00' }),
    row({ sheet: 'Added', cell: 'A1', added: 'x' }),
  ])
  await readersSeeEarlier(true)
  expect((await compare(room.bidder, first, second)).count).toBe(2)
  await room.level(lease, 'bidder', 'PRINT')
  expect(await refusal(room.bidder)).toBe('FORBIDDEN You may view this document, not compare its words.')
  await room.level(lease, 'bidder', 'ORIGINAL')
  await readersSeeEarlier(false)
})

test('VIEW-21 the words of versions are given at PDF and Original, and below to members of textPrincipalIds alone', async () => {
  await readersSeeEarlier(true)
  const refused = 'FORBIDDEN You may view this document, not compare its words.'
  const outcome = async () => [await isComparable(room.bidder), await refusal(room.bidder)]
  const given = [[true, true], 'undefined undefined']
  for (const level of ['VIEW', 'PRINT'] as const) {
    await room.level(lease, 'bidder', level)
    expect([level, ...(await outcome())]).toEqual([level, [false, false], refused])
  }
  await room.level(lease, 'bidder', 'PDF')
  expect(await outcome()).toEqual(given)
  await room.level(lease, 'bidder', 'VIEW')
  const giveWords = (ids: unknown[]) =>
    room.admin.call(
      'mutation($treeId: ID!, $ids: [ID!]) { updateTreeViewing(treeId: $treeId, textPrincipalIds: $ids) { errors { message } } }',
      { ids },
    )
  await giveWords([room.groups.bidder])
  expect(await outcome()).toEqual(given)
  await giveWords([])
  expect(await outcome()).toEqual([[false, false], refused])
  // In the view of others words are given as they have them (VIEW-25).
  await room.admin.call(
    'mutation($treeId: ID!, $id: ID!) { startView(treeId: $treeId, groupId: $id) { view { id } } }',
    {
      id: room.groups.bidder,
    },
  )
  expect(await refusal(room.admin)).toBe(refused)
  await room.admin.ask('mutation { leaveView { success } }')
  expect(await refusal(room.admin)).toBe('undefined undefined')
  await room.level(lease, 'bidder', 'ORIGINAL')
  await readersSeeEarlier(false)
})

test('PERM-10 DOC-44 unknown, hidden and earlier versions that somebody doesn’t see are not found alike, withdrawn ones open for nobody', async () => {
  const hidden = 'NOT_FOUND Version not found.'
  const unknown = '018f0000-0000-7000-8000-000000000000'
  for (const id of [unknown, 'no-id']) {
    expect([await refusal(room.admin, id, second), await refusal(room.admin, first, id)]).toEqual([
      hidden,
      hidden,
    ])
  }
  expect(await refusal(room.outsider)).toBe(hidden)
  // The current one is all that a reader sees.
  expect(await refusal(room.bidder)).toBe(hidden)
  expect(await refusal(room.bidder, second, first)).toBe(hidden)
  await readersSeeEarlier(true)
  expect(await refusal(room.bidder)).toBe('undefined undefined')
  await room.permit(lease, 'bidder', false)
  expect(await refusal(room.bidder)).toBe(hidden)
  await room.permit(lease, 'bidder', true)
  const [, other] = await filed('Other.txt', 'one', 'two')
  expect(await refusal(room.admin, first, other)).toBe(
    'BAD_USER_INPUT Please choose two versions of the same document.',
  )
  expect(await refusal(room.admin, first, first)).toBe('BAD_USER_INPUT Please choose two different versions.')
  const [text, was, is] = await filed('Withdrawn.txt', 'The price is 40.', 'The price is 42.')
  expect((await compare(room.bidder, was, is)).count).toBe(1)
  await room.admin.call('mutation($id: ID!) { withdrawVersion(versionId: $id) { success } }', { id: was })
  // Although a process keeps what it has compared.
  for (const by of [room.admin, room.bidder]) {
    expect(await refusal(by, was, is)).toBe('CONFLICT Version 1 has been withdrawn.')
    expect(await isComparable(by, text)).toEqual([true, false])
  }
  await readersSeeEarlier(false)
})

test('VIEW-27 whoever loses the words while versions are compared is given none', async () => {
  const [id, versionId, withVersionId] = await filed('Falling.txt', 'The price is 40.', 'The price is 42.')
  const reader = await make.actorWith(await roomOf(id), 'Bidder')
  await readersSeeEarlier(true)
  const comparing = createVersionComparing({
    db: database.db,
    storage: server.app.storage,
    versions: server.app.services.documents.versions,
    queue: createFairQueue({ perPerson: 2, waitMs: 60_000 }),
    comparer: {
      compare: async (...asked) => {
        const found = await comparer.compare(...asked)
        await setLevel(id, reader.groupId, 'VIEW')
        return found
      },
    },
  })
  const asked = { versionId, withVersionId }
  await expect(comparing.difference(reader, asked)).rejects.toThrow('not compare its words')
  await setLevel(id, reader.groupId, 'ORIGINAL')
  expect((await comparing.difference(reader, asked)).rows).toHaveLength(1)
  await readersSeeEarlier(false)
})

test('a person has one comparison going and two waiting; whoever asks for more, or too often, is told so', async () => {
  const [id] = await filed('Often.txt', ...[1, 2, 3, 4].map((n) => `The price is ${n}.`))
  const [a = '', b = '', c = '', d = ''] = await versionsOf(id)
  const going = Promise.withResolvers<void>()
  const queue = createFairQueue({ perPerson: 2, waitMs: 60_000 })
  const comparing = createVersionComparing({
    db: database.db,
    storage: server.app.storage,
    versions: server.app.services.documents.versions,
    queue,
    comparer: {
      compare: async (...asked) => {
        await going.promise
        return comparer.compare(...asked)
      },
    },
  })
  const reader = await make.actorWith(await roomOf(id), 'Deal Room Admin')
  const asked = (versionId: string, withVersionId: string) =>
    comparing.difference(reader, { versionId, withVersionId })
  const running = asked(a, b)
  // Of the same versions it is the same comparison.
  const waiting = [asked(a, c), asked(a, d), asked(b, a)]
  await vi.waitFor(() => expect(queue.waiting()).toBe(2))
  await expect(asked(b, c)).rejects.toThrow('Other versions are being compared.')
  going.resolve()
  expect((await Promise.all([running, ...waiting])).map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1])
  await database.pool.query(
    'update page_count set searches = 20, minute = date_trunc($2, now()) where person_id = $1',
    [reader.personId, 'minute'],
  )
  await expect(asked(c, d)).rejects.toThrow(/^You are comparing very often\. Please wait \d+ seconds\.$/)
  // What was compared is not compared again.
  expect((await asked(a, b)).rows).toHaveLength(1)
})

test('what can’t be compared says so in one sentence', async () => {
  const said = async (name: string, ...contents: (Buffer | string)[]) => {
    const [, one, other] = await filed(name, ...contents)
    return refusal(room.admin, one, other)
  }
  const text = await pdfWith(['Lease'])
  expect(await said('Plans.zip', 'one', 'two')).toBe('CONFLICT Files of this kind can’t be compared.')
  expect(await said('Photo.png', 'one', 'two')).toBe('CONFLICT Files of this kind can’t be compared.')
  expect(await said('Scan.pdf', text, await pdfWith(['']))).toBe('CONFLICT Version 2 has no text of its own.')
  expect(await said('Locked.pdf', await pdfWith(['x'], { userPassword: 'secret' }), text)).toBe(
    'CONFLICT Version 1 is protected by a password.',
  )
  expect(await said('Damaged.xlsx', 'no workbook', 'none either')).toBe('CONFLICT Version 1 is damaged.')
  const words = (from: number) => Array.from({ length: 6_000 }, (_, at) => `word${from + at}`).join(' ')
  expect(await said('Other.md', words(0), words(10_000))).toBe(
    'CONFLICT These versions are too different to compare.',
  )
  const [, one, other] = await filed('Partly.pdf', await pdfWith(['Lease', '']), await pdfWith(['Lease', '']))
  expect(await compare(room.admin, one, other)).toEqual({
    count: 0,
    remark: 'Pages without text of their own were not compared.',
    rows: [],
  })
})

test('a comparison takes as many statements whatever it finds', async () => {
  const lines = (of: string) => Array.from({ length: 300 }, (_, at) => `${of}${at} stays`).join('\n')
  const [, one, other] = await filed('Few.txt', 'one', 'two')
  const [, before, after] = await filed('Many.txt', lines('a'), lines('b'))
  const few = await statementsOf(() => compare(room.admin, one, other))
  const many = await statementsOf(() => compare(room.admin, before, after))
  expect((await compare(room.admin, before, after)).count).toBeGreaterThan(200)
  expect(many).toEqual(few)
})

const roomOf = async (documentId: string) =>
  await database.db
    .selectFrom('document_tree')
    .innerJoin('document', 'document.tree_id', 'document_tree.id')
    .innerJoin('portfolio', 'portfolio.id', 'document_tree.portfolio_id')
    .select(['portfolio.organisation_id as organisationId', 'portfolio.id as portfolioId'])
    .where('document.id', '=', documentId)
    .executeTakeFirstOrThrow()

const setLevel = (documentId: string, principalId: string, level: string) =>
  room.admin.call(
    `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId } }`,
    { id: documentId, changes: [{ principalId, level }] },
  )
