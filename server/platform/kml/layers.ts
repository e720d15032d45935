import type { LayerHead } from './answer.ts'
import { KML_LIMITS } from './limits.ts'
import type { Shape } from './parse.ts'
import { styleOf } from './styles.ts'

/** Layers and the GeoJSON of each. */
export interface Layers {
  heads: LayerHead[]
  bodies: Buffer[]
}

const PLURALS = { Point: 'Points', LineString: 'Lines', Polygon: 'Polygons' } as const

const keyOf = ({ geometry, style }: Shape): string => {
  const isPoint = geometry.type === 'Point'
  return JSON.stringify([geometry.type, styleOf(style, isPoint)])
}

/** By folder, kind and style; where that gives too many, by kind and style, and then by kind alone. */
function grouped(shapes: readonly Shape[]): Shape[][] {
  const folders = new Map<unknown, number>()
  const folderOf = ({ folder }: Shape): number => {
    const known = folders.get(folder) ?? folders.size
    folders.set(folder, known)
    return known
  }
  const ways: ((shape: Shape) => string)[] = [
    (shape) => `${folderOf(shape)} ${keyOf(shape)}`,
    keyOf,
    ({ geometry }) => geometry.type,
  ]
  for (const way of ways) {
    const groups = Map.groupBy(shapes, way)
    if (groups.size <= KML_LIMITS.layers) return [...groups.values()]
  }
  return []
}

/** The name of the only shape, else of its folder, else of what kind they are. */
function nameOf(shapes: readonly Shape[]): string {
  const names = new Set(shapes.map(({ name }) => name))
  const [first] = shapes
  const [only = ''] = names
  if (names.size === 1 && only !== '') return only
  const folder =
    new Set(shapes.map((shape) => shape.folder.name)).size === 1 ? (first?.folder.name ?? '') : ''
  return folder !== '' ? folder : PLURALS[first?.geometry.type ?? 'Polygon']
}

/** Shapes as layers, each with one style. */
export function layersOf(shapes: readonly Shape[]): Layers {
  const groups = grouped(shapes)
  return {
    heads: groups.map((group) => {
      const type = group[0]?.geometry.type ?? 'Polygon'
      return { name: nameOf(group), type, ...styleOf(group[0]?.style ?? {}, type === 'Point') }
    }),
    bodies: groups.map((group) =>
      Buffer.from(
        `{"type":"FeatureCollection","features":[${group
          .map(({ name, geometry }) => JSON.stringify({ type: 'Feature', properties: { name }, geometry }))
          .join(',')}]}`,
      ),
    ),
  }
}
