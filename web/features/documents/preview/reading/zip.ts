import { Inflate } from 'fflate'
import { PreviewFailure } from './failure.ts'

const ENTRY = 0x02014b50
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const LONG_COMMENT = 65_535
const IN_EXTRA = 0xffff_ffff

/** Packed bytes inflated in one go; each may become a thousand times as many. */
const SLICE = 8192

const MEBIBYTE = 1_048_576

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string
  /** Bytes once unpacked, as the archive says; unpacking never gives more. */
  readonly size: number
  /**
   * Unpacks part by part, until all is there or `take` returns false.
   * @throws PreviewFailure for a damaged or untrue entry
   */
  unpack(take: (part: Uint8Array) => boolean): void
}

/** What an archive may hold and still be opened. */
interface ZipLimits {
  readonly entries: number
  /** Bytes of all entries, unpacked. */
  readonly unpacked: number
}

/** As for the archives that people upload elsewhere (transport.md 3). */
const OFFICE_LIMITS: ZipLimits = { entries: 20_000, unpacked: 500 * MEBIBYTE }

const damaged = () => new PreviewFailure('This file is damaged and cannot be shown.')

/**
 * The entries of an archive by name, read from its directory at the end: nothing is unpacked yet, and what would
 * unpack to more than allowed never is.
 * @throws PreviewFailure for what is no archive, is damaged, protected, or beyond the limits
 */
export function openZip(bytes: Uint8Array, limits: ZipLimits = OFFICE_LIMITS): Map<string, ZipEntry> {
  try {
    return readDirectory(bytes, limits)
  } catch (error) {
    // Numbers of a broken directory lead outside the file.
    throw error instanceof RangeError ? damaged() : error
  }
}

function readDirectory(bytes: Uint8Array, limits: ZipLimits): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { start, count } = findDirectory(view)
  if (count > limits.entries) throw new PreviewFailure('This file holds too many parts to be shown here.')
  const entries = new Map<string, ZipEntry>()
  let unpacked = 0
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw damaged()
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength))
    const extra = at + ENTRY_BYTES + nameLength
    const [size, packed, offset] = figuresOf(view, at, extra, extra + extraLength)
    const isProtected = (view.getUint16(at + 8, true) & 1) === 1
    if (isProtected) throw new PreviewFailure('This file is protected by a password.')
    unpacked += size
    if (unpacked > limits.unpacked)
      throw new PreviewFailure('This file unpacks to more than can be shown here.')
    const method = view.getUint16(at + 10, true)
    entries.set(name, {
      name,
      size,
      unpack: (take) => unpack(packedBytes(bytes, view, offset, packed), method, size, take),
    })
    at = extra + extraLength + view.getUint16(at + 32, true)
  }
  return entries
}

function findDirectory(view: DataView): { start: number; count: number } {
  const lowest = Math.max(0, view.byteLength - END_BYTES - LONG_COMMENT)
  let end = view.byteLength - END_BYTES
  while (end >= lowest && view.getUint32(end, true) !== END) end -= 1
  if (end < lowest) throw damaged()
  const plain = { start: view.getUint32(end + 16, true), count: view.getUint16(end + 10, true) }
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return plain
  const wide = Number(view.getBigUint64(locator + 8, true))
  if (view.getUint32(wide, true) !== END_64) throw damaged()
  return {
    start: Number(view.getBigUint64(wide + 48, true)),
    count: Number(view.getBigUint64(wide + 32, true)),
  }
}

/** Size, packed size and place; those that don't fit stand in the extra field, in that order. */
function figuresOf(view: DataView, at: number, extra: number, end: number): [number, number, number] {
  const figures: [number, number, number] = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]
  for (let field = extra; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue
    let wide = field + 4
    for (const index of [0, 1, 2] as const) {
      if (figures[index] !== IN_EXTRA) continue
      figures[index] = Number(view.getBigUint64(wide, true))
      wide += 8
    }
  }
  return figures
}

function packedBytes(bytes: Uint8Array, view: DataView, offset: number, packed: number): Uint8Array {
  if (offset + LOCAL_BYTES > bytes.length) throw damaged()
  const nameAndExtra = view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const start = offset + LOCAL_BYTES + nameAndExtra
  if (start + packed > bytes.length) throw damaged()
  return bytes.subarray(start, start + packed)
}

function unpack(packed: Uint8Array, method: number, size: number, take: (part: Uint8Array) => boolean): void {
  if (method !== 0 && method !== 8) throw damaged()
  let wanted = true
  let got = 0
  const give = (part: Uint8Array) => {
    if (!wanted || part.length === 0) return
    got += part.length
    // More than the directory says: made to get around the limits.
    if (got > size) throw damaged()
    wanted = take(part)
  }
  const inflate = method === 8 ? new Inflate(give) : null
  for (let at = 0; wanted && at < packed.length; at += SLICE) {
    const slice = packed.subarray(at, at + SLICE)
    if (!inflate) {
      give(slice)
      continue
    }
    try {
      inflate.push(slice, at + SLICE >= packed.length)
    } catch (error) {
      throw error instanceof PreviewFailure ? error : damaged()
    }
  }
  if (wanted && got !== size) throw damaged()
}

/** An entry as a whole. @throws PreviewFailure as `unpack` */
export function unpackWhole(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(entry.size)
  let at = 0
  entry.unpack((part) => {
    whole.set(part, at)
    at += part.length
    return true
  })
  return whole
}
