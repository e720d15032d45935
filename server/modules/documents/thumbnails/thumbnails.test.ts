import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { doublingForms, letter, picture } from '../../../../testing/hostileFiles.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { statementsOf } from '../../../../testing/statements.ts'
import { stored } from '../../../../testing/stored.ts'
import { OpenerClosed } from '../../../platform/confined/index.ts'
import { createThumbnailer, THUMBNAIL_LIMITS, type Thumbnailer } from '../../../platform/thumbnails/index.ts'
import { createThumbnailWork } from '../index.ts'

// Processes are started, and one runs into its limit three times.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)

let server: TestServer
let treeId: string
let writer: Client
let bidder: Client
let bidders: string

beforeAll(async () => {
  server = await startTestServer(database)
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  const signedIn = async (role: string): Promise<[Client, string]> => {
    const email = `${role.toLowerCase().replaceAll(' ', '')}@thumbnails.example`
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolio.id] })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return [client, groupId]
  }
  ;[writer] = await signedIn('Deal Room Admin')
  ;[bidder, bidders] = await signedIn('Bidder')
})
afterAll(() => server.close())

const upload = (name: string, content: Buffer | string): Promise<string> =>
  uploadFile(writer, treeId, `tree:${treeId}`, name, content)

/** Runs what waits, without the pause after the upload. */
async function makeThumbnails(): Promise<void> {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

interface Pictured {
  name: string
  thumbnailUrl: string | null
}

/** The root's list as a person sees it, by name. */
async function listed(client: Client): Promise<Map<string, string | null>> {
  const { data, errors } = await client.graphql(
    'query($treeId: ID!) { document(treeId: $treeId) { children { name thumbnailUrl } } }',
    { treeId },
  )
  expect(errors).toEqual([])
  const { children } = (data?.document ?? {}) as { children: Pictured[] }
  return new Map(children.map(({ name, thumbnailUrl }) => [name, thumbnailUrl]))
}

const stateOf = async (documentId: string) => {
  const { rows } = await database.pool.query<{
    state: string
    attempts: number
    key: string
    later: boolean
  }>(
    `select t.state, t.attempts, t.key, t.try_at > now() as later from thumbnail t join document d on d.current_version_id = t.version_id
     where d.id = $1`,
    [documentId],
  )
  return rows[0]
}

const workWith = (thumbnailer: Thumbnailer) =>
  createThumbnailWork({
    db: database.db,
    storage: server.app.storage,
    thumbnailer,
    log: { warn: () => {} },
  })

const pictureAt = async (client: Client, address: string) => {
  const answer = await client.request(address)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { headers: answer.headers, width: info.width, height: info.height, red: data[0] ?? 0, bytes }
}

test('DOC-06 DOC-29 a picture and a PDF get a thumbnail soon after they are confirmed; other files none', async () => {
  await upload('site.PNG', await picture('png'))
  await upload('lease.pdf', await letter('Lease'))
  await upload('notes.txt', 'Notes')
  const before = await listed(writer)
  expect([...before.values()]).toEqual([null, null, null])
  await makeThumbnails()
  const after = await listed(writer)
  expect(after.get('notes.txt')).toBeNull()
  const site = await pictureAt(writer, after.get('site.PNG') ?? '')
  expect([site.width, site.height]).toEqual([192, 144])
  expect(site.headers.get('content-type')).toBe('image/webp')
  expect(site.headers.get('content-disposition')).toMatch(/^inline; filename="site.PNG.webp"/)
  expect(site.headers.get('x-content-type-options')).toBe('nosniff')
  expect(site.bytes.length).toBeLessThan(10_000)
  const lease = await pictureAt(writer, after.get('lease.pdf') ?? '')
  expect([lease.width, lease.height]).toEqual([149, 192])
})

test('DOC-38 a thumbnail is not in the access log, a preview is', async () => {
  const count = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int as count from activity where kind in ('VIEW', 'DOWNLOAD')`,
    )
    return rows[0]?.count
  }
  const before = await count()
  await pictureAt(writer, (await listed(writer)).get('site.PNG') ?? '')
  expect(await count()).toBe(before)
})

test('an upload that goes on comes first: the job waits for its end, and there is one for all its files', async () => {
  await upload('one.png', await picture('png'))
  await upload('two.png', await picture('png'))
  const { rows } = await database.pool.query<{ later: boolean }>(
    `select run_at > now() as later from graphile_worker.jobs where task_identifier = 'make_thumbnails'`,
  )
  expect(rows).toEqual([{ later: true }])
  await server.app.runJobs()
  expect((await listed(writer)).get('one.png')).toBeNull()
  await makeThumbnails()
  expect((await listed(writer)).get('two.png')).toMatch(/^\/files\//)
})

test('PERM-10 API-006 who may not see a file gets no thumbnail of it, nor by the address of somebody else', async () => {
  const closed = await upload('closed.png', await picture('png', { colour: '#b00020' }))
  await makeThumbnails()
  expect((await listed(bidder)).get('closed.png')).toMatch(/^\/files\//)
  await writer.graphql(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documents { id } }
    }`,
    { treeId, id: `${closed}:${bidders}` },
  )
  const seen = await listed(bidder)
  expect(seen.has('closed.png')).toBe(false)
  expect(seen.get('site.PNG')).toMatch(/^\/files\//)
  const address = (await listed(writer)).get('closed.png') ?? ''
  expect((await writer.request(address)).status).toBe(200)
  expect((await bidder.request(address)).status).toBe(403)
  expect((await new Client(server.address).request(address)).status).toBe(401)
  const other = (await listed(bidder))
    .get('site.PNG')
    ?.replace(/^\/files\/[^?]+/, address.split('?')[0] ?? '')
  expect((await bidder.request(other ?? '')).status).toBe(403)
})

test('VIEW-14 below the original a list has no thumbnail, and asks once what is given of its files', async () => {
  const [viewed, given] = [
    await upload('viewed.png', await picture('png')),
    await upload('given.png', await picture('png')),
  ]
  await makeThumbnails()
  await writer.graphql(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
    { treeId, ids: [viewed], changes: [{ principalId: bidders, level: 'VIEW' }] },
  )
  let rows: (Pictured & { id: string; level: string })[] = []
  const texts = await statementsOf(async () => {
    const { data } = await bidder.graphql(
      'query($treeId: ID!) { document(treeId: $treeId) { children { id name level thumbnailUrl } } }',
      { treeId },
    )
    ;({ children: rows } = (data?.document ?? {}) as { children: typeof rows })
  })
  const of = (id: string) => rows.find((row) => row.id === id)
  expect([of(viewed)?.level, of(viewed)?.thumbnailUrl]).toEqual(['VIEW', null])
  expect([of(given)?.level, of(given)?.thumbnailUrl]).toEqual([
    'ORIGINAL',
    expect.stringMatching(/^\/files\//),
  ])
  expect(texts.filter((text) => /from acl where acl\.id = any/.test(text))).toHaveLength(1)
})

test('DOC-06 a new version shows its own thumbnail, or none, never the former', async () => {
  const red = '#d00000'
  await upload('plan.png', await picture('png', { colour: red, width: 100, height: 100 }))
  await makeThumbnails()
  const first = (await listed(writer)).get('plan.png') ?? ''
  await upload('plan.png', await picture('png', { width: 100, height: 50 }))
  expect((await listed(writer)).get('plan.png')).toBeNull()
  await makeThumbnails()
  const second = (await listed(writer)).get('plan.png') ?? ''
  expect(second.split('?')[0]).not.toBe(first.split('?')[0])
  expect((await pictureAt(writer, second)).height).toBe(50)
  await upload('plan.png', 'no picture any more')
  await makeThumbnails()
  expect((await listed(writer)).get('plan.png')).toBeNull()
})

test('what can’t be opened has no thumbnail, is not tried again, and holds up nothing', async () => {
  const lease = await letter('Lease')
  const broken = {
    'broken.pdf': lease.subarray(0, 300),
    'encrypted.pdf': await letter('Secret', { password: 'x' }),
    'empty.png': Buffer.alloc(0),
    'renamed.pdf': Buffer.from('just text'),
  }
  const ids: string[] = []
  for (const [name, bytes] of Object.entries(broken)) ids.push(await upload(name, bytes))
  await upload('behind.jpg', await picture('jpeg'))
  await makeThumbnails()
  const names = await listed(writer)
  for (const name of Object.keys(broken)) expect([name, names.get(name)]).toEqual([name, null])
  expect(names.get('behind.jpg')).toMatch(/^\/files\//)
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'NONE', attempts: 1 })
  await makeThumbnails()
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'NONE', attempts: 1 })
})

test('what takes too long is tried again later, three times in all, while others get theirs', async () => {
  const endless = await upload('endless.pdf', doublingForms(40))
  const other = await upload('other.png', await picture('png'))
  const thumbnailer = createThumbnailer({ ...THUMBNAIL_LIMITS, timeMs: 2000 })
  const work = workWith(thumbnailer)
  for (const attempt of [1, 2, 3]) {
    await work()
    expect(await stateOf(endless)).toMatchObject({
      state: attempt < 3 ? 'WAITING' : 'NONE',
      attempts: attempt,
      later: true,
    })
    expect(await stateOf(other)).toMatchObject({ state: 'MADE', attempts: 1 })
    // Nothing is due before its time.
    await work()
    expect(await stateOf(endless)).toMatchObject({ attempts: attempt })
    await database.pool.query(`update thumbnail set try_at = now() where state = 'WAITING'`)
  }
  thumbnailer.close()
})

test('a server that is stopped gives back what it has not finished, as if it had not been started', async () => {
  const ids = [
    await upload('before.png', await picture('png')),
    await upload('running.pdf', doublingForms(40)),
  ]
  const thumbnailer = createThumbnailer()
  const running = workWith(thumbnailer)()
  running.catch(() => {})
  // Both are started before the first is made.
  await expect.poll(async () => (await stateOf(ids[1] ?? ''))?.attempts).toBe(1)
  thumbnailer.close()
  await expect(running).rejects.toThrow(OpenerClosed)
  for (const id of ids)
    expect(await stateOf(id)).toMatchObject({ state: 'WAITING', attempts: 0, later: false })
  await database.pool.query(`update thumbnail set state = 'NONE' where state = 'WAITING'`)
})

test('a file that was started three times and never finished is abandoned', async () => {
  const id = await upload('fatal.png', await picture('png'))
  await database.pool.query(
    `update thumbnail set attempts = 3 where version_id = (select current_version_id from document where id = $1)`,
    [id],
  )
  await makeThumbnails()
  expect(await stateOf(id)).toMatchObject({ state: 'NONE' })
})

test('DOC-06 a thumbnail that is made twice, since the server died after the first, leaves nothing over', async () => {
  const id = await upload('twice.png', await picture('png'))
  await makeThumbnails()
  const state = await stateOf(id)
  const before = await stored(server.app.storage, state?.key ?? '')
  await database.pool.query(
    `update thumbnail set state = 'WAITING', size = null, sha256 = null, try_at = now() where key = $1`,
    [state?.key],
  )
  await server.app.storage.remove([state?.key ?? ''])
  await database.pool.query(`select graphile_worker.add_job('make_thumbnails')`)
  await makeThumbnails()
  expect(await stateOf(id)).toMatchObject({ state: 'MADE', attempts: 2, key: state?.key })
  expect((await stored(server.app.storage, state?.key ?? '')).equals(before)).toBe(true)
})

test('DOC-29 a file renamed into a picture gets its thumbnail then', async () => {
  const id = await upload('photo', await picture('png'))
  await makeThumbnails()
  expect(await stateOf(id)).toBeUndefined()
  const { errors } = await writer.graphql(
    `mutation($treeId: ID!, $id: ID!) {
      renameDocument(treeId: $treeId, documentId: $id, name: "photo.png") { document { thumbnailUrl } error }
    }`,
    { treeId, id },
  )
  expect(errors).toEqual([])
  await makeThumbnails()
  expect((await listed(writer)).get('photo.png')).toMatch(/^\/files\//)
})

test('a deleted document shows its thumbnail no more, and none is made for it', async () => {
  const remove = (id: string) =>
    writer.graphql(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      { treeId, ids: [id] },
    )
  const shown = await upload('shown.png', await picture('png'))
  await makeThumbnails()
  const address = (await listed(writer)).get('shown.png') ?? ''
  const waiting = await upload('waiting.png', await picture('png'))
  for (const id of [shown, waiting]) expect((await remove(id)).errors).toEqual([])
  await makeThumbnails()
  expect((await writer.request(address)).status).toBe(404)
  expect(await stateOf(waiting)).toMatchObject({ state: 'NONE' })
})
