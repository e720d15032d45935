import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { documentsOver } from '../../../testing/documents.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import type { Actor } from '../../access/actor.ts'
import { createTextReader } from '../../platform/documentText/index.ts'
import { productVersion } from '../../product.ts'
import { recordActivity } from '../activity/index.ts'
import {
  beginCertificate,
  certificateBy,
  fetchedBy,
  listedProofs,
  madeIn,
  nowIn,
  rowsOfSheet,
} from './certificates.fixture.ts'
import { askAndAnswer, change, createLog } from './room.fixture.ts'

const database = testDatabase()
const make = factories(database)
const tree = documentsOver(database)
const reader = createTextReader()

let server: TestServer
let place: { organisationId: string; portfolioId: string }
let treeId: string
let admin: Actor
let adminClient: Client
let northwind: { groupId: string; personId: string; client: Client }
let rival: { groupId: string; personId: string; client: Client }
let files: { ppa: string; secret: string }
let from: string

/** All that must not stand in what Northwind is given. */
const RIVALS = ['Zyxomma', 'Quillfeather', 'Marzipan', 'Tourmaline']

async function somebody(groupId: string, firstName: string, lastName: string, email: string) {
  const personId = await make.person({ email, password: PASSWORD })
  await database.pool.query('update person set first_name = $2, last_name = $3 where id = $1', [
    personId,
    firstName,
    lastName,
  ])
  await make.member(groupId, personId)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { groupId, personId, client }
}

const versionOf = async (documentId: string): Promise<string> => {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from document_version where document_id = $1 order by number desc limit 1',
    [documentId],
  )
  return rows[0]?.id ?? ''
}

const use = async (personId: string, documentId: string, kind: 'VIEW' | 'DOWNLOAD', path: string) => {
  const versionId = await versionOf(documentId)
  await database.db.transaction().execute((tx) =>
    recordActivity(tx, [
      {
        kind,
        personId,
        sessionId: null,
        organisationId: place.organisationId,
        treeId,
        documentId,
        versionId,
        recordedPath: path,
      },
    ]),
  )
}

const now = () => nowIn(database)
const begin = async (client: Client, groupId: string | null, until?: string) =>
  beginCertificate(client, { portfolioId: place.portfolioId, groupId, from, to: until ?? (await now()) })
const listed = (client: Client) => listedProofs(client, place.portfolioId)
/** A certificate of the group, or of everything, as it is read by others. */
const certificate = async (groupId: string | null, until?: string) =>
  certificateBy(
    { client: adminClient, server, reader },
    { portfolioId: place.portfolioId, groupId, from, to: until ?? (await now()) },
  )
const rowsOf = rowsOfSheet

beforeAll(async () => {
  server = await startTestServer(database)
  ;({ place, treeId } = await make.room({ name: 'Atlas Fund' }))
  await database.pool.query(`update portfolio set enable_q_and_a = true where id = $1`, [place.portfolioId])
  await server.app.services.record.append()
  from = await now()
  const groups = (name: string, role: string) =>
    make.group({ organisationId: place.organisationId, name, role, portfolioIds: [place.portfolioId] })
  const team = await somebody(
    await groups('Deal team', 'Deal Room Admin'),
    'Ada',
    'Keeper',
    'ada@proofs.example',
  )
  admin = await make.actor(team.personId)
  adminClient = team.client
  northwind = await somebody(
    await groups('Northwind Partners', 'Bidder'),
    'Nora',
    'Wind',
    'nora@proofs.example',
  )
  rival = await somebody(
    await groups('Zyxomma Capital', 'Bidder'),
    'Quentin',
    'Quillfeather',
    'q@proofs.example',
  )
  const offtake = await tree.folder(admin, treeId, '03 Offtake')
  const secrets = await tree.folder(admin, treeId, 'Marzipan')
  // Before anything lies in it: what was seen for a moment is certified.
  await tree.permit(admin, treeId, [secrets], northwind.groupId, false)
  files = {
    ppa: await tree.upload(admin, treeId, offtake, 'PPA.pdf'),
    secret: await tree.upload(admin, treeId, secrets, 'Tourmaline.pdf'),
  }
  await use(northwind.personId, files.ppa, 'DOWNLOAD', '03 Offtake/PPA.pdf')
  await use(rival.personId, files.ppa, 'VIEW', '03 Offtake/PPA.pdf')
  await use(rival.personId, files.secret, 'DOWNLOAD', 'Marzipan/Tourmaline.pdf')
})
afterAll(async () => {
  await reader.close()
  await server.close()
})

/** What others do in the room, and what is hidden from Northwind after it was seen. */
async function fillWithRivals(): Promise<void> {
  const permits = await tree.folder(admin, treeId, '04 Permits')
  const zoning = await tree.upload(admin, treeId, permits, 'Zoning.pdf')
  const plan = await tree.upload(admin, treeId, permits, 'Plan.pdf')
  await tree.permit(admin, treeId, [permits], northwind.groupId, false)
  for (const [documentId, name] of [
    [zoning, 'Tourmaline zoning.pdf'],
    [permits, 'Marzipan permits'],
  ]) {
    await change(
      adminClient,
      'mutation($treeId: ID!, $documentId: ID!, $name: String!) { renameDocument(treeId: $treeId, documentId: $documentId, name: $name) { __typename } }',
      { treeId, documentId, name },
    )
  }
  await use(rival.personId, plan, 'VIEW', 'Marzipan permits/Plan.pdf')
  const logId = await createLog(adminClient, place.portfolioId)
  const answer = { logId, by: adminClient }
  await askAndAnswer(rival.client, answer, ['Quillfeather asks', 'Tourmaline'])
  await askAndAnswer(northwind.client, answer, ['Which voltage', 'It is 34.5 kV'])
}

test('PROOF-07 a certificate of everything tells of phases, groups, members, versions and uses, as PDF and .xlsx', async () => {
  const { text, sheets, pdf, proof } = await certificate(null)
  expect(sheets.map(({ name }) => name)).toEqual([
    'Certificate',
    'Phases',
    'Groups',
    'Members',
    'Documents',
    'Opened and downloaded',
    'Questions and answers',
  ])
  expect(rowsOf(sheets, 'Groups').map(([name]) => name)).toEqual([
    'Group',
    'Deal team',
    'Northwind Partners',
    'Zyxomma Capital',
  ])
  const members = rowsOf(sheets, 'Members').map(([group, name]) => [group, name])
  expect(members).toContainEqual(['Zyxomma Capital', 'Quentin Quillfeather'])
  const { rows } = await database.pool.query<{ sha256: string }>(
    `select encode(sha256, 'hex') as sha256 from document_version where document_id = $1`,
    [files.ppa],
  )
  const documents = rowsOf(sheets, 'Documents')
  expect(documents.map(([, path, version]) => [path, version])).toEqual([
    ['Path', 'Version'],
    ['03 Offtake/PPA.pdf', 1],
    ['Marzipan/Tourmaline.pdf', 1],
  ])
  expect(documents[1]?.[4]).toBe(rows[0]?.sha256)
  expect(rowsOf(sheets, 'Opened and downloaded').map((row) => [row[1], row[3], row[4], row[5]])).toEqual([
    ['Person', 'What', 'Path', 'Version'],
    ['Nora Wind', 'Downloaded', '03 Offtake/PPA.pdf', 1],
    ['Quentin Quillfeather', 'Opened', '03 Offtake/PPA.pdf', 1],
    ['Quentin Quillfeather', 'Downloaded', 'Marzipan/Tourmaline.pdf', 1],
  ])
  const flat = text.replaceAll(/\s+/g, '')
  for (const part of [...RIVALS, 'PPA.pdf', 'NoraWind', rows[0]?.sha256.slice(0, 24) ?? '-', 'Phases']) {
    expect(flat).toContain(part)
  }
  expect(proof.sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
  expect(proof).toMatchObject({ by: 'Ada Keeper', groupName: null, progress: 1 })
})

test('PROOF-10 a certificate of a group names no other group, person, document or use', async () => {
  await fillWithRivals()
  const { text, sheets, pdf, xlsx } = await certificate(northwind.groupId)
  const flat = text.replaceAll(/\s+/g, '')
  const cells = JSON.stringify(sheets.map(({ rows }) => rows))
  for (const own of [
    'Nora',
    'PPA.pdf',
    'Northwind',
    'Zoning.pdf',
    'Plan.pdf',
    'Which voltage',
    'It is 34.5 kV',
  ]) {
    expect(flat).toContain(own.replaceAll(' ', ''))
    expect(cells).toContain(own)
  }
  for (const name of [...RIVALS, 'Ada Keeper', 'Deal team']) {
    expect(flat).not.toContain(name.replaceAll(' ', ''))
    expect(cells).not.toContain(name)
    expect(pdf.includes(name)).toBe(false)
    expect(xlsx.includes(name)).toBe(false)
  }
  expect(rowsOf(sheets, 'Opened and downloaded')).toHaveLength(2)
  // What was seen for a while is told as it was called then, and without the folder where that is hidden by now.
  expect(rowsOf(sheets, 'Documents').map(([, path]) => path)).toEqual([
    'Path',
    '03 Offtake/PPA.pdf',
    'Plan.pdf',
    'Zoning.pdf',
  ])
  expect(rowsOf(sheets, 'Questions and answers').map(([, number, , by]) => [number, by])).toEqual([
    ['Number', 'Asked by'],
    ['1', 'Nora Wind'],
  ])
})

type Made = Awaited<ReturnType<typeof certificate>>
/** What the directory of a ZIP says of each file but for its place (APPNOTE 4.3.12): name, time and content. */
function zipEntries(zip: Buffer): { name: string; time: number; crc: number }[] {
  const found: { name: string; time: number; crc: number }[] = []
  let at = zip.readUInt32LE(zip.length - 6)
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, nameEnd)
    found.push({ name, time: zip.readUInt32LE(at + 12), crc: zip.readUInt32LE(at + 16) })
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return found
}

/** All bytes of two runs over the same data are the same but for what was issued (PROOF-08). */
function expectSame(one: Made, other: Made): void {
  const issued = ['Issued', 'Root of the record', 'Signed at', 'Signature']
  const facts = new Map(rowsOf(one.sheets, 'Certificate').map(([label, value]) => [label, value]))
  for (const [label, value] of rowsOf(other.sheets, 'Certificate'))
    if (!issued.includes(label as string)) expect(value).toBe(facts.get(label as string))
  expect(one.pdf.length).toBe(other.pdf.length)
  const firstPage = one.pdf.indexOf('endstream')
  const ownFacts = one.pdf.indexOf('/CreationDate')
  const differing = [...one.pdf.subarray(0, firstPage).keys()].filter((at) => one.pdf[at] !== other.pdf[at])
  expect(differing.length).toBeLessThan(4 * 500)
  expect(one.pdf.subarray(firstPage, ownFacts).equals(other.pdf.subarray(firstPage, ownFacts))).toBe(true)
  const undated = (pdf: Buffer) =>
    pdf
      .subarray(ownFacts)
      .toString('latin1')
      .replaceAll(/D:\d{14}Z|CreateDate>[^<]+/g, '')
  expect(undated(one.pdf)).toBe(undated(other.pdf))
  const parts = (sheets: typeof one.sheets) => sheets.slice(1).map(({ xml }) => xml)
  expect(parts(other.sheets)).toEqual(parts(one.sheets))
  const [rest, restOfOther] = [one, other].map(({ xlsx }) => zipEntries(xlsx))
  expect(rest?.filter(({ name }) => name !== 'xl/worksheets/sheet1.xml')).toEqual(
    restOfOther?.filter(({ name }) => name !== 'xl/worksheets/sheet1.xml'),
  )
}

test('PROOF-08 it names version, time with zone, checkpoint and how to verify it, and differs between two runs in nothing but issue and checkpoint', async () => {
  const until = await now()
  const [one, other] = [await certificate(null, until), await certificate(null, until)]
  const first = new Map(rowsOf(one.sheets, 'Certificate').map(([label, value]) => [label, String(value)]))
  expect(first.get('Made by')).toBe(`Helioroom ${productVersion()}`)
  expect(first.get('Issued')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
  expect(first.get('How to verify it')).toContain('Ed25519')
  const flat = one.text.replaceAll(/\s+/g, '')
  for (const [label, value] of first) {
    expect(flat).toContain(`${label === 'How to verify it' ? '' : label}${value}`.replaceAll(/\s+/g, ''))
  }
  // The checkpoint is one of the record, and covers what was done last before the end.
  const { rows } = await database.pool.query<{ covered: number; missing: number }>(
    `select count(*) filter (where l.position < c.tree_size)::int as covered,
       count(*) filter (where l.position is null or l.position >= c.tree_size)::int as missing
     from record_checkpoint c join activity a on a.organisation_id = c.organisation_id and a.at < $2
     left join record_leaf l on l.organisation_id = c.organisation_id and l.source = 'activity' and l.row_id = a.id::text
     where encode(c.root, 'hex') = $1 and translate(encode(c.signature, 'base64'), E'\\n', '') = $3`,
    [first.get('Root of the record'), until, first.get('Signature')],
  )
  expect(rows[0]?.missing).toBe(0)
  expect(rows[0]?.covered).toBeGreaterThan(3)
  expectSame(one, other)
  expect(zipEntries(one.xlsx).length).toBeGreaterThan(8)
  // So is that of a group.
  const ofGroup = [
    await certificate(northwind.groupId, until),
    await certificate(northwind.groupId, until),
  ] as const
  expectSame(...ofGroup)
  expect(ofGroup[0].text).toContain('Northwind Partners')
})

test('PROOF-08 what was begun before the end and is committed after it is in it, and covered by its checkpoint', async () => {
  const versionId = await versionOf(files.ppa)
  const late = await database.pool.connect()
  await late.query('begin')
  await late.query(
    `insert into activity (kind, person_id, organisation_id, tree_id, document_id, version_id, recorded_path, at)
     values ('DOWNLOAD', $1, $2, $3, $4, $5, '03 Offtake/PPA.pdf', clock_timestamp())`,
    [rival.personId, place.organisationId, treeId, files.ppa, versionId],
  )
  const committed = setTimeout(() => void late.query('commit').then(() => late.release()), 400)
  const { sheets } = await certificate(null)
  clearTimeout(committed)
  expect(rowsOf(sheets, 'Opened and downloaded').at(-1)?.slice(1, 4)).toEqual([
    'Quentin Quillfeather',
    null,
    'Downloaded',
  ])
})

test('PROOF-09 it is made in the background, listed with who asked, ends when it is cancelled, and is one file after a kill', async () => {
  const { data } = await begin(adminClient, null)
  const { id, state } = madeIn(data)
  expect(state).toBe('WAITING')
  expect((await listed(adminClient))[0]).toMatchObject({ id, state: 'WAITING', by: 'Ada Keeper', urls: [] })
  const cancel = (client: Client) =>
    client.graphql('mutation($id: ID!) { cancelRoomProof(id: $id) { success } }', { id })
  expect((await cancel(northwind.client)).errors[0]?.extensions.code).toBe('FORBIDDEN')
  expect((await cancel(adminClient)).data).toEqual({ cancelRoomProof: { success: true } })
  await server.app.runJobs()
  expect((await listed(adminClient)).map((each) => each.id)).not.toContain(id)

  // One whose process died after it had claimed it, and had kept the PDF already.
  const kept = async (proofId: string) => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select f.name from stored_file f where f.owner_id = $1 order by f.name`,
      [proofId],
    )
    return rows.map(({ name }) => name.replace(/^.*\./, ''))
  }
  const again = madeIn((await begin(adminClient, null)).data)
  await server.app.runJobs()
  expect(await kept(again.id)).toEqual(['pdf', 'xlsx'])
  await database.pool.query(`update room_proof set state = 'RUNNING' where id = $1`, [again.id])
  await database.pool.query(
    `select graphile_worker.add_job('make_certificate', json_build_object('proofId', $1::text), job_key => 'again')`,
    [again.id],
  )
  await server.app.runJobs()
  await server.app.services.files.sweep(database.db, new Date(Date.now() + 1000))
  expect(await kept(again.id)).toEqual(['pdf', 'xlsx'])
  expect((await listed(adminClient)).find((each) => each.id === again.id)).toMatchObject({ state: 'READY' })
  const { rows } = await database.pool.query('select from certified_document')
  expect(rows).toHaveLength(0)
})

test('the list of a room has its own certificates, and counts them', async () => {
  const { id: other } = await make.portfolio({ organisationId: place.organisationId })
  const group = await make.group({
    organisationId: place.organisationId,
    role: 'Deal Room Admin',
    portfolioIds: [other],
  })
  await make.member(group, admin.personId)
  await certificate(null)
  const listed = async (id: string) => {
    const { data } = await adminClient.graphql(
      'query($id: ID!) { roomProofs(portfolioId: $id) { count items { id } } }',
      { id },
    )
    return data?.roomProofs as { count: number; items: unknown[] }
  }
  const { count, items } = await listed(place.portfolioId)
  expect(count).toBeGreaterThan(0)
  expect(items).toHaveLength(count)
  expect(await listed(other)).toEqual({ count: 0, items: [] })
})

test('a certificate is of an interval that has passed, as far back as the record goes', async () => {
  const ofInterval = async (asked: { from: string; to: string }) =>
    (await beginCertificate(adminClient, { portfolioId: place.portfolioId, groupId: null, ...asked }))
      .errors[0]?.message
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  expect(await ofInterval({ from, to: at(120_000) })).toBe(
    'Please choose a moment that is not in the future.',
  )
  expect(await ofInterval({ from: '2001-01-01T00:00:00.000Z', to: await now() })).toBe(
    'The record of access does not go back that far. Please choose a later moment.',
  )
  expect(await ofInterval({ from, to: from })).toBe('Please choose a first moment before the second.')
})

test('PROOF-07 it is for who administers the room, and its files for who knows all that it tells of', async () => {
  expect((await begin(northwind.client, northwind.groupId)).errors[0]?.extensions.code).toBe('FORBIDDEN')
  const { errors } = await northwind.client.graphql(
    'query($id: ID!) { roomProofs(portfolioId: $id) { count } }',
    { id: place.portfolioId },
  )
  expect(errors[0]?.extensions.code).toBe('FORBIDDEN')
  const { proof } = await certificate(null)
  expect((await northwind.client.request(proof.urls[0] ?? '')).status).toBe(404)
  const other = await somebody(
    await make.group({
      organisationId: place.organisationId,
      role: ['DEALROOM_ADMIN'],
      portfolioIds: [place.portfolioId],
    }),
    'Only',
    'Rooms',
    'rooms@proofs.example',
  )
  // Who administers the room without its documents lists it, and has no way to its files.
  expect((await listed(other.client)).find(({ id }) => id === proof.id)).toMatchObject({
    state: 'READY',
    urls: [],
    sha256: null,
    size: null,
  })
  const own = madeIn((await begin(other.client, null)).data)
  await server.app.runJobs()
  const made = (await listed(other.client)).find(({ id }) => id === own.id)
  const sheets = readSpreadsheet(await fetchedBy(other.client, made?.urls[1] ?? ''))
  expect(sheets.map(({ name }) => name)).toEqual(['Certificate', 'Phases', 'Groups', 'Members'])
  for (const bad of [
    [null, '2020-01-01T00:00:00Z'],
    ['018f0000-0000-7000-8000-000000000000', await now()],
  ] as const) {
    expect((await begin(adminClient, bad[0], bad[1])).errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
  }
})
