import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Drawing, losslessWebp, readLossless } from './index.ts'

/** Numbers that look like chance, the same each time. */
function* numbers(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    yield (state ^ (state >>> 13)) >>> 0
  }
}

const bytesOf = (count: number, of: (at: number, chance: number) => number): Uint8Array => {
  const chance = numbers()
  return Uint8Array.from({ length: count }, (_, at) => of(at, chance.next().value))
}

const [WIDTH, HEIGHT] = [317, 203]
const drawing = (channels: 1 | 3, of: (at: number, chance: number) => number): Drawing => ({
  data: bytesOf(WIDTH * HEIGHT * channels, of),
  width: WIDTH,
  height: HEIGHT,
  channels,
})

/** Ground, lines of one tone, edges of many tones, nothing alike, and what returns from far away. */
const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'white ground': drawing(1, () => 255),
  'grey of two tones': drawing(1, (at) => (at % 977 < 40 ? 0 : 255)),
  'grey with edges': drawing(1, (at, chance) => (at % 53 < 6 ? chance % 256 : 255)),
  'grey without order': drawing(1, (_at, chance) => chance % 256),
  'what returns from far away': drawing(1, (at) => (((at % 20_011) * 2_654_435_761) >>> 11) % 256),
  'one colour': drawing(3, (at) => [12, 100, 201][at % 3] ?? 0),
  'lines of colour': drawing(3, (at, chance) => (Math.floor(at / 3) % 71 < 9 ? chance % 256 : 250)),
  'colours without order': drawing(3, (_at, chance) => chance % 256),
  'a single pixel': { data: Uint8Array.of(7), width: 1, height: 1, channels: 1 },
  'one row': { data: bytesOf(9000, (at) => at >> 6), width: 9000, height: 1, channels: 1 },
  'one column': { data: bytesOf(9000, (at) => at % 3), width: 1, height: 9000, channels: 1 },
}

test('what is written without loss is read by other decoders and by our own, pixel by pixel', async () => {
  for (const [name, { data, width, height, channels }] of Object.entries(DRAWINGS)) {
    const file = losslessWebp({ data, width, height, channels })
    const { data: read, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([name, info.width, info.height]).toEqual([name, width, height])
    const coloured = channels === 3 ? data : data.reduce(toColours, Buffer.alloc(3 * data.length))
    expect([name, read.equals(coloured)]).toEqual([name, true])
    const own = readLossless(file)
    expect([name, own?.width, own?.height, own?.channels]).toEqual([name, width, height, channels])
    expect([name, Buffer.from(own?.data ?? []).equals(Buffer.from(data))]).toEqual([name, true])
  }
})

test('letters on a ground take a small part of their pixels', () => {
  const lines = DRAWINGS['grey of two tones']
  expect(lines && losslessWebp(lines).length).toBeLessThan((WIDTH * HEIGHT) / 100)
})

test('another WebP is left to other decoders, and one that is damaged or too large is refused', async () => {
  const page = sharp({ create: { width: 90, height: 60, channels: 3, background: '#0000aa' } })
  for (const options of [{ quality: 80 }, { lossless: true }]) {
    expect(readLossless(await page.webp(options).toBuffer())).toBeNull()
  }
  const file = losslessWebp(DRAWINGS['grey with edges'] ?? drawing(1, () => 0))
  expect(() => readLossless(file.subarray(0, file.length / 2))).toThrow()
  // Whatever is changed in it, it ends, within its own pixels.
  const chance = numbers()
  for (let round = 0; round < 300; round += 1) {
    const changed = Buffer.from(file)
    const at = 25 + (chance.next().value % (round % 2 === 0 ? 100 : changed.length - 25))
    changed[at] = chance.next().value
    try {
      const read = readLossless(changed)
      if (read) expect(read.data.length).toBe(read.channels * read.width * read.height)
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringMatching(/^The page is (damaged|cut off)\.$/) })
    }
  }
  const large = Buffer.from(file)
  large.writeUInt32LE(0x0fffffff, 21)
  expect(() => readLossless(large)).toThrow('too large')
})

function toColours(to: Buffer, grey: number, at: number): Buffer {
  to.fill(grey, 3 * at, 3 * at + 3)
  return to
}
