// The records of a ZIP archive (PKWARE's APPNOTE, 4.3): stored entries with a data descriptor, Zip64 where sizes, places
// or counts outgrow their fields; encrypted ones as WinZip writes them (AE-2).

/** An entry as the archive's directory must know it. */
export interface EntryRecord {
  /** With slashes; that of a folder ends with one. */
  name: Buffer
  modifiedAt: Date
  isFolder: boolean
  crc: number
  /** Bytes of the content. */
  size: number
  /** Bytes that the encryption adds to them; 0 for an entry that is stored as it is. */
  added: number
  /** Whether its descriptor has room for 4 GiB and more. */
  isLarge: boolean
  /** Where its local header begins. */
  offset: number
}

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50

/** Version 4.5, which knows Zip64; made on Unix, so that the mode counts. */
const VERSION = 45
const MADE_BY = (3 << 8) | VERSION
/** Names are UTF-8. */
const UTF8 = 0x0800
/** Checksum and sizes follow the content. */
const DESCRIBED = 0x0008
const ENCRYPTED = 0x0001
const STORED = 0
/** What follows is in the extra field of the encryption. */
const BY_WINZIP = 99
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o040755
const FOLDER_ATTRIBUTE = 0x10

type Kind = Pick<EntryRecord, 'isFolder' | 'added'>
const flagsOf = ({ isFolder, added }: Kind): number =>
  UTF8 | (isFolder ? 0 : DESCRIBED) | (added > 0 ? ENCRYPTED : 0)
const methodOf = ({ added }: Kind): number => (added > 0 ? BY_WINZIP : STORED)

/** What WinZip says of an encrypted entry: AE-2, by AES-256, stored beneath. */
const ENCRYPTION = Buffer.from([0x01, 0x99, 7, 0, 2, 0, 0x41, 0x45, 3, STORED, 0])

/** The fields of Zip64, those that it stands in for. */
function zip64(...values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return extra
}

/** DOS date and time, which begin in 1980; in UTC, as the exact time beside them. */
function dosTime(at: Date): { date: number; time: number } {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}

/** The "extended timestamp": the moment in Unix seconds, whatever the zone of who unpacks it. */
function exactTime(at: Date): Buffer {
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(Math.min(Math.max(Math.floor(at.getTime() / 1000), -(2 ** 31)), 2 ** 31 - 1), 5)
  return extra
}

export function localHeader(entry: Omit<EntryRecord, 'crc' | 'size' | 'offset'>): Buffer {
  const { date, time } = dosTime(entry.modifiedAt)
  const extra = Buffer.concat([
    exactTime(entry.modifiedAt),
    // Their sizes follow; that there are such fields says how wide they are.
    entry.isLarge ? zip64(0, 0) : zip64(),
    entry.added > 0 ? ENCRYPTION : zip64(),
  ])
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(flagsOf(entry), 6)
  header.writeUInt16LE(methodOf(entry), 8)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(date, 12)
  if (entry.isLarge) header.fill(0xff, 18, 26)
  header.writeUInt16LE(entry.name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, entry.name, extra])
}

export function dataDescriptor({
  crc,
  size,
  added,
  isLarge,
}: Pick<EntryRecord, 'crc' | 'size' | 'added' | 'isLarge'>): Buffer {
  const record = Buffer.alloc(isLarge ? 24 : 16)
  record.writeUInt32LE(DESCRIPTOR, 0)
  record.writeUInt32LE(crc, 4)
  if (isLarge) {
    record.writeBigUInt64LE(BigInt(size + added), 8)
    record.writeBigUInt64LE(BigInt(size), 16)
  } else {
    record.writeUInt32LE(size + added, 8)
    record.writeUInt32LE(size, 12)
  }
  return record
}

export function centralHeader(entry: EntryRecord): Buffer {
  const { date, time } = dosTime(entry.modifiedAt)
  const stored = entry.size + entry.added
  const isFar = entry.offset >= MAX_32
  const extra = Buffer.concat([
    exactTime(entry.modifiedAt),
    zip64(...(entry.isLarge ? [entry.size, stored] : []), ...(isFar ? [entry.offset] : [])),
    entry.added > 0 ? ENCRYPTION : zip64(),
  ])
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(MADE_BY, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(flagsOf(entry), 8)
  header.writeUInt16LE(methodOf(entry), 10)
  header.writeUInt16LE(time, 12)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(entry.crc, 16)
  header.writeUInt32LE(entry.isLarge ? MAX_32 : stored, 20)
  header.writeUInt32LE(entry.isLarge ? MAX_32 : entry.size, 24)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  const mode = entry.isFolder ? FOLDER_MODE : FILE_MODE
  header.writeUInt32LE(mode * 2 ** 16 + (entry.isFolder ? FOLDER_ATTRIBUTE : 0), 38)
  header.writeUInt32LE(isFar ? MAX_32 : entry.offset, 42)
  return Buffer.concat([header, entry.name, extra])
}

/** The end of an archive: where its directory begins, how long it is, and how many entries it has. */
export function endRecords(directory: { offset: number; size: number; count: number }): Buffer {
  const { offset, size, count } = directory
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(size, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (count < MAX_16 && size < MAX_32 && offset < MAX_32) return end
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(END_64, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(MADE_BY, 12)
  end64.writeUInt16LE(VERSION, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(size), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(LOCATOR_64, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}
