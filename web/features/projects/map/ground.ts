import type {
  Feature,
  FeatureCollection,
  GeoJSON,
  MultiLineString,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { middleOf } from './centres.ts'

/** What the bundled map shows of the Earth. */
export interface Ground {
  land: GeoJSON
  countryLines: GeoJSON
  stateLines: GeoJSON
  countyLines: GeoJSON
  countryNames: GeoJSON
  stateNames: GeoJSON
  countyNames: GeoJSON
}

type Named = GeometryCollection<{ name: string }>
type Area = Feature<Polygon | MultiPolygon, { name: string }>

/** The United States are drawn from the finer shapes. */
const UNITED_STATES = '840'

const collection = <Each extends Feature>(features: Each[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

const names = (areas: readonly Area[]): FeatureCollection =>
  collection(
    areas.map(
      ({ geometry, properties: { name } }): Feature<Point> => ({
        type: 'Feature',
        properties: { name },
        geometry: { type: 'Point', coordinates: middleOf(geometry) },
      }),
    ),
  )

const objectOf = (topology: Topology, name: string): Named => topology.objects[name] as Named

/** A line that goes on beyond 180 degrees where it crosses the date line, and not back around the whole Earth. */
function continued(line: readonly Position[]): Position[] {
  let turns = 0
  return line.map(([x = 0, y = 0], at) => {
    const step = at === 0 ? 0 : x - (line[at - 1]?.[0] ?? x)
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [x + 360 * turns, y]
  })
}

/** The same of a ring; one that goes around the Earth, as Antarctica's does, is closed along its pole. */
function continuedRing(ring: readonly Position[]): Position[] {
  const round = continued(ring)
  const [first, last] = [round[0], round.at(-1)]
  if (!first || !last || first[0] === last[0]) return round
  const pole = 90 * Math.sign(first[1] ?? 0)
  return [...round, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first]
}

const continuedArea = ({ geometry, ...area }: Area): Area => ({
  ...area,
  geometry:
    geometry.type === 'Polygon'
      ? { ...geometry, coordinates: geometry.coordinates.map(continuedRing) }
      : { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(continuedRing)) },
})

const continuedLines = (lines: MultiLineString): MultiLineString => ({
  ...lines,
  coordinates: lines.coordinates.map(continued),
})

const areasOf = (topology: Topology, name: string): Area[] =>
  (feature(topology, objectOf(topology, name)).features as Area[]).map(continuedArea)

/** Reads the shapes of the Earth from the two files that the product brings along. */
export function groundOf(world: Topology, us: Topology): Ground {
  const countries = areasOf(world, 'countries').filter(({ id }) => id !== UNITED_STATES)
  const nation = areasOf(us, 'nation')
  const others = (one: { id?: string | number | undefined }) => String(one.id) !== UNITED_STATES
  return {
    land: collection([...countries, ...nation]),
    countryLines: continuedLines(
      mesh(
        world,
        objectOf(world, 'countries'),
        (one, other) => one !== other && others(one as never) && others(other as never),
      ),
    ),
    stateLines: continuedLines(mesh(us, objectOf(us, 'states'), (one, other) => one !== other)),
    countyLines: continuedLines(mesh(us, objectOf(us, 'counties'), (one, other) => one !== other)),
    countryNames: names(countries),
    stateNames: names(areasOf(us, 'states')),
    countyNames: names(areasOf(us, 'counties')),
  }
}

async function read(url: string): Promise<Topology> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error('The background of the map could not be loaded.')
  return (await answer.json()) as Topology
}

let loading: Promise<Ground> | undefined

/** The shapes, read once. @throws where they can't be loaded */
export function loadGround(shapes: { countries: string; counties: string }): Promise<Ground> {
  loading ??= Promise.all([read(shapes.countries), read(shapes.counties)]).then(
    ([world, us]) => groundOf(world, us),
    (error) => {
      loading = undefined
      throw error
    },
  )
  return loading
}
