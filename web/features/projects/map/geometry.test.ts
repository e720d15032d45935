import type { Geometry } from 'geojson'
import { expect, test } from 'vitest'
import { milesApart } from '../../../../testing/milesApart.ts'
import { centresOf } from './centres.ts'
import { droppedAt, extentOf, focusZoom, markerSize, ringAround } from './geometry.ts'

test('the extent of shapes is that of all their places', () => {
  const shape = (geometry: Geometry) => ({ type: 'Feature' as const, properties: {}, geometry })
  const of = (...all: Geometry[]) => extentOf({ type: 'FeatureCollection', features: all.map(shape) })
  expect(of()).toBeNull()
  expect(of({ type: 'Point', coordinates: [-98, 37, 500] })).toEqual([-98, 37, -98, 37])
  expect(
    of(
      {
        type: 'LineString',
        coordinates: [
          [-99, 36],
          [-97, 37],
        ],
      },
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [-98, 38],
              [-96, 38],
              [-96, 39],
              [-98, 38],
            ],
          ],
        ],
      },
    ),
  ).toEqual([-99, 36, -96, 39])
})

test('MAP-02 MAP-04 MAP-11 sizes, rings, zooms and centres are reckoned as required', () => {
  expect(markerSize(0, 100)).toBe(15)
  expect(markerSize(0, 0)).toBe(15)
  expect(markerSize(1, 100)).toBeGreaterThan(15)
  expect(markerSize(50, 100)).toBeGreaterThan(markerSize(5, 100))
  expect(droppedAt({ lat: 37.28000012345678, lng: -98.57999999 })).toEqual({
    latitude: 37.28,
    longitude: -98.58,
  })
  expect([focusZoom(3), focusZoom(6)]).toEqual([8, 10.5])
  for (const miles of [1, 10]) {
    for (const place of [
      { latitude: 37.28, longitude: -98.58 },
      { latitude: -80, longitude: 10 },
    ]) {
      const [ring = []] = ringAround(place, miles).geometry.coordinates
      for (const [longitude = 0, latitude = 0] of ring) {
        expect(milesApart([place.latitude, place.longitude], [latitude, longitude])).toBeCloseTo(miles, 6)
      }
    }
  }
  const square = [
    [
      [0, 0],
      [4, 0],
      [4, 2],
      [0, 2],
      [0, 0],
    ],
  ]
  expect(
    centresOf({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { name: 'Site' }, geometry: { type: 'Polygon', coordinates: square } },
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [9, 9] } },
      ],
    }).features,
  ).toEqual([
    { type: 'Feature', properties: { name: 'Site' }, geometry: { type: 'Point', coordinates: [2, 1] } },
  ])
})
