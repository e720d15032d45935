import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { picture, widePng } from '../../../testing/hostileFiles.ts'
import { IN_FOLDER } from '../../../testing/inFolder.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

// Pictures are opened in a process of their own, which has to start.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)
let server: TestServer
let count = 0

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

async function somebody(organisationId?: string) {
  count += 1
  const email = `face${count}@avatar.example`
  const id = await make.person({ email, password: PASSWORD })
  if (organisationId) await make.member(await make.group({ organisationId, role: 'Viewer' }), id)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { id, client }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

interface Payload {
  user: { avatarUrl: string | null } | null
  errors?: { field: string | null; message: string }[]
}

async function upload({ id, client }: Somebody, name: string, bytes: Buffer): Promise<Payload> {
  const { data, errors } = await client.graphql(
    `mutation($id: ID!, $file: Upload!) {
      uploadAvatar(userId: $id, file: $file) { user { avatarUrl } errors { field message } }
    }`,
    { id, file: new File([new Uint8Array(bytes)], name, { type: 'image/png' }) },
  )
  expect(errors).toEqual([])
  return data?.uploadAvatar as Payload
}
const addressOf = ({ user }: Payload): string => user?.avatarUrl ?? ''
const mine = async ({ client }: Somebody) => {
  const { data } = await client.graphql('{ viewer { avatarUrl } }')
  return (data?.viewer as Payload['user'] | undefined)?.avatarUrl
}
const fetched = (client: Client, address: string, headers: Record<string, string> = {}) =>
  client.request(address, { headers })

/** The picture under an address. */
async function seen(client: Client, address: string) {
  const answer = await fetched(client, address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const brightness = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  return { bytes, ...info, brightness, metadata: await sharp(bytes).metadata() }
}

const temporary = () => readdirSync(path.join(server.dataDir, 'incoming'))
const kept = async () => (await database.pool.query('select id from stored_file')).rows.length

test('PROF-12 API-021 pictures of each kind become squares of one size, cut from the middle; nothing temporary stays', async () => {
  const ann = await somebody()
  for (const [name, format] of [
    ['face.png', 'png'],
    ['FACE.JPG', 'jpeg'],
    ['face.jpeg', 'jpeg'],
    ['face.gif', 'gif'],
  ] as const) {
    const answer = await upload(ann, name, await picture(format))
    expect(answer.errors).toEqual([])
    const { width, height, brightness } = await seen(ann.client, addressOf(answer))
    expect([width, height]).toEqual([256, 256])
    // The left half is darker, and the middle stays the middle.
    expect(brightness(200, 128) - brightness(50, 128)).toBeGreaterThan(10)
    expect(await mine(ann)).toBe(addressOf(answer))
  }
  expect(temporary()).toEqual([])
})

test('a picture for which the storage has no room is refused in a sentence that says so', async () => {
  const full = await startTestServer(database, {
    ...IN_FOLDER,
    STORAGE_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER),
  })
  onTestFinished(() => full.close())
  const { id } = await somebody()
  const client = new Client(full.address)
  await client.signIn(`face${count}@avatar.example`, PASSWORD)
  const file = new File([new Uint8Array(await picture('png'))], 'face.png', { type: 'image/png' })
  const { errors } = await client.graphql(
    'mutation($id: ID!, $file: Upload!) { uploadAvatar(userId: $id, file: $file) { user { avatarUrl } } }',
    { id, file },
  )
  expect(errors).toMatchObject([
    {
      message: 'The storage is full. Please contact your administrator.',
      extensions: { code: 'UNAVAILABLE' },
    },
  ])
})

test('PROF-09 where a picture was taken, by what and how it was held is not kept; it stands upright', async () => {
  const ann = await somebody()
  const photograph = await sharp(await picture('jpeg', { width: 300, height: 300 }))
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'Secret Camera', Artist: 'Secret Artist' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 5/1 1/1', GPSLongitudeRef: 'W' },
    })
    .toBuffer()
  expect(photograph.toString('latin1')).toContain('Secret Camera')
  const { bytes, brightness, metadata } = await seen(
    ann.client,
    addressOf(await upload(ann, 'face.jpg', photograph)),
  )
  expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(bytes.toString('latin1')).not.toContain('Secret')
  // Turned by a quarter, the dark half lies on top.
  expect(brightness(128, 230) - brightness(128, 20)).toBeGreaterThan(10)
})

test('PROF-12 a file of another type, or one too large, is refused in a sentence, and the former picture stays', async () => {
  const ann = await somebody()
  const before = addressOf(await upload(ann, 'face.png', await picture('png')))
  const files = await kept()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  const cases: [string, Buffer][] = [
    ['face.svg', svg],
    ['face.png', svg],
    ['face.heic', heic],
    ['face.jpg', heic],
    ['face.webp', await picture('webp')],
    ['face.jpg', await picture('png')],
    ['face', await picture('png')],
    ['face.png.exe', await picture('png')],
    ['face.png', Buffer.alloc(0)],
    ['face.png', Buffer.concat([await picture('png'), Buffer.alloc(5_242_880)])],
  ]
  for (const [name, bytes] of cases) {
    expect([name, bytes.length, await upload(ann, name, bytes)]).toEqual([
      name,
      bytes.length,
      { user: null, errors: [{ field: 'file', message: 'Please choose an image file of at most 5 MB.' }] },
    ])
  }
  expect([await mine(ann), await kept(), temporary()]).toEqual([before, files, []])
})

test('PROF-12 broken pictures and such as unpack without end are refused; the next one is taken', async () => {
  const ann = await somebody()
  const whole = await picture('png')
  const cases = {
    half: whole.subarray(0, whole.length >> 1),
    'head alone': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    '900 million pixels': widePng(30_000, 30_000),
  }
  for (const [what, bytes] of Object.entries(cases)) {
    const { errors } = await upload(ann, 'face.png', bytes)
    expect([what, errors]).toEqual([
      what,
      [{ field: 'file', message: 'This image could not be read. Please choose another one.' }],
    ])
  }
  expect(await mine(ann)).toBeNull()
  const large = await picture('jpeg', { width: 8000, height: 5000 })
  expect((await upload(ann, 'face.jpg', large)).errors).toEqual([])
  expect(temporary()).toEqual([])
})

test('PROF-12 of an animated picture the first frame is kept', async () => {
  const ann = await somebody()
  const frames = await Promise.all([
    picture('png', { width: 64, height: 64 }),
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  ])
  const animated = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer()
  expect((await sharp(animated).metadata()).pages).toBe(2)
  const { metadata, brightness } = await seen(ann.client, addressOf(await upload(ann, 'face.gif', animated)))
  expect(metadata.pages ?? 1).toBe(1)
  expect(brightness(50, 128)).toBeLessThan(60)
})

test('PROF-11 API-011 an address is kept by browsers and asked for again; another picture has another address', async () => {
  const ann = await somebody()
  const first = addressOf(await upload(ann, 'face.png', await picture('png')))
  const answer = await fetched(ann.client, first)
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const etag = answer.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
  expect((await fetched(ann.client, first, { 'if-none-match': etag })).status).toBe(304)
  expect(await mine(ann)).toBe(first)
  const second = addressOf(await upload(ann, 'face.png', await picture('png', { colour: '#994411' })))
  expect(second).not.toBe(first)
  // What was replaced is gone from that moment on.
  expect((await fetched(ann.client, first)).status).toBe(404)
  expect((await fetched(ann.client, second)).status).toBe(200)
})

test('PROF-10 API-022 the photo can be deleted, after which its address leads nowhere', async () => {
  const ann = await somebody()
  const address = addressOf(await upload(ann, 'face.png', await picture('png')))
  const { data } = await ann.client.graphql(
    'mutation($id: ID!) { deleteAvatar(userId: $id) { user { avatarUrl } } }',
    { id: ann.id },
  )
  expect(data).toEqual({ deleteAvatar: { user: { avatarUrl: null } } })
  expect((await fetched(ann.client, address)).status).toBe(404)
})

test('API-006 an address is good for whom it was given to: for others, altered or unknown it is not found, signed out refused', async () => {
  const organisationId = await make.organisation()
  const ann = await somebody(organisationId)
  const rival = await somebody(await make.organisation())
  const address = addressOf(await upload(ann, 'face.png', await picture('png')))
  const rivals = addressOf(await upload(rival, 'face.png', await picture('png')))
  const [, , , id = '', signature = ''] = address.split('/')
  const rivalsSignature = rivals.split('/')[4] ?? ''
  const tried = [
    address,
    `/files/own/${id}/${rivalsSignature}`,
    `/files/own/${id}/x`,
    `/files/own/018f0000-0000-7000-8000-000000000000/${signature}`,
    `/files/own/no-id/${signature}`,
  ]
  const answers = await Promise.all(
    tried.map(async (each) => {
      const answer = await fetched(rival.client, each)
      return [answer.status, await answer.json()]
    }),
  )
  for (const answer of answers) {
    expect(answer).toEqual([404, { error: { code: 'NOT_FOUND', message: 'File not found.' } }])
  }
  expect((await fetched(new Client(server.address), address)).status).toBe(401)
  expect((await ann.client.request(address, { method: 'POST' })).status).toBe(405)
  // Whoever administers Ann sees her, by an address of their own.
  const admin = await make.person({ email: 'admin@avatar.example', password: PASSWORD })
  await make.member(await make.group({ organisationId, role: 'Users Admin' }), admin)
  const client = new Client(server.address)
  await client.signIn('admin@avatar.example', PASSWORD)
  const { data } = await client.graphql('query($id: ID!) { user(id: $id) { avatarUrl } }', { id: ann.id })
  const given = addressOf({ user: data?.user as Payload['user'] })
  expect(given).not.toBe(address)
  expect((await fetched(client, given)).status).toBe(200)
  expect((await fetched(client, address)).status).toBe(404)
})
