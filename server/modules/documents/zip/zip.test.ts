import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { KeptFiles } from '../../../../testing/stored.ts'
import { nameOfTry } from '../../../../testing/tries.ts'
import { zipRoom } from '../../../../testing/zipRoom.ts'
import { cancelZip, fetchZip, SUBMIT, submitZip } from '../../../../testing/zips.ts'

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
/** Folders and files by their names. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  ids.permits = await room.folder('01 Permits')
  ids.county = await room.folder('County', ids.permits)
  ids.empty = await room.folder('Nothing yet', ids.permits)
  ids.secret = await room.folder('Rival offers')
  ids.zoning = await room.file('Zoning.txt', 'zoning', ids.county)
  ids.aux = await room.file('aux.txt', 'device', ids.permits)
  ids.formula = await room.file('=1+1.csv', 'sum', ids.permits)
  ids.offer = await room.file('Northwind.txt', 'offer', ids.secret)
  ids.hidden = await room.file('Hidden terms.txt', 'terms', ids.county)
  ids.readme = await room.file('manifest.csv', 'mine', undefined)
  for (const id of [ids.secret, ids.hidden]) await room.permit(id ?? '', 'bidder', false)
})
afterAll(() => server.close())

const id = (name: string): string => ids[name] ?? ''
const root = () => `tree:${room.treeId}`

/** Names of what lies in the storage outside of the folders of keys. */
const kept = new KeptFiles(() => server, database)

async function zipped(person: 'admin' | 'viewer' | 'bidder', documentIds: string[]) {
  const { zipExport } = await submitZip(room[person], documentIds)
  await room.runJobs()
  return { id: zipExport?.id ?? '', ...(await fetchZip(room[person].client, zipExport?.id ?? '')) }
}

test('DOP-22 API-117 submitting answers with the files and a zip that waits for its job', async () => {
  const answer = await submitZip(room.viewer, [id('permits')])
  expect(answer.exportable.map((entry) => entry.filePath).sort()).toEqual([
    '01 Permits/=1+1.csv',
    '01 Permits/County/Hidden terms.txt',
    '01 Permits/County/Zoning.txt',
    '01 Permits/aux_.txt',
  ])
  expect(answer.exportable.map((entry) => entry.id)).toContain(id('zoning'))
  expect(answer).toMatchObject({ exportableCount: 4, unexportable: [], unexportableCount: 0 })
  expect(answer.zipExport).toMatchObject({
    state: 'QUEUED',
    fileCount: 4,
    filesDone: 0,
    bytes: 20,
    url: null,
  })
  await cancelZip(room.viewer, answer.zipExport?.id ?? '')
})

test('DOP-27 the zip keeps the folders, makes names safe and lists its files in a manifest', async () => {
  const { name, entries } = await zipped('viewer', [id('permits')])
  expect(name).toMatch(/^prairie-sun-documents-\d{4}-\d\d-\d\d\.zip$/)
  expect(Object.keys(entries)).toEqual([
    '01 Permits/',
    '01 Permits/County/',
    '01 Permits/County/Hidden terms.txt',
    '01 Permits/County/Zoning.txt',
    '01 Permits/Nothing yet/',
    '01 Permits/=1+1.csv',
    '01 Permits/aux_.txt',
    'manifest.csv',
  ])
  expect(entries['01 Permits/County/Zoning.txt']).toBe('zoning')
  const lines = entries['manifest.csv']?.split('\r\n') ?? []
  expect(lines[0]).toBe('\ufeffPath,Bytes,SHA-256,Modified,Version,Left out')
  expect(lines).toHaveLength(6)
  const sha = await room.viewer.download(id('zoning'))
  expect(lines[2]).toMatch(
    new RegExp(`^01 Permits/County/Zoning\\.txt,6,${sha.sha256},\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,1,$`),
  )
})

test('DOP-27 the whole tree goes without a folder of its own, and nothing takes the place of the manifest', async () => {
  const { entries } = await zipped('admin', [root()])
  expect(Object.keys(entries)).toEqual(
    expect.arrayContaining([
      '01 Permits/County/Zoning.txt',
      'Rival offers/Northwind.txt',
      'manifest (2).csv',
    ]),
  )
  expect(entries['manifest (2).csv']).toBe('mine')
  expect(entries['manifest.csv']).toContain('manifest (2).csv')
})

test('DOC-40 DOP-21 files and folders of several folders go from the nearest folder above them all', async () => {
  const { entries } = await zipped('viewer', [id('zoning'), id('aux'), id('county')])
  expect(Object.keys(entries).sort()).toEqual(
    ['County/', 'County/Hidden terms.txt', 'County/Zoning.txt', 'aux_.txt', 'manifest.csv'].sort(),
  )
  const apart = await zipped('viewer', [id('zoning'), id('offer')])
  expect(Object.keys(apart.entries)).toEqual(
    expect.arrayContaining(['01 Permits/County/Zoning.txt', 'Rival offers/Northwind.txt']),
  )
})

test('DOP-27 PERM-10 a bidder gets no name of what is closed to them, in lists, zip and manifest', async () => {
  const answer = await submitZip(room.bidder, [root(), id('secret'), id('hidden')])
  await room.runJobs()
  const { entries } = await fetchZip(room.bidder.client, answer.zipExport?.id ?? '')
  const everything = JSON.stringify([answer, entries])
  expect(everything).toContain('Zoning.txt')
  expect(everything).not.toMatch(/Rival|Northwind|Hidden|offer|terms/)
  expect(answer.exportableCount).toBe(4)
  const hidden = await room.bidder.ask(SUBMIT, { documentIds: [id('hidden')] })
  const unknown = await room.bidder.ask(SUBMIT, { documentIds: ['018f0000-0000-7000-8000-000000000000'] })
  expect(hidden).toEqual(unknown)
  expect(hidden.errors[0]).toMatchObject({ message: 'Document not found.' })
})

test('DOP-23 DOP-24 files over 536870912 bytes are listed apart and left out, with the reason in the manifest', async () => {
  const name = nameOfTry('Drone')
  const folder = await room.folder(name)
  const [largest, larger] = [
    await room.file('a.mov', 'film', folder),
    await room.file('b.mov', 'long film', folder),
  ]
  const setSize = async (document: string, size: number) => {
    await sql`update document set size = ${size} where id = ${document}`.execute(database.db)
    await sql`update document_version set size = ${size} where document_id = ${document}`.execute(database.db)
  }
  await setSize(larger, 536_870_913)
  await setSize(largest, 536_870_912)
  const answer = await submitZip(room.viewer, [folder])
  expect(answer.exportable).toEqual([{ id: largest, filePath: `${name}/a.mov` }])
  expect(answer.unexportable).toEqual([{ id: larger, filePath: `${name}/b.mov` }])
  await cancelZip(room.viewer, answer.zipExport?.id ?? '')
  await setSize(largest, 4)
  const { entries } = await zipped('viewer', [folder])
  expect(Object.keys(entries)).toEqual([`${name}/`, `${name}/a.mov`, 'manifest.csv'])
  expect(entries['manifest.csv']).toMatch(
    /^Drone[ \d]*\/b\.mov,536870913,.*,1,Larger than 512MB\. Please download it directly\.\r$/m,
  )
  const alone = await submitZip(room.viewer, [larger])
  expect(alone).toMatchObject({ exportableCount: 0, unexportableCount: 1, zipExport: null })
})

test('DOP-22 the lists come in pages', async () => {
  const page = await room.viewer.call<{ exportable: { filePath: string }[]; exportableCount: number }>(
    `query($treeId: ID!, $ids: [ID!]!) { zipContent(treeId: $treeId, documentIds: $ids) {
      exportable(limit: 2, offset: 1) { filePath } exportableCount exportableBytes unexportableCount
    } }`,
    { ids: [id('permits')] },
  )
  const whole = await submitZip(room.viewer, [id('permits')])
  expect(page.exportable.map((entry) => entry.filePath)).toEqual(
    whole.exportable.slice(1, 3).map((entry) => entry.filePath),
  )
  expect(page).toMatchObject({ exportableCount: 4, exportableBytes: 20, unexportableCount: 0 })
  await cancelZip(room.viewer, whole.zipExport?.id ?? '')
})

test('DOP-26 what cannot be zipped is said in one sentence', async () => {
  const empty = await room.viewer.ask(SUBMIT, { documentIds: [id('empty')] })
  expect(empty.errors[0]).toMatchObject({
    message: 'There are no files here to zip. Please choose a folder that has some.',
    extensions: { code: 'BAD_USER_INPUT' },
  })
  const none = await room.viewer.ask(SUBMIT, { documentIds: [] })
  expect(none.errors[0]?.message).toBe('Document not found.')
  const many = await room.viewer.ask(SUBMIT, { documentIds: Array.from({ length: 1001 }, (_, n) => `${n}`) })
  expect(many.errors[0]?.message).toBe('Please zip at most 1000 documents at a time, not 1001.')
  const outside = await room.outsider.ask(SUBMIT, { documentIds: [root()] })
  expect(outside.errors[0]).toMatchObject({ message: 'Document tree not found.' })
})

test('DOP-26 a file whose bytes are gone is left out with the reason, and the zip is made', async () => {
  const folder = await room.folder('Damaged')
  await room.file('good.txt', 'good', folder)
  const bad = await room.file('bad.txt', 'bad', folder)
  const { rows } = await database.pool.query('select current_version_id as key from document where id = $1', [
    bad,
  ])
  const key: string = rows[0].key
  await kept.lose(key)
  const { entries } = await zipped('viewer', [folder])
  expect(Object.keys(entries)).toEqual(['Damaged/', 'Damaged/good.txt', 'manifest.csv'])
  expect(entries['manifest.csv']).toMatch(/^Damaged\/bad\.txt,3,.*,The stored file could not be read\.\r$/m)
  expect(await kept.arriving()).toEqual([])
})

test('VIEW-19 a zip leaves out what may only be viewed, and says so beforehand', async () => {
  await room.level(id('county'), 'viewer', 'VIEW')
  const asked = await room.viewer.call<{
    exportableCount: number
    exportableBytes: number
    viewOnlyCount: number
    viewOnly: { filePath: string }[]
  }>(
    `query($treeId: ID!, $documentIds: [ID!]!) {
      zipContent(treeId: $treeId, documentIds: $documentIds) {
        exportableCount exportableBytes viewOnlyCount viewOnly { filePath }
      }
    }`,
    { documentIds: [id('permits')] },
  )
  expect(asked).toEqual({
    exportableCount: 2,
    exportableBytes: 9,
    viewOnlyCount: 2,
    viewOnly: [
      { filePath: '01 Permits/County/Hidden terms.txt' },
      { filePath: '01 Permits/County/Zoning.txt' },
    ],
  })
  const { entries } = await zipped('viewer', [id('permits')])
  expect(Object.keys(entries).filter((name) => !name.endsWith('/'))).toEqual([
    '01 Permits/=1+1.csv',
    '01 Permits/aux_.txt',
    'manifest.csv',
  ])
  expect(entries['manifest.csv']).not.toContain('Zoning')
  await room.level(id('county'), 'viewer', 'ORIGINAL')
})

test('VIEW-20 a zip that is ready has expired once a file in it may only be viewed', async () => {
  const { id: zipId } = await zipped('viewer', [id('permits')])
  const link = () => room.viewer.client.request(`/zip-exports/${zipId}`)
  const address = (await link()).headers.get('location') ?? ''
  await room.level(id('zoning'), 'viewer', 'PDF')
  expect((await room.viewer.client.request(address)).status).toBe(403)
  expect((await link()).status).not.toBe(302)
  await room.level(id('zoning'), 'viewer', 'ORIGINAL')
})
