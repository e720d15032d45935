import { createRequire } from 'node:module'
import type { FeatureCollection, MultiLineString, MultiPolygon, Point, Polygon, Position } from 'geojson'
import type { Topology } from 'topojson-specification'
import { expect, test } from 'vitest'
import { groundOf } from './ground.ts'

const read = createRequire(import.meta.url)
const ground = groundOf(
  read('world-atlas/countries-110m.json') as Topology,
  read('us-atlas/counties-10m.json') as Topology,
)

const isTorn = (line: readonly Position[]): boolean =>
  line.some(([x = 0, y = 0], at) => {
    const [before = x] = line[at - 1] ?? []
    return Math.abs(x - before) > 180 && Math.abs(y) < 90
  })

test('MAP-16 what crosses the date line is drawn there, and not around the whole Earth', () => {
  const land = (ground.land as FeatureCollection<Polygon | MultiPolygon>).features
  const rings = land.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  )
  expect(rings.length).toBeGreaterThan(250)
  expect(rings.filter(isTorn)).toEqual([])
  for (const lines of [ground.countryLines, ground.stateLines, ground.countyLines]) {
    expect((lines as MultiLineString).coordinates.filter(isTorn)).toEqual([])
  }
  const names = (ground.countryNames as FeatureCollection<Point>).features
  const fiji = names.find(({ properties }) => properties?.name === 'Fiji')
  expect(Math.abs(fiji?.geometry.coordinates[0] ?? 0)).toBeGreaterThan(170)
})
