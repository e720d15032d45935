const [MARKER, TEM, RST0, EOI, SOS] = [0xff, 0x01, 0xd0, 0xd9, 0xda]
/** Of a JPEG what its pixels need: its kind, its colours (ICC, Adobe); all other segments of programs and remarks only describe. */
const [APP0, APP2, APP14, APP15, COMMENT] = [0xe0, 0xe2, 0xee, 0xef, 0xfe]

/** A JPEG without what describes it, such as its place, its author and a smaller picture of it; as it is where it is none. */
export function jpegWithoutDescriptions(jpeg: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let at = 2
  let kept = 0
  if (jpeg[0] !== MARKER || jpeg[1] !== 0xd8) return jpeg
  while (at + 4 <= jpeg.length && jpeg[at] === MARKER) {
    const kind = jpeg[at + 1] ?? 0
    if (kind === MARKER) {
      at += 1
      continue
    }
    if (kind === SOS || kind === EOI) break
    const isAlone = kind === TEM || (kind >= RST0 && kind < EOI)
    const end = at + 2 + (isAlone ? 0 : ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0))
    if (end > jpeg.length) break
    const isProgram = kind > APP0 && kind <= APP15 && kind !== APP14
    const describes =
      kind === COMMENT || (isProgram && !(kind === APP2 && isProfile(jpeg.subarray(at + 4, end))))
    if (describes) {
      parts.push(jpeg.subarray(kept, at))
      kept = end
    }
    at = end
  }
  return kept === 0 ? jpeg : Buffer.concat([...parts, jpeg.subarray(kept)])
}

const isProfile = (segment: Uint8Array): boolean =>
  Buffer.from(segment.subarray(0, 11)).toString('latin1') === 'ICC_PROFILE'

/** Boxes of a JPEG 2000 that only describe. */
const DESCRIBING = new Set(['xml ', 'uuid', 'uinf', 'jp2i', 'asoc', 'lbl '])

/** A JPEG 2000 likewise. */
export function jpxWithoutDescriptions(jpx: Uint8Array): Uint8Array {
  const bytes = Buffer.from(jpx.buffer, jpx.byteOffset, jpx.length)
  const parts: Uint8Array[] = []
  if (bytes.toString('latin1', 4, 8) !== 'jP  ') return jpx
  for (let at = 0; at + 8 <= bytes.length; ) {
    const said = bytes.readUInt32BE(at)
    const isLong = said === 1 && at + 16 <= bytes.length
    const length = said === 0 ? bytes.length - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : said
    if (length < 8 || at + length > bytes.length) return jpx
    if (!DESCRIBING.has(bytes.toString('latin1', at + 4, at + 8))) parts.push(bytes.subarray(at, at + length))
    at += length
  }
  return Buffer.concat(parts)
}
