import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { doublingForms, letter, pdfOf, pdfStream, picture, widePng } from '../../../testing/hostileFiles.ts'
import { type ConfinedLimits, OpenerBroken, OpenerClosed } from '../confined/index.ts'
import { createThumbnailer, THUMBNAIL_LIMITS, type Thumbnailer, type ThumbnailKind } from './index.ts'

const MIB = 1_048_576

// Processes are started, and some run into their limits.
vi.setConfig({ testTimeout: 60_000 })

const opened: Thumbnailer[] = []
afterEach(() => {
  for (const thumbnailer of opened.splice(0)) thumbnailer.close()
})

function open(limits: Partial<ConfinedLimits> = {}) {
  const thumbnailer = createThumbnailer({ ...THUMBNAIL_LIMITS, timeMs: 30_000, ...limits })
  opened.push(thumbnailer)
  const make = (kind: ThumbnailKind, bytes: Buffer) =>
    thumbnailer.make({ kind, size: bytes.length, source: (write) => write(bytes) })
  /** The picture that was made of it. */
  const seen = async (kind: ThumbnailKind, bytes: Buffer) => {
    const result = await make(kind, bytes)
    if (!result.image) throw new Error(result.reason)
    const { data, info } = await sharp(result.image).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3)
    return { ...info, at }
  }
  return { thumbnailer, make, seen }
}

test('DOC-06 a picture of each kind gets small, upright, with its shape, and is never made larger', async () => {
  const { seen } = open()
  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
    const thumbnail = await seen('image', await picture(format))
    expect([thumbnail.width, thumbnail.height]).toEqual([192, 144])
    const [red = 0] = thumbnail.at(10, 70)
    const [lighter = 0] = thumbnail.at(180, 70)
    expect(lighter - red).toBeGreaterThan(10)
  }
  const turned = await sharp(await picture('jpeg'))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const upright = await seen('image', turned)
  expect([upright.width, upright.height]).toEqual([144, 192])
  const small = await seen('image', await picture('png', { width: 20, height: 10 }))
  expect([small.width, small.height]).toEqual([20, 10])
})

test('DOC-06 a PDF shows its first page', async () => {
  const { seen } = open()
  const page = await seen('pdf', await letter('Lease'))
  expect([page.width, page.height]).toEqual([149, 192])
  const [red = 0, green = 255, blue = 255] = page.at(74, 75)
  expect(red - green).toBeGreaterThan(80)
  expect(green - blue).toBeGreaterThan(20)
  expect(page.at(3, 3)).toEqual([255, 255, 255])
})

test('a picture is judged by its content: renamed it is still one, and nothing but four kinds is opened', async () => {
  const { make, seen } = open()
  expect((await seen('image', await picture('png'))).width).toBe(192)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const tiff = await sharp(await picture('png'))
    .tiff()
    .toBuffer()
  for (const bytes of [Buffer.from(svg), tiff, await letter('Lease'), Buffer.from('text')]) {
    expect(await make('image', bytes)).toEqual({ image: null, reason: 'UNREADABLE' })
  }
  for (const bytes of [Buffer.from('just text'), await picture('png')]) {
    expect(await make('pdf', bytes)).toEqual({ image: null, reason: 'UNREADABLE' })
  }
})

test('encrypted, truncated and empty files have no thumbnail, and the next file has one', async () => {
  const { make, seen } = open()
  const lease = await letter('Lease')
  const broken: [ThumbnailKind, Buffer][] = [
    ['pdf', await letter('Secret', { password: 'x' })],
    ['pdf', lease.subarray(0, lease.length >> 1)],
    ['pdf', Buffer.alloc(0)],
    ['image', Buffer.alloc(0)],
  ]
  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
    const whole = await picture(format)
    broken.push(['image', whole.subarray(0, whole.length >> 1)])
  }
  for (const [kind, bytes] of broken) {
    expect(await make(kind, bytes)).toEqual({ image: null, reason: 'UNREADABLE' })
  }
  expect((await seen('pdf', lease)).height).toBe(192)
})

test('a picture of 900 million pixels is refused by its head, one that fills the memory is killed', async () => {
  const { make, seen } = open({ memoryBytes: 220 * MIB })
  expect(await make('image', widePng(30_000, 30_000))).toEqual({ image: null, reason: 'UNREADABLE' })
  const result = await make('pdf', bombOf(150 * MIB))
  expect(result).toEqual({ image: null, reason: 'MEMORY' })
  expect((await seen('image', widePng(900, 900))).width).toBe(192)
})

/** A page whose description unpacks to that many bytes. */
const bombOf = (bytes: number): Buffer =>
  pdfOf('/MediaBox [0 0 100 100] /Contents 4 0 R', [
    pdfStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(bytes, ' '), { level: 1 })),
  ])

test('a huge page, a page without a size, a form that draws itself and a huge picture inside end softly', async () => {
  const { make } = open()
  const box = '/MediaBox [0 0 100 100]'
  const form = (content: string) =>
    pdfStream(
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>',
      content,
    )
  const image =
    '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /FlateDecode'
  const drawn = `${box} /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>`
  const odd = [
    pdfOf('/MediaBox [0 0 10000000 10000000] /Contents 4 0 R', [pdfStream('', '0 0 9 9 re f')]),
    pdfOf('/MediaBox [0 0 10000000 0.001]'),
    pdfOf('/MediaBox [0 0 0 0]'),
    pdfOf(drawn, [pdfStream('', '/F Do'), form('/F Do /F Do')]),
    pdfOf(drawn, [pdfStream('', '/F Do'), pdfStream(image, deflateSync(Buffer.alloc(3750 * 30_000)))]),
  ]
  for (const bytes of odd) {
    const { image: made } = await make('pdf', bytes)
    if (!made) throw new Error('The process did not survive.')
    const { width = 0, height = 0 } = await sharp(made).metadata()
    expect(Math.max(width, height)).toBeLessThanOrEqual(192)
  }
})

test('what takes too long is killed, others wait and get theirs, and this process keeps answering', async () => {
  const { make, seen } = open({ timeMs: 4000 })
  let longest = 0
  let last = Date.now()
  const ticks = setInterval(() => {
    longest = Math.max(longest, Date.now() - last)
    last = Date.now()
  }, 20)
  const [endless, next] = await Promise.all([
    make('pdf', doublingForms(40)),
    picture('png').then((bytes) => seen('image', bytes)),
  ])
  clearInterval(ticks)
  expect(endless).toEqual({ image: null, reason: 'TIME' })
  expect(next.width).toBe(192)
  expect(longest).toBeLessThan(3000)
})

test('nothing in a PDF is fetched', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  const { make, seen } = open()
  const outside = `/F << /Type /Filespec /FS /URL /F (${url}) >>`
  await make(
    'pdf',
    pdfOf(
      `/MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> /AA << /O << /S /URI /URI (${url}) >> >>`,
      [
        pdfStream(outside, '/F Do'),
        pdfStream(
          `/Type /XObject /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray ${outside}`,
          '',
        ),
      ],
    ),
  )
  // The process has done with the file once it has made another, and requests are taken in the order of their coming.
  await seen('image', await picture('png'))
  await fetch(new URL('/own', url))
  server.close()
  expect(asked).toEqual(['/own'])
})

test('a file over the limit is not even read; a source that breaks off fails alone', async () => {
  const { seen, thumbnailer } = open({ inputBytes: 10_000 })
  let read = false
  const size = 10_001
  const source = async () => {
    read = true
  }
  expect(await thumbnailer.make({ kind: 'pdf', size, source })).toEqual({ image: null, reason: 'LARGE' })
  expect(read).toBe(false)
  const broken = thumbnailer.make({
    kind: 'pdf',
    size: 9000,
    source: async (write) => {
      await write(Buffer.alloc(4000))
      throw new Error('the disk broke')
    },
  })
  await expect(broken).rejects.toThrow('the disk broke')
  expect((await seen('image', await picture('png'))).width).toBe(192)
})

test('a process that does not start is no file’s fault, and the next file has another', async () => {
  // Too little for its program alone.
  const { make } = open({ memoryBytes: 2 * 1_048_576 })
  for (let times = 0; times < 2; times += 1) {
    await expect(make('image', await picture('png'))).rejects.toThrow(OpenerBroken)
  }
})

test('the process is replaced after some files; closing ends what runs and refuses what comes', async () => {
  const { make, seen, thumbnailer } = open({ filesPerProcess: 2 })
  for (let file = 0; file < 5; file += 1) expect((await seen('image', await picture('png'))).width).toBe(192)
  const bytes = doublingForms(40)
  const taken = Promise.withResolvers<void>()
  const running = thumbnailer.make({
    kind: 'pdf',
    size: bytes.length,
    source: async (write) => {
      await write(bytes)
      taken.resolve()
    },
  })
  running.catch(() => {})
  await taken.promise
  thumbnailer.close()
  await expect(running).rejects.toThrow(OpenerClosed)
  await expect(make('image', await picture('png'))).rejects.toThrow(OpenerClosed)
})
