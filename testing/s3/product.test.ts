import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { newId } from '../../server/platform/ids.ts'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { runProduct, urlOfDatabase } from '../commandLine.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import { picture } from '../hostileFiles.ts'
import { Room } from '../room.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import { submitZip, zipState } from '../zips.ts'
import { bucketSettings, hasObjectStore, namesIn, newBucket, objectStore, uploadsIn } from './bucket.ts'
import { type FaultyLine, faultyLine } from './faultyLine.ts'

const MIB = 1024 * 1024
/** A worker starts a process for it, on a machine that may be busy. */
const WAIT = { timeout: 50_000, interval: 200 }

const database = testDatabase()

describe.runIf(hasObjectStore())('the product on an object store', () => {
  let bucket: S3Options
  let line: FaultyLine
  let server: TestServer
  /** Another server, on a machine of its own but for bucket and database. */
  let other: TestServer
  let room: Room
  let elsewhere: Room

  beforeAll(async () => {
    bucket = await newBucket()
    line = await faultyLine(objectStore().endpoint)
    const env = {
      ...bucketSettings(bucket),
      S3_ENDPOINT: line.endpoint,
      S3_PREFIX: 'rooms/',
    }
    server = await startTestServer(database, env)
    other = await startTestServer(database, { ...env, WORKERS: '1' })
    const [first] = await contributors(database, server.address, 1)
    if (!first) throw new Error('Nobody may upload.')
    room = first
    elsewhere = new Room(first.client.at(other.address), first.treeId)
  })
  afterAll(async () => {
    await server.close()
    await other.close()
    await line.close()
  })

  const announce = async (name: string, bytes: Buffer, parentId?: string) => {
    const [announced] = await room.announce([{ name, size: bytes.length, ...(parentId ? { parentId } : {}) }])
    if (!announced) throw new Error('Nothing was announced.')
    return announced
  }
  const upload = async (name: string, bytes: Buffer) => {
    const announced = await announce(name, bytes)
    expect((await room.put(announced, bytes)).status).toBe(200)
    const { files } = await room.confirm([announced])
    return files[0]?.id ?? ''
  }
  const addressOf = async (id: string) =>
    (
      await room.call<{ url: string }>(
        'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
        { id },
      )
    ).url
  const files = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)

  test('STORE-04 STORE-11 STORE-17 what one server got another gives, whole, in part, and not again; no byte is on a disk', async () => {
    const bytes = randomBytes(9 * MIB + 5)
    const id = await upload('Survey.bin', bytes)
    const names = await namesIn(bucket)
    expect(names).toEqual([expect.stringMatching(/^rooms\/files\/[0-9a-f-]{36}$/)])
    const address = await addressOf(id)
    const whole = await elsewhere.client.request(address)
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const part = await elsewhere.client.request(address, { headers: { range: 'bytes=8388600-8388620' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 8388600-8388620/${bytes.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(8388600, 8388621))).toBe(true)
    const etag = whole.headers.get('etag') ?? ''
    expect((await elsewhere.client.request(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(
      (await elsewhere.client.request(address, { headers: { range: `bytes=${bytes.length}-` } })).status,
    ).toBe(416)
    expect([...files(server.dataDir), ...files(other.dataDir)]).toEqual([])
  })

  test('STORE-30 who knows ids and keys of others is answered as for those that do not exist', async () => {
    const bytes = randomBytes(2 * MIB)
    const id = await upload('Theirs.bin', bytes)
    await upload('Theirs.png', await picture('png'))
    const { id: person } = await room.call<{ id: string }>('{ viewer { id } }')
    const { errors } = await room.client.graphql(
      'mutation($id: ID!, $file: Upload!) { uploadAvatar(userId: $id, file: $file) { errors { message } } }',
      { id: person, file: new File([new Uint8Array(await picture('png'))], 'me.png', { type: 'image/png' }) },
    )
    expect(errors).toEqual([])
    // As the shapes of a project are kept.
    const layer = newId()
    await server.app.storage.put(`file-${layer}`, async (write) => write(Buffer.from('{}')), { size: 2 })
    await database.pool.query(
      `insert into stored_file (id, kind, owner_id, name, size, sha256) values ($1, 'shapes', $2, 'layer.json', 2, sha256('{}'))`,
      [layer, newId()],
    )
    const address = await addressOf(id)
    const version = new URL(address, server.address).pathname.split('/').at(-1) ?? ''
    const { zipExport } = await submitZip(room, [id])
    const isMade = async () =>
      (await database.pool.query(`select key, state from thumbnail where state = 'MADE'`)).rows.length > 0 &&
      (await zipState(room, zipExport?.id ?? '')).state === 'READY'
    await expect.poll(isMade, WAIT).toBe(true)
    const keys = (await namesIn(bucket)).map((name) => name.split('/').at(-1) ?? '')
    expect(keys).toEqual(expect.arrayContaining([version, `file-${layer}`]))
    // Two versions, a thumbnail, a zip, a picture and a layer.
    expect(keys.length).toBeGreaterThanOrEqual(6)
    const [stranger] = await contributors(database, server.address, 1)
    const whole = await stranger.client.request(address)
    expect([whole.status, (await whole.text()).includes(version)]).toEqual([403, false])
    const tail = `expires=${Math.floor(Date.now() / 1000) + 60}&signature=${'a'.repeat(43)}`
    const forms = (key: string): [string, string][] => [
      ['GET', `/files/${key}?${tail}&disposition=attachment`],
      ['GET', `/files/${encodeURIComponent(`rooms/files/${key}`)}?${tail}&disposition=inline`],
      ['GET', `/files/file-${key}?${tail}&disposition=inline`],
      ['GET', `/files/own/${key}/${'a'.repeat(43)}`],
      ['GET', `/files/page/${key}/1`],
      ['GET', `/rooms/files/${key}`],
      ['GET', `/zip-exports/${key}`],
      ['PUT', `/uploads/${key}?${tail}`],
    ]
    const answerOf = async (method: string, url: string) => {
      const answer = await stranger.client.request(url, { method, ...(method === 'PUT' && { body: 'x' }) })
      return [answer.status, (await answer.text()).replaceAll(/[0-9a-f-]{36}/g, 'id')]
    }
    const avatars = (await database.pool.query<{ id: string }>('select id from stored_file')).rows
    const ids = [version, zipExport?.id ?? '', id, ...avatars.map((each) => each.id)]
    for (const known of new Set([...ids, ...keys])) {
      const unknown = forms(known.replace(/[0-9a-f-]{36}$/, newId()))
      for (const [at, [method, url]] of forms(known).entries()) {
        const answer = await answerOf(method, url)
        expect([403, 404], `${method} ${url}`).toContain(answer[0])
        expect(answer, `${method} ${url}`).toEqual(await answerOf(method, unknown[at]?.[1] ?? ''))
      }
    }
  })

  test('STORE-21 by default all goes through the server, and no answer, header or page names the store; else browsers reach it by an address of their own', async () => {
    const bytes = randomBytes(2 * MIB)
    const { uploads } = await room.call<{ uploads: object[] }>(
      `mutation($treeId: ID!, $files: [PresignUploadInput!]!) {
        documentsPresignUploads(treeId: $treeId, files: $files) { uploads { url headers { name } parts { count } } }
      }`,
      { files: [{ name: 'Direct.bin', size: 7, parentId: room.rootId, sha256: 'a'.repeat(64) }] },
    )
    expect(uploads).toEqual([{ url: expect.stringMatching(/^\/uploads\//), headers: [], parts: null }])
    const answer = await room.client.request(await addressOf(await upload('Plain.bin', bytes)))
    const named = [...answer.headers].join(' ')
    expect([answer.status, named.includes(bucket.bucket), named.includes(line.endpoint)]).toEqual([
      200,
      false,
      false,
    ])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    const announced = await announce('Put.bin', bytes)
    const others = [
      await room.put(announced, bytes),
      await room.client.open('/login'),
      await room.client.open('/'),
      await room.client.request(await addressOf(await upload('Partly.bin', bytes)), {
        headers: { range: 'bytes=0-9' },
      }),
    ]
    for (const each of others) {
      const said = `${[...each.headers].join(' ')} ${await each.text()}`
      expect([said.includes(bucket.bucket), said.includes(new URL(line.endpoint).host)]).toEqual([
        false,
        false,
      ])
    }
    const settings = { FILES: 's3', S3_BUCKET: 'rooms', S3_ENDPOINT: 'https://store.internal:9000' }
    const publicOf = (more: NodeJS.ProcessEnv) => readConfig({ ...settings, ...more }).s3?.publicEndpoint
    expect(publicOf({})).toBeUndefined()
    expect(publicOf({ S3_DIRECT: 'off', S3_PUBLIC_ENDPOINT: 'https://s3.example.com' })).toBeUndefined()
    expect(publicOf({ S3_DIRECT: 'on' })).toBe('https://store.internal:9000')
    expect(publicOf({ S3_DIRECT: 'on', S3_PUBLIC_ENDPOINT: 'https://s3.example.com' })).toBe(
      'https://s3.example.com',
    )
  })

  test('STORE-17 STORE-18 thumbnails and zips are made by a worker elsewhere, in the bucket', async () => {
    const id = await upload('Site.png', await picture('png'))
    const { zipExport } = await submitZip(room, [id])
    await expect.poll(() => zipState(room, zipExport?.id ?? ''), WAIT).toMatchObject({ state: 'READY' })
    const link = await room.client.request(`/zip-exports/${zipExport?.id}`)
    const zip = await room.client.request(link.headers.get('location') ?? '')
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    const thumbnailOf = async () =>
      (
        await room.call<{ thumbnailUrl: string | null }>(
          'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { thumbnailUrl } }',
          { id },
        )
      ).thumbnailUrl
    await expect.poll(thumbnailOf, WAIT).not.toBe(null)
    const thumbnail = await room.client.request((await thumbnailOf()) ?? '')
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await uploadsIn(bucket)).toEqual([])
    expect(files(other.dataDir)).toEqual([])
  })

  test('SCALE-02 servers share the database, the bucket and the key, and no folder; with another key none starts', async () => {
    expect(server.dataDir).not.toBe(other.dataDir)
    const bytes = randomBytes(3000)
    const announced = await announce('Shared.bin', bytes)
    // Announced here, sent there, confirmed here, and read there.
    expect((await elsewhere.put(announced, bytes)).status).toBe(200)
    const { files: confirmed } = await room.confirm([announced])
    const url = await addressOf(confirmed[0]?.id ?? '')
    const got = await elsewhere.client.request(url)
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
    expect([files(server.dataDir), files(other.dataDir)]).toEqual([[], []])

    const start = async (key: string) => {
      const run = runProduct('main.ts', {
        DATABASE_URL: urlOfDatabase(database.poolConfig),
        DATA_DIR: path.join(other.dataDir, 'third'),
        SECRET_KEY: key,
        PORT: '0',
        WORKERS: '0',
        ...bucketSettings(bucket),
        S3_PREFIX: 'rooms/',
      })
      const isReady = expect.poll(() => run.output(), WAIT).toContain('Helioroom is ready')
      await Promise.race([isReady, run.ended])
      isReady.catch(() => {})
      run.child.kill('SIGKILL')
      await run.ended
      return run.output()
    }
    expect(await start(SECRET)).toContain('Helioroom is ready')
    const foreign = 'another key of as many letters as it takes'
    expect(await start(foreign)).toBe('SECRET_KEY is not the key of this installation.\n')
    const { rows } = await database.pool.query<{ digest: Buffer }>('select digest from secret_fingerprint')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.digest.toString().includes(SECRET)).toBe(false)
  })

  test('STORE-08 of two transfers to one address at two servers one is taken, and the document has its bytes', async () => {
    const contents = [randomBytes(50_000), randomBytes(50_000)]
    const announced = await announce('Race.bin', contents[0] ?? Buffer.alloc(0))
    const answers = await Promise.all([
      room.put(announced, contents[0] ?? Buffer.alloc(0)),
      elsewhere.put(announced, contents[1] ?? Buffer.alloc(0)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = contents[answers.findIndex(({ status }) => status === 200)]
    const { files: confirmed } = await room.confirm([announced])
    const answer = await room.client.request(await addressOf(confirmed[0]?.id ?? ''))
    expect(Buffer.from(await answer.arrayBuffer()).equals(won ?? Buffer.alloc(0))).toBe(true)
  })

  test('STORE-14 STORE-16 a store that stays away: 503 with a sentence, /readyz names it, and nothing is lost', async () => {
    const bytes = randomBytes(1000)
    const id = await upload('Before.bin', bytes)
    const address = await addressOf(id)
    const announced = await announce('During.bin', bytes)
    line.fault = () => ({ status: 503 })
    const sentence = 'The storage does not answer right now. Please try again in a moment.'
    for (const answer of [await room.put(announced, bytes), await room.client.request(address)]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toEqual({ error: { code: 'UNAVAILABLE', message: sentence } })
    }
    await expect
      .poll(async () => (await fetch(`${server.address}/readyz`)).json(), { timeout: 10_000, interval: 500 })
      .toEqual({ status: 'unavailable', failed: ['storage'] })
    line.fault = () => null
    expect((await room.put(announced, bytes)).status).toBe(200)
    expect((await room.confirm([announced])).files).toHaveLength(1)
    await expect
      .poll(async () => (await fetch(`${server.address}/readyz`)).status, { timeout: 10_000, interval: 500 })
      .toBe(200)
  })

  test('STORE-15 a full store is said as a full disk is', async () => {
    const bytes = randomBytes(1000)
    const announced = await announce('Full.bin', bytes)
    line.fault = ({ method }) => (method === 'PUT' ? { status: 507 } : null)
    const answer = await room.put(announced, bytes)
    line.fault = () => null
    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject({ error: { code: 'STORAGE_FULL' } })
  })
})
