import { type Random, seeded } from '../random.ts'
import { lettering, letteringWidth } from './lettering.ts'

/** A place seen by a camera that stands on level ground: metres to the right, up and ahead. */
export type Point = readonly [right: number, up: number, ahead: number]

export interface Sky {
  readonly top: string
  readonly low: string
  readonly light: number
}

const SKIES: readonly Sky[] = [
  { top: '#5f95c4', low: '#dbe8ee', light: 1 },
  { top: '#86a9c2', low: '#ece9dd', light: 0.97 },
  { top: '#9fb0b8', low: '#d9dedd', light: 0.86 },
  { top: '#4d86bd', low: '#f0e2c6', light: 1.02 },
]
const GROUNDS = [
  ['#8f9f62', '#5d7340'],
  ['#b3a873', '#7d7548'],
  ['#9aa56f', '#66754a'],
  ['#c2ae83', '#93805a'],
] as const

export const WIDTH = 1280
export const HEIGHT = 853
/** Pixels of the picture for one unit of the drawing. */
const SCALE = 1.25
const FOCUS = 1050

/** What one picture is drawn with. */
export interface Scene {
  readonly random: Random
  readonly horizon: number
  readonly eye: number
  readonly sky: Sky
  /** Puts a polygon of points into SVG; points nearer than the camera's foot are not drawn. */
  face(points: readonly Point[], fill: string, extra?: string): string
  /** A polyline; `width` is its width in metres at the first point. */
  line(points: readonly Point[], stroke: string, width: number): string
  /** A box that stands on the ground: its front, one side and, seen from above, its top. */
  block(
    at: Point,
    size: readonly [width: number, height: number, depth: number],
    colours: readonly [string, string, string],
  ): string
  parts: string[]
}

const flat = (
  scene: Pick<Scene, 'horizon' | 'eye'>,
  [right, up, ahead]: Point,
): readonly [number, number] => [
  WIDTH / 2 + (FOCUS * right) / ahead,
  scene.horizon + (FOCUS * (scene.eye - up)) / ahead,
]

const drawClouds = (random: Random, horizon: number): string =>
  Array.from({ length: random.whole(2, 6) }, () => {
    const x = random.whole(-100, WIDTH)
    const y = random.between(0.1, 0.78) * horizon
    const size = random.whole(60, 170) * (0.4 + y / horizon)
    return Array.from({ length: 5 }, (_, index) => {
      const shift = (index - 2) * size * 0.55
      const radius = size * random.between(0.45, 0.9)
      return `<ellipse cx="${(x + shift).toFixed(0)}" cy="${y.toFixed(0)}" rx="${radius.toFixed(0)}" ry="${(radius * 0.26).toFixed(0)}" fill="url(#cloud)"/>`
    }).join('')
  }).join('')

const drawHills = (random: Random, horizon: number): string => {
  const ridge = (height: number, colour: string): string => {
    const points = Array.from({ length: 17 }, (_, index) => {
      const y = horizon - height * random.between(0.35, 1)
      return `${(index * WIDTH) / 16} ${y.toFixed(0)}`
    })
    return `<path d="M0 ${horizon + 2}L${points.join('L')}L${WIDTH} ${horizon + 2}Z" fill="${colour}"/>`
  }
  const trees = Array.from({ length: random.whole(16, 46) }, () => {
    const x = random.whole(0, WIDTH)
    const size = random.between(3, 10)
    return `<ellipse cx="${x}" cy="${horizon - size * 0.6}" rx="${(size * 1.5).toFixed(1)}" ry="${size}" fill="#5b6b50"/>`
  }).join('')
  return ridge(30, '#aebdc0') + ridge(17, '#93a58f') + trees
}

const drawGrass = (random: Random, horizon: number): string => {
  const blades = Array.from({ length: 700 }, () => {
    const depth = random.next() ** 0.7
    const y = horizon + 8 + depth * (HEIGHT - horizon)
    const length = 2 + depth * 15
    const x = random.whole(-10, WIDTH)
    return `M${x} ${y.toFixed(0)}l${(random.between(-0.4, 0.4) * length).toFixed(1)} ${(-length).toFixed(1)}`
  }).join('')
  return `<path d="${blades}" stroke="#4b5c34" stroke-opacity="0.32" stroke-width="1.3" fill="none"/>`
}

/** Lays out sky and ground for a picture; what stands on it is added to `parts`. */
export const newScene = (key: string): Scene => {
  const random = seeded(`picture ${key}`)
  const horizon = random.whole(300, 372)
  const eye = random.between(1.7, 3.1)
  const sky = random.pick(SKIES)
  const [far, near] = random.pick(GROUNDS)
  const camera = { horizon, eye }
  const path = (points: readonly Point[]): string =>
    points
      .map((point) =>
        flat(camera, point)
          .map((value) => value.toFixed(1))
          .join(' '),
      )
      .join('L')
  const parts = [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky.top}"/><stop offset="1" stop-color="${sky.low}"/></linearGradient>`,
    `<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${far}"/><stop offset="1" stop-color="${near}"/></linearGradient>`,
    '<radialGradient id="cloud"><stop offset="0" stop-color="#fff" stop-opacity="0.75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>',
    '<linearGradient id="glass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fb0c9"/><stop offset="0.25" stop-color="#41658a"/><stop offset="1" stop-color="#182d47"/></linearGradient></defs>',
    `<rect width="${WIDTH}" height="${horizon + 2}" fill="url(#sky)"/>`,
    drawClouds(random, horizon),
    drawHills(random, horizon),
    `<rect y="${horizon}" width="${WIDTH}" height="${HEIGHT - horizon}" fill="url(#ground)"/>`,
    drawGrass(random, horizon),
  ]
  const face: Scene['face'] = (points, fill, extra = '') =>
    `<path d="M${path(points)}Z" fill="${fill}" ${extra}/>`
  const line: Scene['line'] = (points, stroke, width) => {
    const thickness = (FOCUS * width) / (points[0]?.[2] ?? 1)
    return `<path d="M${path(points)}" stroke="${stroke}" stroke-width="${thickness.toFixed(2)}" fill="none"/>`
  }
  const block: Scene['block'] = ([x, y, z], [width, height, depth], [front, side, top]) => {
    const right = x + width
    const edge = x > 0 ? x : right
    const sideFace =
      x > 0 || right < 0
        ? face(
            [
              [edge, y, z],
              [edge, y + height, z],
              [edge, y + height, z + depth],
              [edge, y, z + depth],
            ],
            side,
          )
        : ''
    const topFace =
      eye > y + height
        ? face(
            [
              [x, y + height, z],
              [right, y + height, z],
              [right, y + height, z + depth],
              [x, y + height, z + depth],
            ],
            top,
          )
        : ''
    return (
      sideFace +
      topFace +
      face(
        [
          [x, y, z],
          [right, y, z],
          [right, y + height, z],
          [x, y + height, z],
        ],
        front,
      )
    )
  }
  return { random, horizon, eye, sky, face, line, block, parts }
}

/** The finished picture as SVG, with the camera's stamp in the lower right corner. */
export const svgOf = (scene: Pick<Scene, 'parts'>, stamp: string): string => {
  const x = WIDTH - letteringWidth(stamp, 15) - 26
  const path = lettering(stamp, x, HEIGHT - 38, 15)
  const stroke = (colour: string, width: number): string =>
    `<path d="${path}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" fill="none"/>`
  const strokes = stroke('#1b2930', 5) + stroke('#f6c765', 2.2)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * SCALE}" height="${HEIGHT * SCALE}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${scene.parts.join('')}${strokes}</svg>`
}
