import type { Feature, FeatureCollection, Geometry, Polygon, Position } from 'geojson'
import { MILE } from '../../../../shared/qualifyingFacilities.ts'

const EARTH_RADIUS = 6_371_008.771_4
const POINTS = 96

export interface Place {
  latitude: number
  longitude: number
}

/** A ring of so many miles around a place, on the great circle (MAP-04). */
export function ringAround({ latitude, longitude }: Place, miles: number): Feature<Polygon> {
  const angle = (miles * MILE) / EARTH_RADIUS
  const phi = (latitude * Math.PI) / 180
  const ring = Array.from({ length: POINTS + 1 }, (_, at) => {
    const bearing = (2 * Math.PI * (at % POINTS)) / POINTS
    const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing)
    const turned = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * sine,
    )
    return [longitude + (turned * 180) / Math.PI, (Math.asin(sine) * 180) / Math.PI]
  })
  return { type: 'Feature', properties: { miles }, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** A ring with the place of its caption: the ten miles' at its northern end, the small one's beside it in the east. */
export function captionedRing(place: Place, miles: number): FeatureCollection {
  const ring = ringAround(place, miles)
  const [places = []] = ring.geometry.coordinates
  const isSmall = miles === 1
  return {
    type: 'FeatureCollection',
    features: [
      ring,
      {
        type: 'Feature',
        properties: { caption: isSmall ? '1 mile' : `${miles} miles` },
        geometry: { type: 'Point', coordinates: places[isSmall ? POINTS / 4 : 0] ?? [] },
      },
    ],
  }
}

/** Px across of a marker: 15 and more, by the project's share of the capacity of all (MAP-02). */
export const markerSize = (capacity: number, total: number): number =>
  total > 0 && capacity > 0 ? Math.round((15 + 40 * Math.sqrt(Math.min(1, capacity / total))) * 10) / 10 : 15

/** West, south, east and north of shapes, in degrees; null where there are none. */
export type Extent = [west: number, south: number, east: number, north: number]

export function extentOf({ features }: FeatureCollection): Extent | null {
  const extent: Extent = [Infinity, Infinity, -Infinity, -Infinity]
  /** Positions, or lists of them at any depth. */
  const take = (place: Position | readonly unknown[]): void => {
    const [x, y] = place
    if (typeof x !== 'number' || typeof y !== 'number') {
      for (const part of place) if (Array.isArray(part)) take(part)
      return
    }
    extent[0] = Math.min(extent[0], x)
    extent[1] = Math.min(extent[1], y)
    extent[2] = Math.max(extent[2], x)
    extent[3] = Math.max(extent[3], y)
  }
  const walk = (geometry: Geometry): void => {
    if (geometry.type === 'GeometryCollection') for (const part of geometry.geometries) walk(part)
    else take(geometry.coordinates)
  }
  for (const { geometry } of features) walk(geometry)
  return extent[0] === Infinity ? null : extent
}

/** The zoom at which a project is looked at: 1.75 times the former one, but 8 at least (MAP-08). */
export const focusZoom = (zoom: number): number => Math.max(8, zoom * 1.75)

/** Decimals of a degree that a hand can aim at: a tenth of a metre. */
const DROP_DECIMALS = 6

/** Where a marker was dropped, in degrees (MAP-07). */
export const droppedAt = ({ lat, lng }: { lat: number; lng: number }) => ({
  latitude: Number(lat.toFixed(DROP_DECIMALS)),
  longitude: Number(lng.toFixed(DROP_DECIMALS)),
})
