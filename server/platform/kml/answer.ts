/** What is wrong with a file, as the process that reads it says. */
export type Refusal = 'NOT_KML' | 'DAMAGED' | 'EMPTY' | 'PLACES' | 'DEEP' | 'POINTS' | 'SHAPES' | 'UNPACKED'

/** How shapes of a layer are drawn; null for the default. */
export interface LayerStyle {
  /** Hex */
  stroke: string | null
  /** 0 to 1 */
  strokeOpacity: number | null
  /** Pixels */
  strokeWidth: number | null
  fill: string | null
  fillOpacity: number | null
}

/** Shapes of one kind, style and folder. */
export interface LayerHead extends LayerStyle {
  name: string
  /** GeoJSON geometry type of its shapes. */
  type: string
}

/** Stands before the layers' bytes, after its own length in four bytes. */
export type KmlHead =
  | { layers: (LayerHead & { bytes: number })[]; skipped: number; links: number }
  | { refused: Refusal }

const LENGTH_BYTES = 4

/** One answer: the head, then each layer's GeoJSON, so that nobody has to read them to part them. */
export function packed(head: KmlHead, bodies: readonly Buffer[] = []): Buffer {
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, ...bodies])
}

/** The head and where the layers begin. @throws for an answer that is none */
export function unpacked(answer: Buffer): { head: KmlHead; body: Buffer } {
  const end = LENGTH_BYTES + answer.readUInt32BE()
  return {
    head: JSON.parse(answer.subarray(LENGTH_BYTES, end).toString('utf8')) as KmlHead,
    body: answer.subarray(end),
  }
}
