import type { Feature, FeatureCollection, GeoJSON, MultiPolygon, Point, Polygon } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { middleOf } from '../layers/centres.ts'

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

const areasOf = (topology: Topology, name: string): Area[] =>
  feature(topology, objectOf(topology, name)).features as Area[]

/** Reads the shapes of the Earth from the two files that the product brings along. */
export function groundOf(world: Topology, us: Topology): Ground {
  const countries = areasOf(world, 'countries').filter(({ id }) => id !== UNITED_STATES)
  const nation = areasOf(us, 'nation')
  const others = (one: { id?: string | number | undefined }) => String(one.id) !== UNITED_STATES
  return {
    land: collection([...countries, ...nation]),
    countryLines: mesh(
      world,
      objectOf(world, 'countries'),
      (one, other) => one !== other && others(one as never) && others(other as never),
    ),
    stateLines: mesh(us, objectOf(us, 'states'), (one, other) => one !== other),
    countyLines: mesh(us, objectOf(us, 'counties'), (one, other) => one !== other),
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
