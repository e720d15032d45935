import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createArchive } from './index.ts'
import { centralHeader, endRecords } from './records.ts'

const at = new Date('2024-05-01T12:34:56.000Z')

/** Everything that an archive writes; copies, since its memory is used again. */
function sink() {
  const chunks: Buffer[] = []
  return {
    write: async (chunk: Buffer) => void chunks.push(Buffer.from(chunk)),
    bytes: () => Buffer.concat(chunks),
  }
}

test('an archive holds folders, empty, small and large files as they were', async () => {
  const out = sink()
  const archive = createArchive(out.write)
  const large = randomBytes(700_000)
  await archive.folder({ path: 'Empty', modifiedAt: at })
  await archive.file({ path: 'none.txt', modifiedAt: at }, async () => {})
  await archive.file({ path: 'Größe/ü.txt', modifiedAt: at }, (write) => write(Buffer.from('small')))
  await archive.file({ path: 'large.bin', modifiedAt: at }, async (write) => {
    await write(large.subarray(0, 10))
    await write(large.subarray(10, 600_000))
    await write(large.subarray(600_000))
  })
  await archive.end()
  const files = unzipSync(out.bytes())
  expect(Object.keys(files)).toEqual(['Empty/', 'none.txt', 'Größe/ü.txt', 'large.bin'])
  expect(files['none.txt']).toHaveLength(0)
  expect(Buffer.from(files['Größe/ü.txt'] ?? []).toString()).toBe('small')
  expect(Buffer.from(files['large.bin'] ?? []).equals(large)).toBe(true)
  // The exact time, in Unix seconds, is beside the DOS time.
  const exact = Buffer.alloc(4)
  exact.writeInt32LE(at.getTime() / 1000)
  expect(out.bytes().includes(exact)).toBe(true)
})

test('a file whose content fails is not listed, and the archive goes on', async () => {
  const out = sink()
  const archive = createArchive(out.write)
  const broken = archive.file({ path: 'broken', modifiedAt: at }, async (write) => {
    await write(Buffer.from('half'))
    throw new Error('unreadable')
  })
  await expect(broken).rejects.toThrow('unreadable')
  await archive.file({ path: 'whole', modifiedAt: at }, (write) => write(Buffer.from('whole')))
  await archive.end()
  const files = unzipSync(out.bytes())
  expect(Object.keys(files)).toEqual(['whole'])
  expect(Buffer.from(files.whole ?? []).toString()).toBe('whole')
})

test('more than 65535 entries are counted in Zip64', async () => {
  const out = sink()
  const archive = createArchive(out.write)
  for (let number = 0; number < 65_600; number += 1) {
    await archive.file({ path: `${number}`, modifiedAt: at }, async () => {})
  }
  await archive.end()
  expect(Object.keys(unzipSync(out.bytes()))).toHaveLength(65_600)
})

test('places beyond 4 GiB are written in Zip64', () => {
  const place = 5 * 2 ** 30 + 17
  const central = centralHeader({
    name: Buffer.from('far.txt'),
    modifiedAt: at,
    isFolder: false,
    crc: 1,
    size: 3,
    offset: place,
  })
  expect(central.readUInt32LE(42)).toBe(0xffffffff)
  // Behind the name: the exact time in nine bytes, then the place under its own mark.
  const extra = 46 + 'far.txt'.length + 9
  expect([central.readUInt16LE(extra), central.readUInt16LE(extra + 2)]).toEqual([1, 8])
  expect(central.readBigUInt64LE(extra + 4)).toBe(BigInt(place))
  expect(central.length).toBe(extra + 12)

  const end = endRecords({ offset: place, size: 90, count: 1 })
  expect(end.readUInt32LE(0)).toBe(0x06064b50)
  expect([end.readBigUInt64LE(32), end.readBigUInt64LE(40), end.readBigUInt64LE(48)]).toEqual([
    1n,
    90n,
    BigInt(place),
  ])
  expect(end.readUInt32LE(56)).toBe(0x07064b50)
  expect(end.readBigUInt64LE(64)).toBe(BigInt(place + 90))
  expect(end.readUInt32LE(76 + 16)).toBe(0xffffffff)
})
