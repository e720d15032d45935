import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../shared/permissions.ts'
import { Client } from './client.ts'
import { testDatabase } from './database/index.ts'
import { factories, PASSWORD } from './factories.ts'
import { Room } from './room.ts'
import { startTestServer, type TestServer } from './server.ts'
import { readSpreadsheet } from './spreadsheets.ts'
import { fetchZip, zipState } from './zips.ts'

const READER: readonly Permission[] = [
  ...(['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW', 'ACCESS_LOG_VIEW'] as const),
  ...(['QUESTIONS_VIEW', 'QUESTIONS_EDIT', 'QUESTION_ANSWERS_VIEW'] as const),
]

const database = testDatabase()
const make = factories(database)
let server: TestServer
let portfolioId: string
let admin: Room
let reader: Room
/** Groups of the room's readers; that of the reader is shut out of the first folder. */
let readers: string

beforeAll(async () => {
  server = await startTestServer(database)
  const organisationId = await make.organisation()
  portfolioId = (await make.portfolio({ organisationId, name: 'Kayenta Solar' })).id
  const treeId = await make.tree({ organisationId, portfolioId })
  const enter = async (name: string, role: string | readonly Permission[]) => {
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolioId] })
    const personId = await make.person({ email: `${name}@numbers.example`, password: PASSWORD })
    await make.member(groupId, personId)
    const client = new Client(server.address)
    await client.signIn(`${name}@numbers.example`, PASSWORD)
    return { room: new Room(client, treeId), groupId }
  }
  admin = (await enter('admin', 'Deal Room Admin')).room
  const entered = await enter('reader', READER)
  reader = entered.room
  readers = entered.groupId
})
afterAll(() => server.close())

const upload = (parentId: string, name: string): Promise<string> =>
  admin.upload(parentId, name, `Content of ${name}`)

interface Numbered {
  name: string
  number: string | null
}
const shown = (documents: readonly Numbered[]) => documents.map(({ name, number }) => `${number} ${name}`)

async function sheet(room: Room, address: string): Promise<Record<string, unknown>[]> {
  const answer = await room.client.request(`/documents/${room.treeId}/${address}`)
  const [read] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
  const [header = [], ...rows] = read?.rows ?? []
  return rows.map((row) => Object.fromEntries(header.map((title, at) => [String(title), row[at] ?? null])))
}

test('INDEX-06 numbers stand with names in list, columns, search, breadcrumbs, history, file index, access log, zips where chosen and questions, each reader’s own, and the list goes by them', async () => {
  const [closed, permits] = await admin.createFolders(['Falcon', 'Permits'])
  const [sub] = await admin.createFolders(['Zoning'], permits?.id ?? '')
  const folder = permits?.id ?? ''
  const [m, deep] = [await upload(folder, 'm.txt'), await upload(sub?.id ?? '', 'Deep.txt')]
  await upload(closed?.id ?? '', 'Falcon terms.txt')
  await admin.call(
    'mutation($treeId: ID!) { setTreeNumbering(treeId: $treeId, numbering: EACH_READER) { id } }',
  )
  // By name it would be the first.
  const late = await upload(folder, 'a.txt')
  await admin.call(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documents { id } }
    }`,
    { id: `${closed?.id}:${readers}` },
  )

  const places = async (room: Room) => {
    const list = await room.call<{ children: Numbered[] }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { children { name number } } }',
      { id: folder },
    )
    const columns = await room.call<(Numbered & { children: Numbered[] })[]>(
      'query($treeId: ID!, $id: ID!) { columns(treeId: $treeId, documentId: $id) { name number children { name number } } }',
      { id: sub?.id },
    )
    const search = await room.call<Numbered[]>(
      'query($treeId: ID!) { search(treeId: $treeId, search: "Deep") { name number } }',
    )
    const contents = await room.call<{ items: { document: Numbered }[] }>(
      'query($treeId: ID!) { contentSearch(treeId: $treeId, text: "Deep") { items { document { name number } } } }',
    )
    const crumbs = await room.call<{ ancestors: Numbered[] }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { ancestors { name number } } }',
      { id: deep },
    )
    const history = await room.call<{ activity: { document: Numbered | null }[] }>(
      'query($treeId: ID!, $id: ID!) { history(treeId: $treeId, rootId: $id) { activity { document { name number } } } }',
      { id: m },
    )
    return {
      list: shown(list.children),
      columns: columns.map(({ children }) => shown(children)),
      search: shown(search),
      contents: shown(contents.items.map(({ document }) => document)),
      crumbs: shown(crumbs.ancestors),
      history: shown(history.activity.flatMap(({ document }) => document ?? [])),
    }
  }
  const expected = (n: string) => ({
    list: [`${n}.1 Zoning`, `${n}.2 m.txt`, `${n}.3 a.txt`],
    columns: expect.arrayContaining([
      [`${n}.1 Zoning`, `${n}.2 m.txt`, `${n}.3 a.txt`],
      [`${n}.1.1 Deep.txt`],
    ]),
    search: [`${n}.1.1 Deep.txt`],
    contents: [`${n}.1.1 Deep.txt`],
    crumbs: ['null Kayenta Solar', `${n} Permits`, `${n}.1 Zoning`],
    history: [`${n}.2 m.txt`],
  })
  const texts = (said: object) => JSON.stringify(said)
  const adminSees = await places(admin)
  expect({ ...adminSees, crumbs: adminSees.crumbs.slice(1) }).toEqual({
    ...expected('2'),
    crumbs: ['2 Permits', '2.1 Zoning'],
  })
  const readerSees = await places(reader)
  expect({ ...readerSees, crumbs: readerSees.crumbs.slice(1) }).toEqual({
    ...expected('1'),
    crumbs: ['1 Permits', '1.1 Zoning'],
  })
  expect(texts(readerSees)).not.toContain('Falcon')

  // What is fetched: the index, and the log of who looked.
  await admin.download(late)
  for (const [room, n] of [
    [admin, '2'],
    [reader, '1'],
  ] as const) {
    const index = await sheet(room, 'file-index')
    expect(index.flatMap(({ Name, Number: number }) => (Name === 'a.txt' ? number : []))).toEqual([`${n}.3`])
    const log = await sheet(room, 'access-log')
    expect(log.map(({ Document, Number: number }) => `${number} ${Document}`)).toContain(`${n}.3 a.txt`)
  }

  const zipOf = async (room: Room, numbersFirst: boolean | undefined) => {
    const { exportable, zipExport } = await room.call<{
      exportable: { filePath: string }[]
      zipExport: { id: string }
    }>(
      `mutation($treeId: ID!, $ids: [ID!]!, $numbersFirst: Boolean) {
        submitZipDownload(treeId: $treeId, documentIds: $ids, numbersFirst: $numbersFirst) {
          exportable { filePath } zipExport { id }
        }
      }`,
      { ids: [sub?.id, late, room.rootId], numbersFirst },
    )
    await server.app.runJobs()
    expect((await zipState(room, zipExport.id)).state).toBe('READY')
    const { entries } = await fetchZip(room.client, zipExport.id)
    const inZip = Object.keys(entries).filter((path) => path.endsWith('.txt') && !path.includes('anifest'))
    expect(exportable.map(({ filePath }) => filePath).sort()).toEqual(inZip.sort())
    return inZip
  }
  expect(await zipOf(reader, true)).toEqual([
    '1 Permits/1.1 Zoning/1.1.1 Deep.txt',
    '1 Permits/1.2 m.txt',
    '1 Permits/1.3 a.txt',
  ])
  expect(await zipOf(admin, true)).toContain('2 Permits/2.3 a.txt')
  const plain = ['Permits/Zoning/Deep.txt', 'Permits/a.txt', 'Permits/m.txt']
  expect((await zipOf(reader, undefined)).sort()).toEqual(plain.sort())
  expect((await zipOf(reader, false)).sort()).toEqual(plain.sort())

  const log = await admin.call<{ questionLog: { id: string } }>(
    `mutation($id: ID!) {
      createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: "Bids", restricted: false, groupIds: []) { questionLog { id } }
    }`,
    { id: portfolioId },
  )
  const asked = await admin.call<{ question: { id: string } }>(
    'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }',
    { logId: log.questionLog.id },
  )
  await admin.call(
    'mutation($id: ID!, $ids: [ID!]!) { setQuestionDocuments(questionId: $id, ofAnswer: false, documentIds: $ids) { id } }',
    { id: asked.question.id, ids: [late, closed?.id] },
  )
  const named = (room: Room) =>
    room
      .call<{ documents: Numbered[] }>(
        'query($id: ID!) { question(questionId: $id) { documents(ofAnswer: false) { name number } } }',
        { id: asked.question.id },
      )
      .then(({ documents }) => shown(documents))
  expect((await named(admin)).sort()).toEqual(['1 Falcon', '2.3 a.txt'])
  expect(await named(reader)).toEqual(['1.3 a.txt'])
})
