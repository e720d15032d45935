import { unzipSync } from 'fflate'
import { packed } from './answer.ts'
import { layersOf } from './layers.ts'
import { KML_LIMITS } from './limits.ts'
import { KmlRefused, parseKml } from './parse.ts'

// Runs in the confined process, which is killed when a file takes too long or unpacks to too much.

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/** The shapes of a .kml or .kmz, by what it is and not by its name. */
export async function readKml(bytes: Buffer): Promise<Buffer> {
  try {
    const { shapes, skipped, links } = parseKml(decoded(startsWith(bytes, ZIP) ? kmlIn(bytes) : bytes))
    if (shapes.length === 0) throw new KmlRefused(skipped > 0 ? 'PLACES' : 'EMPTY')
    const { heads, bodies } = layersOf(shapes)
    const layers = heads.map((head, at) => ({ ...head, bytes: bodies[at]?.length ?? 0 }))
    return packed({ layers, skipped, links }, bodies)
  } catch (error) {
    return packed({ refused: error instanceof KmlRefused ? error.refusal : 'DAMAGED' })
  }
}

/** The first .kml of an archive; no more is unpacked of it than it says beforehand, and no more than the limit. */
function kmlIn(bytes: Buffer): Uint8Array {
  let chosen: string | undefined
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (chosen !== undefined || !/\.kml$/i.test(name)) return false
      if (originalSize > KML_LIMITS.unpackedBytes) throw new KmlRefused('UNPACKED')
      chosen = name
      return true
    },
  })
  const found = chosen === undefined ? undefined : files[chosen]
  if (!found) throw new KmlRefused('NOT_KML')
  return found
}

const DECLARED = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/

/** As its first bytes say, else its declaration, else UTF-8. */
function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  const [, declared = 'utf-8'] = DECLARED.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1')) ?? []
  try {
    return new TextDecoder(declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
