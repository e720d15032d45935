import { expect, test } from 'vitest'
import { dayArc, daylight, hourLine, onDisc, SOLSTICE, sunPosition } from '../frontdoor/sunPath.ts'
import { coverScene } from './coverScene.ts'

const LATITUDE = 35

test.each([
  [0, 90 - LATITUDE],
  [SOLSTICE, 90 - LATITUDE + SOLSTICE],
  [-SOLSTICE, 90 - LATITUDE - SOLSTICE],
])(
  'at noon with a declination of %d the sun stands %d degrees high, in the south',
  (declination, altitude) => {
    const sun = sunPosition(LATITUDE, declination, 12)
    expect(sun.altitude).toBeCloseTo(altitude, 6)
    expect(sun.azimuth).toBeCloseTo(180, 4)
  },
)

test('at the equinox the sun rises at 6 in the east and sets at 18 in the west', () => {
  expect(daylight(LATITUDE, 0)).toEqual([6, 18])
  expect(sunPosition(LATITUDE, 0, 6).azimuth).toBeCloseTo(90, 6)
  expect(sunPosition(LATITUDE, 0, 18).azimuth).toBeCloseTo(270, 6)
  expect(sunPosition(LATITUDE, 0, 6).altitude).toBeCloseTo(0, 6)
})

test('the longest day lasts 14.4 hours over 35° north, and mornings mirror afternoons', () => {
  const [sunrise, sunset] = daylight(LATITUDE, SOLSTICE)
  expect(sunset - sunrise).toBeCloseTo(14.36, 1)
  const morning = sunPosition(LATITUDE, 11.5, 9)
  const afternoon = sunPosition(LATITUDE, 11.5, 15)
  expect(morning.altitude).toBeCloseTo(afternoon.altitude, 9)
  expect(morning.azimuth).toBeCloseTo(360 - afternoon.azimuth, 9)
})

test('on the disc the zenith is the middle, the horizon the edge, north up and east right', () => {
  expect(onDisc({ altitude: 90, azimuth: 0 }, [10, 10], 9)).toEqual([10, 10])
  const [x, y] = onDisc({ altitude: 0, azimuth: 90 }, [10, 10], 9)
  expect([x, y].map(Math.round)).toEqual([19, 10])
  expect(onDisc({ altitude: 0, azimuth: 0 }, [10, 10], 9)).toEqual([10, 1])
})

test('arcs run from edge to edge and hour lines stay above the horizon', () => {
  const arc = dayArc(LATITUDE, 0, [0, 0], 100)
  expect(Math.hypot(...(arc[0] ?? [0, 0]))).toBeCloseTo(100, 3)
  expect(Math.hypot(...(arc.at(-1) ?? [0, 0]))).toBeCloseTo(100, 3)
  for (const point of hourLine(LATITUDE, 7, [0, 0], 100))
    expect(Math.hypot(...point)).toBeLessThanOrEqual(100)
  expect(hourLine(LATITUDE, 7, [0, 0], 100).length).toBeLessThan(33)
  expect(hourLine(LATITUDE, 12, [0, 0], 100)).toHaveLength(33)
})

test('a slug always has the same cover, another slug another one', () => {
  expect(coverScene('prairie-sun-ii', 'modules')).toEqual(coverScene('prairie-sun-ii', 'modules'))
  expect(coverScene('prairie-sun-ii', 'modules')).not.toEqual(coverScene('prairie-sun-i', 'modules'))
})

test('a cover shows what stands on the land', () => {
  const holds = (kind: 'modules' | 'storage' | 'both') =>
    new Set(coverScene('mojave-storage-pair', kind).blocks.map((block) => block.holds))
  expect(holds('modules')).toEqual(new Set(['modules']))
  expect(holds('storage')).toEqual(new Set(['storage']))
  expect(holds('both')).toEqual(new Set(['modules', 'storage']))
})
