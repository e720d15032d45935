import { createOpener, type Opened, type Opener, type UntrustedFile } from '../confined/index.ts'
import { type LayerHead, type Refusal, unpacked } from './answer.ts'
import { KML_LIMITS, KML_PROCESS } from './limits.ts'

export type Reason = Refusal | Extract<Opened, { answer: null }>['reason']

const DAMAGED = 'The file is damaged. Save it again and upload the new one.'
const TOO_MUCH = 'The file takes too long to read. Split it into smaller files and upload them one by one.'

const SENTENCES: Readonly<Record<Reason, string>> = {
  NOT_KML:
    'The file is not a KML or KMZ file, although its name says so. Save it as one and upload it again.',
  DAMAGED,
  UNREADABLE: DAMAGED,
  EMPTY: 'The file has no points, lines or polygons. Links to other files are not followed.',
  PLACES:
    'Nothing in the file lies on the Earth. In KML the longitude stands before the latitude. Please correct it and upload it again.',
  DEEP: 'The file nests its folders too deeply. Please put its shapes into fewer folders.',
  POINTS: `The file has more than ${KML_LIMITS.points.toLocaleString('en-US')} points. Please simplify its shapes and upload it again.`,
  SHAPES: `The file has more than ${KML_LIMITS.shapes.toLocaleString('en-US')} shapes. Split it into smaller files.`,
  UNPACKED: 'The file unpacks to too much. Save it as .kml of at most 50 MB and upload that.',
  LARGE: 'File size exceeds 50MB limit.',
  TIME: TOO_MUCH,
  MEMORY: TOO_MUCH,
  CRASH: TOO_MUCH,
}

/** A file of shapes that is not read; its message is one sentence for the person that says what to do. */
export class ShapesRefused extends Error {
  override name = 'ShapesRefused'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(SENTENCES[reason])
    this.reason = reason
  }
}

/** A layer with its GeoJSON, as it is stored and served. */
export interface Layer extends LayerHead {
  geoJson: Buffer
}

export interface Shapes {
  layers: Layer[]
  /** Shapes left out, since they lie nowhere on the Earth or have no extent. */
  skipped: number
  /** Links to other files, which were not followed. */
  links: number
}

export interface KmlReader extends Pick<Opener, 'close'> {
  /**
   * Reads a .kml or .kmz; one at a time, others wait. Nothing in it is fetched.
   * @throws ShapesRefused, whose message is for the person; OpenerClosed, OpenerBroken, and the error of the source
   */
  read(file: Omit<UntrustedFile, 'task'>): Promise<Shapes>
}

/** Reads shapes that people have uploaded, in a process that can do no harm. */
export function createKmlReader(limits = KML_PROCESS): KmlReader {
  const opener = createOpener(limits)
  return {
    async read(file) {
      const opened = await opener.open({ task: 'kml', ...file })
      if (opened.answer === null) throw new ShapesRefused(opened.reason)
      const { head, body } = unpacked(opened.answer)
      if ('refused' in head) throw new ShapesRefused(head.refused)
      let from = 0
      const layers = head.layers.map(({ bytes, ...layer }) => {
        const geoJson = body.subarray(from, from + bytes)
        from += bytes
        return { ...layer, geoJson }
      })
      return { layers, skipped: head.skipped, links: head.links }
    },
    close: opener.close,
  }
}
