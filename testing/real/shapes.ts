import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FeatureCollection } from 'geojson'
import { createKmlReader, ShapesRefused } from '../../server/platform/kml/index.ts'
import { centresOf } from '../../web/features/projects/map/centres.ts'
import type { RealEntry } from './files.ts'
import type { Report } from './report.ts'

/** Middles of the polygons of open maps, as the page makes points of a layer. */
export async function checkMaps(entries: readonly RealEntry[], report: Report): Promise<void> {
  const files = entries.filter(({ absolute }) => absolute.endsWith('.geojson'))
  if (files.length === 0) return
  report.title('Real maps, with points in the middle of their polygons')
  await report.each(files, {
    name: ({ absolute }) => `${path.basename(absolute)} has a point for each polygon, within its bounds`,
    holds: async ({ absolute }) => {
      const data = JSON.parse(await readFile(absolute, 'utf8')) as FeatureCollection
      const areas = data.features.filter(({ geometry }) => /Polygon$/.test(geometry?.type ?? ''))
      const points = centresOf(data).features
      return (
        points.length === areas.length &&
        points.every(({ geometry }, at) => {
          const area = areas[at]?.geometry
          const all = area && 'coordinates' in area ? figures(area.coordinates) : []
          return geometry.coordinates.every((degrees, axis) => {
            const along = all.filter((_, index) => index % 2 === axis)
            return (
              degrees >= along.reduce((one, other) => Math.min(one, other)) &&
              degrees <= along.reduce((one, other) => Math.max(one, other))
            )
          })
        })
      )
    },
    sum: 'have a point in the middle of each polygon',
  })
}

interface Collection {
  type?: string
  features?: { type: string; geometry: { type: string; coordinates: unknown } }[]
}

/** All numbers in coordinates, however deep. */
const figures = (value: unknown): number[] =>
  Array.isArray(value) ? value.flatMap(figures) : typeof value === 'number' ? [value] : [Number.NaN]

/** Reads all files of shapes as uploads are read: each gives layers on the Earth, or a sentence that says what to do. */
export async function checkShapes(entries: readonly RealEntry[], report: Report): Promise<void> {
  const files = entries.filter(({ absolute }) => /\.km[lz]$/i.test(absolute))
  if (files.length === 0) return
  report.title('Real files of shapes, read as layers')
  const reader = createKmlReader()
  let layerCount = 0
  let refused = 0
  try {
    await report.each(files, {
      name: ({ absolute }) => `${path.basename(absolute)} gives layers or a sentence`,
      holds: async ({ absolute, size }) => {
        try {
          const { layers } = await reader.read({
            size,
            source: async (write) => write(await readFile(absolute)),
          })
          layerCount += layers.length
          return layers.every(({ geoJson, type }) => {
            const { features = [] } = JSON.parse(geoJson.toString('utf8')) as Collection
            return (
              features.length > 0 &&
              features.every(({ geometry }) => geometry.type === type) &&
              figures(features.map(({ geometry }) => geometry.coordinates)).every(
                (degrees) => Math.abs(degrees) <= 180,
              )
            )
          })
        } catch (error) {
          refused += 1
          return error instanceof ShapesRefused && /\.$/.test(error.message)
        }
      },
      sum: 'were read or refused with a sentence',
    })
  } finally {
    reader.close()
  }
  report.note(`${layerCount} layers; ${refused} files were refused`)
}
