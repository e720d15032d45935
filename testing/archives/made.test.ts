import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArchive } from '../../server/commands/importing/index.ts'
import {
  type ArchivedRoom,
  archivedRoomOf,
  askBoth,
  type Entries,
  entriesOf,
  rowsOf,
} from '../../server/modules/proofs/archives.fixture.ts'
import { change } from '../../server/modules/proofs/room.fixture.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { unpackTo } from './folder.ts'
import { runVerifier } from './verifier.ts'

const database = testDatabase()
const make = factories(database)
let folder: string
let server: TestServer
let room: ArchivedRoom

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-made-'))
  server = await startTestServer(database)
  room = await archivedRoomOf(database, server)
  await server.app.services.record.append()
  const { team, treeId, upload, permit, offtake, secrets, northwind } = room
  const gone = await upload('Gone.txt', offtake.id, Buffer.from('gone by now'))
  await upload('PPA.txt', offtake.id, Buffer.from('The first lease'))
  const price = await upload('Price.txt', offtake.id, Buffer.from('A price'))
  await upload('PPA.txt', offtake.id, Buffer.from('The second lease'))
  await upload('Offer.txt', secrets.id, Buffer.from('An offer'))
  await permit(secrets.id, northwind.groupId, 'NONE')
  await permit(price, northwind.groupId, 'ORIGINAL')
  const of = (text: string, variables: Record<string, unknown> = {}) =>
    change(team.client, text, { treeId, ...variables })
  await of('mutation($treeId: ID!) { setTreeNumbering(treeId: $treeId, numbering: ONE) { __typename } }')
  await of(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { __typename } }',
    { ids: [gone] },
  )
  await askBoth(room)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

interface ArchiveInput {
  portfolioId: string
  groupId?: string
  passphrase?: string
}

/** Makes an archive as somebody asks for one. @returns the paths of its parts, and the bytes of the first */
async function archiveBy(client: Client, { portfolioId, groupId, passphrase }: ArchiveInput) {
  const { data, errors } = await client.graphql(
    `mutation($id: ID!, $groupId: ID, $passphrase: String) {
      makeArchive(portfolioId: $id, groupId: $groupId, withVersions: true, passphrase: $passphrase) { id }
    }`,
    { id: portfolioId, groupId: groupId ?? null, passphrase: passphrase ?? null },
  )
  expect(errors).toEqual([])
  const { id } = (data as { makeArchive: { id: string } }).makeArchive
  await server.app.runJobs()
  const { data: listed } = await client.graphql(
    'query($id: ID!) { roomProofs(portfolioId: $id) { items { id state problem urls } } }',
    { id: portfolioId },
  )
  const { items } = (
    listed as { roomProofs: { items: { id: string; state: string; problem: string; urls: string[] }[] } }
  ).roomProofs
  const made = items.find((each) => each.id === id)
  expect([made?.state, made?.problem]).toEqual(['READY', null])
  const place = mkdtempSync(path.join(folder, 'parts-'))
  const parts: Buffer[] = []
  for (const [at, url] of (made?.urls ?? []).entries()) {
    const first = await client.request(url, { redirect: 'manual' })
    const answer = await client.request(first.headers.get('location') ?? url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    writeFileSync(path.join(place, `part-${at + 1}.zip`), bytes)
    parts.push(bytes)
  }
  return { place, zip: parts[0] ?? Buffer.alloc(0) }
}

const everything = (passphrase?: string) =>
  archiveBy(room.owner.client, {
    portfolioId: room.place.portfolioId,
    ...(passphrase === undefined ? {} : { passphrase }),
  })

test('what the product makes is verified as whole: of everything, of a group, and encrypted, with its passphrase alone', async () => {
  const { place } = await everything()
  const plain = runVerifier([place])
  expect([plain.status, plain.failed]).toEqual([0, []])
  const ofGroup = await archiveBy(room.owner.client, {
    portfolioId: room.place.portfolioId,
    groupId: room.northwind.groupId,
  })
  const group = runVerifier([ofGroup.place])
  expect([group.status, group.failed]).toEqual([0, []])
  expect(group.text).toContain('Northwind Partners: unchanged since')

  const sealed = await everything('a passphrase of tests')
  const opened = runVerifier([sealed.place], 'a passphrase of tests\n')
  expect([opened.status, opened.failed]).toEqual([0, []])
  const wrong = runVerifier([sealed.place], 'another one\n')
  expect([wrong.status, wrong.failed]).toEqual([1, ['FAILED  manifest.json: The passphrase is wrong.']])
  // A byte of a content: behind the header of its entry, its field of encryption, its salt and the check of the passphrase.
  const [file] = sealed.zip.toString('latin1').match(/files\/[^P]*?PPA\.txt/) ?? []
  const at = sealed.zip.indexOf(file ?? '', 0, 'latin1')
  const content = at + (file?.length ?? 0) + sealed.zip.readUInt16LE(at - 2) + 18
  sealed.zip[content] = (sealed.zip[content] ?? 0) ^ 1
  writeFileSync(path.join(sealed.place, 'part-1.zip'), sealed.zip)
  const spoilt = runVerifier([sealed.place], 'a passphrase of tests\n')
  expect([spoilt.status, spoilt.failed]).toEqual([1, [`FAILED  ${file}: It was changed: its seal is wrong.`]])
})

/** What two archives of one room have in common: neither ids nor who imported it, nor what lies in the folder of the record. */
function comparable(entries: Entries) {
  const access = new Map(rowsOf(entries, 'access').map(({ number, ...row }) => [number, row]))
  const folders = rowsOf(entries, 'folders')
  const names = new Map(folders.map(({ id, path: name }) => [id, name]))
  const entry = ({ tree, name, number, access: of }: Record<string, unknown>) => {
    const { open, given } = (access.get(of) ?? {}) as { open?: boolean; given?: Record<string, unknown>[] }
    return { tree, name, number, open, given: given?.map((each) => JSON.stringify(each)).sort() }
  }
  const mine = <Row extends Record<string, unknown>>(rows: readonly Row[]) =>
    rows.filter(({ deletedAt, path: name = '', folder }) => {
      const place = `${names.get(folder) ?? ''}/${name}`
      return deletedAt === undefined && !place.includes('Closing archive')
    })
  return {
    folders: mine(folders).map((row) => ({ ...entry(row), path: row.path })),
    documents: mine(rowsOf(entries, 'documents')).map((row) => ({
      ...entry(row),
      folder: names.get(row.folder),
      versions: (row.versions as Record<string, unknown>[]).map(({ number, at, size, sha256, file }) => ({
        ...{ number, at, size, sha256, file },
      })),
    })),
    trees: rowsOf(entries, 'trees').map(({ access: _access, ...row }) => row),
    groups: rowsOf<{ name: string; permissions: string[] }>(entries, 'groups')
      .filter(({ name }) => name !== 'Owners of Borealis')
      .map(({ name, permissions }) => [name, permissions]),
    // Of a log in which each party sees its own: their numbers are those of the parties.
    questions: rowsOf(entries, 'questions').map(
      ({ askedAt, text, answer, answeredAt, body, answerBody }) => ({
        ...{ askedAt, text, answer, answeredAt, body, answerBody },
      }),
    ),
    logs: rowsOf(entries, 'logs').map(({ name, restricted, eachParty, categories, topics }) => ({
      ...{ name, restricted, eachParty, categories, topics },
    })),
  }
}

test('a room that was imported is archived again with the same documents, versions, numbers, permissions and questions', async () => {
  const before = entriesOf((await everything()).zip)
  const from = path.join(folder, 'unpacked')
  unpackTo(from, before)
  const organisationId = await make.organisation({ name: 'Borealis Fund', slug: 'borealis' })
  const groupId = await make.group({
    ...{ organisationId, name: 'Owners of Borealis', organisationWide: true },
    role: ['ORG_ADMIN', 'DEALROOM_ADMIN'],
  })
  const email = 'bo@archives.example'
  const personId = await make.person({ email, password: PASSWORD })
  await make.member(groupId, personId)
  const deps = { db: database.db, services: server.app.services, storage: server.app.storage }
  const { slug, ...made } = await importArchive(deps, { from, into: 'borealis', by: email }, () => {})
  expect(made).toMatchObject({
    documents: 3,
    versions: 4,
    folders: 2,
    questions: 2,
    deleted: 1,
    withoutFile: 0,
  })
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  const { rows } = await database.pool.query('select id from portfolio where slug = $1', [slug])
  await database.pool.query('update portfolio set enable_q_and_a = true where slug = $1', [slug])
  await server.app.services.record.append()
  const again = entriesOf((await archiveBy(client, { portfolioId: rows[0].id })).zip)
  const [one, other] = [comparable(before), comparable(again)]
  expect(one.documents.length).toBe(3)
  expect(other).toEqual(one)
})
