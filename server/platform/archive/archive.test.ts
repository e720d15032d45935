import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { decryptFirst } from '../../../testing/winZip.ts'
import { createArchive } from './index.ts'
import { centralHeader, dataDescriptor, endRecords, localHeader } from './records.ts'

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
    added: 0,
    isLarge: false,
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

test('a file of 4 GiB and more has its sizes in Zip64, and says so before its content', () => {
  const size = 6 * 2 ** 30 + 5
  const entry = {
    name: Buffer.from('large.bin'),
    modifiedAt: at,
    isFolder: false,
    crc: 7,
    size,
    added: 0,
    isLarge: true,
    offset: 12,
  }
  const local = localHeader(entry)
  expect([local.readUInt32LE(18), local.readUInt32LE(22)]).toEqual([0xffffffff, 0xffffffff])
  const own = 30 + entry.name.length + 9
  expect([local.readUInt16LE(own), local.readUInt16LE(own + 2)]).toEqual([1, 16])
  const described = dataDescriptor(entry)
  expect([described.length, described.readUInt32LE(4)]).toEqual([24, 7])
  expect([described.readBigUInt64LE(8), described.readBigUInt64LE(16)]).toEqual([BigInt(size), BigInt(size)])
  const central = centralHeader(entry)
  const extra = 46 + entry.name.length + 9
  expect([central.readUInt32LE(20), central.readUInt32LE(24), central.readUInt32LE(42)]).toEqual([
    0xffffffff, 0xffffffff, 12,
  ])
  expect([central.readUInt16LE(extra), central.readUInt16LE(extra + 2)]).toEqual([1, 16])
  expect([central.readBigUInt64LE(extra + 4), central.readBigUInt64LE(extra + 12)]).toEqual([
    BigInt(size),
    BigInt(size),
  ])
})

test('an encrypted file opens with the passphrase alone, whatever pieces it came in', async () => {
  const content = randomBytes(200_003)
  for (const pieces of [[200_003], [16, 1, 65_536, 3, 134_447], [5, 199_998]]) {
    const out = sink()
    const archive = createArchive(out.write, { passphrase: 'a passphrase' })
    await archive.file({ path: 'secret.bin', modifiedAt: at }, async (write) => {
      let from = 0
      for (const piece of pieces) {
        await write(content.subarray(from, from + piece))
        from += piece
      }
    })
    await archive.end()
    expect(decryptFirst(out.bytes(), 'another one')).toBeNull()
    const opened = decryptFirst(out.bytes(), 'a passphrase')
    expect(opened?.name).toBe('secret.bin')
    expect(opened?.content.equals(content)).toBe(true)
    // Of two with the same content and passphrase no byte says so.
    expect(out.bytes().indexOf(content.subarray(0, 32))).toBe(-1)
  }
})
