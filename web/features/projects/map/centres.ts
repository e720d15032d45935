import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon, Position } from 'geojson'

/** Twice the area of a ring in square degrees; its sign says which way round it goes. */
const doubleArea = (ring: readonly Position[]): number =>
  ring.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? []
    return sum + x * nextY - nextX * y
  }, 0)

/** The centre of a ring's area. */
function centreOf(ring: readonly Position[]): Position {
  const area = doubleArea(ring)
  if (area === 0) return [...(ring[0] ?? [0, 0])]
  const sums = ring.reduce<[number, number]>(
    ([sumX, sumY], [x = 0, y = 0], at) => {
      const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? []
      const cross = x * nextY - nextX * y
      return [sumX + (x + nextX) * cross, sumY + (y + nextY) * cross]
    },
    [0, 0],
  )
  return sums.map((sum) => sum / (3 * area))
}

/** The middle of the largest part of an area (MAP-11). */
export function middleOf(geometry: Polygon | MultiPolygon): Position {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const [largest = []] = parts
    .map(([ring = []]) => ring)
    .toSorted((one, other) => Math.abs(doubleArea(other)) - Math.abs(doubleArea(one)))
  return centreOf(largest)
}

/** The centres of a layer's polygons (MAP-11). */
export function centresOf(data: FeatureCollection): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: data.features.flatMap(({ geometry, properties }): Feature<Point>[] =>
      geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
        ? [{ type: 'Feature', properties, geometry: { type: 'Point', coordinates: middleOf(geometry) } }]
        : [],
    ),
  }
}
