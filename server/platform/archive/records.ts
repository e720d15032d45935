// The records of a ZIP archive (PKWARE's APPNOTE, 4.3): stored entries with a data descriptor, Zip64 where places
// or counts outgrow their fields.

/** An entry as the archive's directory must know it. */
export interface EntryRecord {
  /** With slashes; that of a folder ends with one. */
  name: Buffer
  modifiedAt: Date
  isFolder: boolean
  crc: number
  /** Bytes, below 4 GiB. */
  size: number
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
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o040755
const FOLDER_ATTRIBUTE = 0x10

const flagsOf = ({ isFolder }: Pick<EntryRecord, 'isFolder'>): number => (isFolder ? UTF8 : UTF8 | DESCRIBED)

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

export function localHeader(entry: Pick<EntryRecord, 'name' | 'modifiedAt' | 'isFolder'>): Buffer {
  const { date, time } = dosTime(entry.modifiedAt)
  const extra = exactTime(entry.modifiedAt)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(flagsOf(entry), 6)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(entry.name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, entry.name, extra])
}

export function dataDescriptor({ crc, size }: Pick<EntryRecord, 'crc' | 'size'>): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(DESCRIPTOR, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(size, 8)
  record.writeUInt32LE(size, 12)
  return record
}

export function centralHeader(entry: EntryRecord): Buffer {
  const { date, time } = dosTime(entry.modifiedAt)
  const far = entry.offset >= MAX_32
  const extra = far
    ? Buffer.concat([exactTime(entry.modifiedAt), farPlace(entry.offset)])
    : exactTime(entry.modifiedAt)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(MADE_BY, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(flagsOf(entry), 8)
  header.writeUInt16LE(time, 12)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(entry.crc, 16)
  header.writeUInt32LE(entry.size, 20)
  header.writeUInt32LE(entry.size, 24)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  const mode = entry.isFolder ? FOLDER_MODE : FILE_MODE
  header.writeUInt32LE(mode * 2 ** 16 + (entry.isFolder ? FOLDER_ATTRIBUTE : 0), 38)
  header.writeUInt32LE(far ? MAX_32 : entry.offset, 42)
  return Buffer.concat([header, entry.name, extra])
}

function farPlace(offset: number): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return extra
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
