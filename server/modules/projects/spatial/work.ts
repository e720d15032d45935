import type { Database } from '../../../platform/database/database.ts'
import { type KmlReader, type Layer, type Shapes, ShapesRefused } from '../../../platform/kml/index.ts'
import { readWhole } from '../../../platform/storage/index.ts'
import type { Files } from '../../files/index.ts'
import { SHAPES } from './index.ts'
import { failShapes, filesOfLayers, publishCollection, publishLayers, waitingShapes } from './store.ts'

export interface ShapesWork {
  db: Database
  files: Files
  reader: Pick<KmlReader, 'read'>
}

const GONE = 'The file no longer exists. Please upload it again.'

const FAILED = 'The file could not be read. Please upload it again.'

/** The job's work: reads a file that waits, and gives its project the layers in it; idempotent. */
export async function readShapes(work: ShapesWork, id: string, isLast: boolean): Promise<void> {
  try {
    await readOnce(work, id)
  } catch (error) {
    if (isLast) await failShapes(work.db, id, FAILED)
    throw error
  }
}

async function readOnce({ db, files, reader }: ShapesWork, id: string): Promise<void> {
  const waiting = await waitingShapes(db, id)
  if (!waiting) return
  const source = await files.source(waiting.sourceFileId)
  if (!source) return failShapes(db, id, GONE)
  let shapes: Shapes
  try {
    shapes = await reader.read(source)
  } catch (error) {
    if (error instanceof ShapesRefused) return failShapes(db, id, error.message)
    throw error
  }
  const owner = { ownerId: waiting.projectId }
  const keep = (name: string, bytes: Buffer) =>
    // Nothing refers to it until all are there; what stays alone is swept.
    files.keep(SHAPES, { ...owner, name: `${name}.geojson`, bytes }, async (_tx, fileId) => fileId)
  const layers: (Omit<Layer, 'geoJson'> & { fileId: string })[] = []
  for (const [at, { geoJson, ...layer }] of shapes.layers.entries()) {
    layers.push({ ...layer, fileId: await keep(`layer-${at + 1}`, geoJson) })
  }
  const all = await keep('layers', together(shapes.layers.map(({ geoJson }) => geoJson)))
  await db.transaction().execute((tx) => publishLayers(tx, waiting, all, layers))
}

/** The other job's work: the collection of the layers that are left of a file; idempotent. */
export async function joinLayers({ db, files }: Omit<ShapesWork, 'reader'>, shapesId: string): Promise<void> {
  const layers = await filesOfLayers(db, shapesId)
  const [first] = layers
  if (!first) return
  const collections: Buffer[] = []
  for (const { fileId } of layers) {
    const whole = await files.source(fileId)
    if (!whole) return
    collections.push(await readWhole(whole))
  }
  const ids = layers.map(({ fileId }) => fileId)
  const of = { ownerId: first.projectId, name: 'layers.geojson', bytes: together(collections) }
  await files.keep(SHAPES, of, (tx, fileId) => publishCollection(tx, shapesId, fileId, ids))
}

const START = Buffer.from('{"type":"FeatureCollection","features":[')
const END = Buffer.from(']}')
const COMMA = Buffer.from(',')

/** One collection of the features of several, which all begin and end alike. */
function together(collections: readonly Buffer[]): Buffer {
  const features = collections.map((each) => each.subarray(START.length, each.length - END.length))
  return Buffer.concat([START, ...features.flatMap((each, at) => (at === 0 ? [each] : [COMMA, each])), END])
}
