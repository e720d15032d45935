/** Longitude and latitude in degrees. */
export type Position = [longitude: number, latitude: number]

const SPACE = 32
const COMMA = 44

/** Seven decimals: a centimetre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

const positionOf = (longitude: number, latitude: number): Position | null =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [rounded(longitude), rounded(latitude)] : null

/**
 * The places of a <coordinates> text: "longitude,latitude[,altitude]" parted by blanks; blanks around commas are taken
 * as none. Read in place, since the text of a large file is too long to be cut into pieces.
 * @returns null where one of them lies nowhere on the Earth
 */
export function placesIn(text: string, limit: number): Position[] | null {
  const places: Position[] = []
  let at = 0
  const skip = (isSkipped: (code: number) => boolean) => {
    while (at < text.length && isSkipped(text.charCodeAt(at))) at += 1
  }
  const isBlank = (code: number) => code <= SPACE
  for (;;) {
    skip(isBlank)
    if (at >= text.length) return places
    if (places.length >= limit) throw new RangeError('There are too many places.')
    const figures: number[] = []
    for (;;) {
      const start = at
      skip((code) => code > SPACE && code !== COMMA)
      figures.push(start === at ? Number.NaN : Number(text.slice(start, at)))
      const end = at
      skip(isBlank)
      if (text.charCodeAt(at) !== COMMA) {
        at = Math.max(end, at)
        break
      }
      at += 1
      skip(isBlank)
    }
    const place = positionOf(figures[0] ?? Number.NaN, figures[1] ?? Number.NaN)
    if (place === null) return null
    places.push(place)
  }
}

/** The place of a <gx:coord>: "longitude latitude altitude". */
export function placeIn(text: string): Position | null {
  const [longitude = '', latitude = ''] = text.trim().split(/\s+/, 3)
  return longitude === '' || latitude === '' ? null : positionOf(Number(longitude), Number(latitude))
}

/** A ring that ends where it begins; null for one that has no area. */
export function closed(ring: readonly Position[]): Position[] | null {
  const [first] = ring
  const last = ring.at(-1)
  if (!first || !last) return null
  const whole = first[0] === last[0] && first[1] === last[1] ? [...ring] : [...ring, first]
  return whole.length < 4 ? null : whole
}
