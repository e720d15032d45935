import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { giveContent, redactWords } from '../../../testing/redacting.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Shown } from '../../../testing/spreadsheets.ts'
import { createTextReader } from '../../platform/documentText/index.ts'
import { recordActivity } from '../activity/index.ts'
import { dropOldRenditions } from '../documents/redaction/redactionStore.ts'
import { type ArchivedRoom, archivedRoomOf, paper } from './archives.fixture.ts'
import { certificateBy, nowIn, rowsOfSheet } from './certificates.fixture.ts'
import { answer, ask, change, createLog } from './room.fixture.ts'
import { momentText } from './sections.ts'

/** Each part of a certificate, cell by cell: moments by the step in which what they tell of was done. */

const database = testDatabase()
const make = factories(database)
const reader = createTextReader()
let server: TestServer
let room: ArchivedRoom
let from: string
const ENDS = '2099-01-01T00:00:00.000Z'

const steps: { name: string; from: number; to: number }[] = []
async function step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const begun = new Date(await nowIn(database)).getTime() - 1
  const value = await work()
  steps.push({ name, from: begun, to: new Date(await nowIn(database)).getTime() })
  return value
}
const told = (cell: Shown): Shown =>
  cell instanceof Date
    ? (steps.find((each) => cell.getTime() >= each.from && cell.getTime() <= each.to)?.name ??
      cell.toISOString())
    : cell

/** Somebody uses the current version of a document. */
async function use(
  personId: string,
  documentId: string,
  kind: 'VIEW' | 'DOWNLOAD',
  detail: Record<string, boolean> | null = null,
): Promise<void> {
  const { rows } = await database.pool.query<{ id: string; name: string }>(
    'select current_version_id as id, name from document where id = $1',
    [documentId],
  )
  await database.db.transaction().execute((tx) =>
    recordActivity(tx, [
      {
        kind,
        personId,
        sessionId: null,
        organisationId: room.place.organisationId,
        treeId: room.treeId,
        documentId,
        ...(rows[0] && { versionId: rows[0].id }),
        recordedPath: rows[0]?.name ?? '',
        ...(detail && { detail }),
      },
    ]),
  )
}

const CONTENTS = {
  first: Buffer.from('the first'),
  second: Buffer.from('the second one'),
  plan: Buffer.from('a plan'),
  draft: Buffer.from('a draft of it'),
  old: Buffer.from('old'),
}
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
interface Given {
  size: number
  sha256: string
}
let price: { bytes: Buffer; replaced: Given; given: Given }

/** What the rendition is that is given now. */
async function given(): Promise<Given> {
  const { rows } = await database.pool.query<Given>(
    `select redaction.size::int as size, encode(file.sha256, 'hex') as sha256
     from redaction join stored_file file on file.id = redaction.file_id where redaction.state = 'APPLIED'`,
  )
  return rows[0] ?? { size: 0, sha256: '' }
}

async function stage(name: string, content: Buffer): Promise<string> {
  const [announced] = await room.room.announce([{ name, parentId: room.offtake.id, size: content.length }])
  if (!announced) throw new Error('Nothing was announced.')
  await room.room.put(announced, content)
  const { files } = await room.room.call<{ files: { id: string }[] }>(
    `mutation($treeId: ID!, $uploads: [ConfirmUploadInput!]!) {
      documentsConfirmUploads(treeId: $treeId, uploads: $uploads, staged: true) { files { id } }
    }`,
    { uploads: [{ version: announced.version, documentId: announced.file.id }] },
  )
  return files[0]?.id ?? ''
}

beforeAll(async () => {
  server = await startTestServer(database)
  from = await nowIn(database)
  room = await step('made', () => archivedRoomOf(database, server))
  const { team, northwind, rival, upload, permit, offtake, place, treeId } = room
  await server.app.services.record.append()
  await database.pool.query(
    `with made as (insert into company (id, name) values (gen_random_uuid(), 'Wind and Sons') returning id)
     update person set company_id = (select id from made) where id = $1`,
    [northwind.personId],
  )
  await change(
    team.client,
    'mutation($treeId: ID!) { setTreeNumbering(treeId: $treeId, numbering: ONE) { __typename } }',
    { treeId },
  )
  const [prices] = await room.room.createFolders(['Prices'])
  if (!prices) throw new Error('No folder was made.')
  await giveContent(room.room, prices.id, northwind.groupId, { rendition: 'REDACTED' })
  const ppa = await step('first', () => upload('PPA.pdf', offtake.id, CONTENTS.first))
  await step('opened', () => use(northwind.personId, ppa, 'VIEW'))
  await step('second', () => upload('PPA.pdf', offtake.id, CONTENTS.second))
  await step('downloaded', () => use(northwind.personId, ppa, 'DOWNLOAD'))
  await step('printed', () => use(rival.personId, ppa, 'VIEW', { isPrint: true }))
  await step('marked', () => use(rival.personId, ppa, 'DOWNLOAD', { isMarked: true }))
  const plan = await step('staged', () => stage('Plan.pdf', CONTENTS.plan))
  await step('published', () =>
    room.room.call(
      `mutation($treeId: ID!, $ids: [ID!]!) {
        publish(treeId: $treeId, documentIds: $ids, title: "Phase 1") { publication { id } }
      }`,
      { ids: [plan] },
    ),
  )
  await step('drafted', () => stage('Secret draft.pdf', CONTENTS.draft))
  const old = await step('old', () => upload('Old.pdf', offtake.id, CONTENTS.old))
  await step('hidden', () => permit(old, northwind.groupId, 'NONE'))
  const bytes = await paper('A price of 4.20')
  const priced = await step('priced', () => upload('Price.pdf', prices.id, bytes))
  const redact = (words: string) => redactWords(room.room, priced, [{ words }], () => server.app.runJobs())
  const first = await step('redacted', () => redact('price'))
  const replaced = await given()
  await step('again', () => redact('A price'))
  price = { bytes, replaced, given: await given() }
  // What was replaced is removed after 30 days.
  await database.pool.query(`update redaction set ended_at = ended_at - interval '31 days' where id = $1`, [
    first,
  ])
  await dropOldRenditions(database.db)
  await server.app.services.files.sweep(database.db, new Date(Date.now() + 60_000))
  await database.pool.query(`update redaction set ended_at = ended_at + interval '31 days' where id = $1`, [
    first,
  ])
  const guest = await make.person({ email: 'gus@archives.example' })
  await database.pool.query(`update person set first_name = 'Gus', last_name = 'Guest' where id = $1`, [
    guest,
  ])
  await step('joined', () => make.member(rival.groupId, guest))
  await step('left', () =>
    database.pool.query('delete from membership where group_id = $1 and person_id = $2', [
      rival.groupId,
      guest,
    ]),
  )
  await step('ending', () =>
    change(
      team.client,
      `mutation($id: ID!, $groupId: ID!, $endsAt: DateTime) {
        setGroupAccessEnd(portfolioId: $id, groupId: $groupId, endsAt: $endsAt) { success } }`,
      { id: place.portfolioId, groupId: rival.groupId, endsAt: ENDS },
    ),
  )
  const logId = await createLog(team.client, place.portfolioId)
  const asked = await step('asked', () => ask(northwind.client, logId, 'Which voltage'))
  await step('answered', () => answer(team.client, asked, 'It is 34.5 kV'))
  await step('unanswered', () => ask(rival.client, logId, 'Quillfeather asks'))
  await step('closing', () =>
    change(team.client, 'mutation($id: ID!) { setRoomPhase(portfolioId: $id, phase: CLOSING) { id } }', {
      id: place.portfolioId,
    }),
  )
})
afterAll(async () => {
  await reader.close()
  await server.close()
})

const certificate = async (groupId: string | null) =>
  certificateBy(
    { client: room.team.client, server, reader },
    { portfolioId: room.place.portfolioId, groupId, from, to: await nowIn(database) },
  )
type Made = Awaited<ReturnType<typeof certificate>>
const partOf = ({ sheets }: Made, name: string): Shown[][] =>
  rowsOfSheet(sheets, name).map((row) => row.map(told))

/** What the PDF says as well: each word of each cell; a long one may go on in another line. */
function expectInPdf({ sheets, text }: Made): void {
  const flat = text.replaceAll(/\s+/g, '')
  for (const { name, rows } of sheets.slice(1)) {
    for (const cell of rows.flat()) {
      const words = cell instanceof Date ? momentText(cell) : String(cell ?? '')
      for (const word of words.split(/[\s/]+/))
        expect([name, flat.includes(word.slice(0, 10))]).toEqual([name, true])
    }
  }
}

const DOCUMENTS = ['Number', 'Path', 'Version', 'Bytes', 'SHA-256', 'Uploaded', 'First published']
const USES = ['Time', 'Person', 'Company', 'What', 'Path', 'Version']
const QUESTIONS = ['Log', 'Number', 'Asked', 'Asked by', 'Question', 'Answered', 'Answer']
const version = (content: Buffer): [number, string] => [content.length, hash(content)]

test('PROOF-07 everything: phases, groups and members with their times, versions with SHA-256, first publication and number, uses of each version, questions and answers with theirs', async () => {
  const made = await certificate(null)
  expect(partOf(made, 'Phases')).toEqual([
    ['From', 'Phase', 'By'],
    [from, 'Open'],
    ['closing', 'Closing', 'Ada Keeper'],
  ])
  expect(partOf(made, 'Groups')).toEqual([
    ['Group', 'Access from', 'Access until', 'Ends by itself'],
    ['Deal team', 'made'],
    ['Northwind Partners', 'made'],
    ['Owners', 'made'],
    ['Zyxomma Capital', 'made', 'ending'],
    ['Zyxomma Capital', 'ending', null, ENDS],
  ])
  expect(partOf(made, 'Members')).toEqual([
    ['Group', 'Person', 'Company', 'Member from', 'Member until'],
    ['Deal team', 'Ada Keeper', null, 'made'],
    ['Northwind Partners', 'Nora Wind', 'Wind and Sons', 'made'],
    ['Owners', 'Olga Owner', null, 'made'],
    ['Zyxomma Capital', 'Gus Guest', null, 'joined', 'left'],
    ['Zyxomma Capital', 'Quentin Quillfeather', null, 'made'],
  ])
  expect(partOf(made, 'Documents')).toEqual([
    DOCUMENTS,
    ['1.4', '03 Offtake/Old.pdf', 1, ...version(CONTENTS.old), 'old', 'old'],
    ['1.2', '03 Offtake/Plan.pdf', 1, ...version(CONTENTS.plan), 'staged', 'published'],
    ['1.1', '03 Offtake/PPA.pdf', 1, ...version(CONTENTS.first), 'first', 'first'],
    ['1.1', '03 Offtake/PPA.pdf', 2, ...version(CONTENTS.second), 'second', 'first'],
    ['1.3', '03 Offtake/Secret draft.pdf', 1, ...version(CONTENTS.draft), 'drafted'],
    ['3.1', 'Prices/Price.pdf', 1, ...version(price.bytes), 'priced', 'priced'],
  ])
  expect(partOf(made, 'Opened and downloaded')).toEqual([
    USES,
    ['opened', 'Nora Wind', 'Wind and Sons', 'Opened', '03 Offtake/PPA.pdf', 1],
    ['downloaded', 'Nora Wind', 'Wind and Sons', 'Downloaded', '03 Offtake/PPA.pdf', 2],
    ['printed', 'Quentin Quillfeather', null, 'Printed', '03 Offtake/PPA.pdf', 2],
    ['marked', 'Quentin Quillfeather', null, 'Downloaded, marked PDF', '03 Offtake/PPA.pdf', 2],
  ])
  expect(partOf(made, 'Questions and answers')).toEqual([
    QUESTIONS,
    ['Questions', '1', 'asked', 'Nora Wind', 'Which voltage', 'answered', 'It is 34.5 kV'],
    ['Questions', '1', 'unanswered', 'Quentin Quillfeather', 'Quillfeather asks'],
  ])
  expectInPdf(made)
})

test('PROOF-07 of one group: what it could see, from when to when and in which rendition, with the hash of what it was given', async () => {
  const made = await certificate(room.northwind.groupId)
  // That the room is being closed is for its admins alone.
  expect(partOf(made, 'Phases')).toEqual([
    ['From', 'Phase'],
    ['made', 'Open'],
  ])
  expect(partOf(made, 'Groups').slice(1)).toEqual([['Northwind Partners', 'made']])
  expect(partOf(made, 'Members').slice(1)).toEqual([
    ['Northwind Partners', 'Nora Wind', 'Wind and Sons', 'made'],
  ])
  const { size, sha256 } = price.given
  expect(partOf(made, 'Documents')).toEqual([
    [...DOCUMENTS, 'Visible from', 'Visible until', 'Given'],
    // Hidden by now, it has no number.
    [null, '03 Offtake/Old.pdf', 1, ...version(CONTENTS.old), 'old', 'old', 'old', 'hidden', 'Full'],
    [
      '1.2',
      '03 Offtake/Plan.pdf',
      1,
      ...version(CONTENTS.plan),
      // Not since when it was staged.
      'published',
      'published',
      'published',
      null,
      'Full',
    ],
    ['1.1', '03 Offtake/PPA.pdf', 1, ...version(CONTENTS.first), 'first', 'first', 'first', null, 'Full'],
    ['1.1', '03 Offtake/PPA.pdf', 2, ...version(CONTENTS.second), 'second', 'first', 'first', null, 'Full'],
    // Each rendition that it was given, also where its bytes are no longer kept.
    [
      ...['3.1', 'Prices/Price.pdf', 1, price.replaced.size, price.replaced.sha256],
      ...['priced', 'priced', 'redacted', 'again', 'Redacted'],
    ],
    ['3.1', 'Prices/Price.pdf', 1, size, sha256, 'priced', 'priced', 'again', null, 'Redacted'],
  ])
  expect(new Set([sha256, price.replaced.sha256, hash(price.bytes)]).size).toBe(3)
  expect(partOf(made, 'Opened and downloaded')).toEqual([
    USES,
    ['opened', 'Nora Wind', 'Wind and Sons', 'Opened', '03 Offtake/PPA.pdf', 1],
    ['downloaded', 'Nora Wind', 'Wind and Sons', 'Downloaded', '03 Offtake/PPA.pdf', 2],
  ])
  expect(partOf(made, 'Questions and answers')).toEqual([
    QUESTIONS,
    ['Questions', '1', 'asked', 'Nora Wind', 'Which voltage', 'answered', 'It is 34.5 kV'],
  ])
  expectInPdf(made)
})
