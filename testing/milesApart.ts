type Point = readonly [x: number, y: number, z: number]

const pointOf = ([latitude, longitude]: readonly number[]): Point => {
  const [phi, lambda] = [((latitude ?? 0) * Math.PI) / 180, ((longitude ?? 0) * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/**
 * Miles on the great circle between two places, each as latitude and longitude in degrees, by the angle of their
 * vectors from the middle of the Earth: another way than the product's own.
 */
export function milesApart(here: readonly number[], there: readonly number[]): number {
  const [a, b] = [pointOf(here), pointOf(there)]
  const across = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
  const along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  return (6_371_008.771_4 * Math.atan2(across, along)) / 1609.344
}
