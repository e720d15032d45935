/** The way of the sun over a place, in degrees; azimuth runs clockwise from north. */
interface SunPosition {
  altitude: number
  azimuth: number
}

/** Declination of the sun at the summer solstice; the winter one is its opposite, the equinoxes are 0. */
export const SOLSTICE = 23.44

const RAD = Math.PI / 180
const clampOne = (value: number) => Math.max(-1, Math.min(1, value))

/** Where the sun stands for a declination and a solar hour (12 is noon) at a latitude. */
export function sunPosition(latitude: number, declination: number, hour: number): SunPosition {
  const turn = (hour - 12) * 15 * RAD
  const lat = latitude * RAD
  const dec = declination * RAD
  const sinAlt = Math.sin(lat) * Math.sin(dec) + Math.cos(lat) * Math.cos(dec) * Math.cos(turn)
  const altitude = Math.asin(clampOne(sinAlt))
  const cosAz = (Math.sin(dec) - sinAlt * Math.sin(lat)) / (Math.cos(altitude) * Math.cos(lat))
  const fromNorth = Math.acos(clampOne(cosAz)) / RAD
  return { altitude: altitude / RAD, azimuth: turn <= 0 ? fromNorth : 360 - fromNorth }
}

/** Solar hours of sunrise and sunset: cos h = -tan φ tan δ. */
export function daylight(latitude: number, declination: number): [sunrise: number, sunset: number] {
  const half = Math.acos(clampOne(-Math.tan(latitude * RAD) * Math.tan(declination * RAD))) / RAD / 15
  return [12 - half, 12 + half]
}

export type Point = [x: number, y: number]

/** Onto a disc with the zenith in its middle and the horizon as its edge (equidistant), north up, east right. */
export function onDisc(sun: SunPosition, centre: Point, radius: number): Point {
  const r = (radius * (90 - sun.altitude)) / 90
  const az = sun.azimuth * RAD
  return [centre[0] + r * Math.sin(az), centre[1] - r * Math.cos(az)]
}

/** A line through points, as an SVG path with tenths of a px. */
export function pathThrough(points: readonly Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

/** The sun's way through one day, from sunrise to sunset. */
export function dayArc(latitude: number, declination: number, centre: Point, radius: number): Point[] {
  const [sunrise, sunset] = daylight(latitude, declination)
  const steps = 64
  return Array.from({ length: steps + 1 }, (_, step) => {
    const hour = sunrise + ((sunset - sunrise) * step) / steps
    return onDisc(sunPosition(latitude, declination, hour), centre, radius)
  })
}

/** Where the sun stands at one hour through the year, as far as it is above the horizon then. */
export function hourLine(latitude: number, hour: number, centre: Point, radius: number): Point[] {
  const steps = 32
  return Array.from({ length: steps + 1 }, (_, step) => SOLSTICE - (2 * SOLSTICE * step) / steps)
    .map((declination) => sunPosition(latitude, declination, hour))
    .filter((sun) => sun.altitude >= 0)
    .map((sun) => onDisc(sun, centre, radius))
}
