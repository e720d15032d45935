import type { Point, Scene } from './scene.ts'

const STEEL = '#8a949a'

/** One tracker table from near to far, its glass or its back towards the camera. */
const drawRow = (scene: Scene, x: number, near: number, far: number, tilt: number): string => {
  const { eye, face, line } = scene
  const half = 1.15
  const axis = 1.55
  const left: [number, number] = [x - half * Math.cos(tilt), axis - half * Math.sin(tilt)]
  const right: [number, number] = [x + half * Math.cos(tilt), axis + half * Math.sin(tilt)]
  const showsGlass = x * Math.sin(tilt) + (eye - axis) * Math.cos(tilt) > 0
  const between = (share: number): [number, number] => [
    left[0] + (right[0] - left[0]) * share,
    left[1] + (right[1] - left[1]) * share,
  ]
  const shadow = face(
    [
      [left[0] + 0.7, 0, near],
      [right[0] + 0.7, 0, near],
      [right[0] + 0.7, 0, far],
      [left[0] + 0.7, 0, far],
    ],
    '#2b3a22',
    'opacity="0.38"',
  )
  const posts = Array.from({ length: Math.floor((far - near) / 8) }, (_, index) => near + 1 + index * 8)
    .reverse()
    .map((ahead) =>
      line(
        [
          [x, 0, ahead],
          [x, axis, ahead],
        ],
        STEEL,
        0.16,
      ),
    )
    .join('')
  const table = face(
    [
      [...left, near],
      [...right, near],
      [...right, far],
      [...left, far],
    ],
    showsGlass ? 'url(#glass)' : '#a7b2b5',
  )
  const ahead: number[] = []
  for (let z = near; z < Math.min(far, 70); z += 1.14) ahead.push(z)
  const seams = ahead
    .map((z) =>
      line(
        [
          [...left, z],
          [...right, z],
        ],
        showsGlass ? '#a9bccb' : '#7f8b90',
        0.03,
      ),
    )
    .join('')
  const lengthwise = [0, 0.5, 1].map((share) => {
    const [cx, cy] = between(share)
    return line(
      [
        [cx, cy, near],
        [cx, cy, far],
      ],
      showsGlass ? '#c3d0d9' : '#6f7b80',
      0.05,
    )
  })
  return shadow + posts + table + seams + lengthwise.join('')
}

/** Rows side by side, from `near` to the horizon. */
export const rowsFrom = (
  scene: Scene,
  near: number,
  spacing: number,
  offset: number,
  tilt: number,
): string => {
  const places: number[] = []
  for (let step = -9; step <= 9; step += 1) places.push(offset + step * spacing)
  return places
    .sort((one, other) => Math.abs(other) - Math.abs(one))
    .map((x) => drawRow(scene, x, near + Math.abs(x) * 0.25, 190, tilt))
    .join('')
}

/** Along the rows, between two of them. */
export const moduleRows = (scene: Scene): void => {
  const { random } = scene
  const spacing = random.between(5.6, 7.2)
  const tilt = random.pick([-1, 1]) * random.between(0.32, 0.8)
  scene.parts.push(rowsFrom(scene, 4.5, spacing, spacing / 2 + random.between(-0.9, 0.9), tilt))
}

/** Piles driven, tables not yet mounted. */
export const pilesOnly = (scene: Scene): void => {
  const { random, line } = scene
  const spacing = random.between(5.8, 6.8)
  const posts: Point[] = []
  for (let ahead = 7; ahead < 150; ahead += 7) {
    for (let step = -12; step <= 12; step += 1) posts.push([step * spacing + spacing / 2, 0, ahead])
  }
  const drawn = posts
    .reverse()
    .map(([x, , z]) =>
      line(
        [
          [x, 0, z],
          [x, 1.6, z],
        ],
        z > 60 ? '#9aa3a6' : STEEL,
        0.15,
      ),
    )
    .join('')
  const crate = scene.block(
    [random.between(-9, 5), 0, 16],
    [2.2, 1.2, 1.3],
    ['#b98f57', '#96713f', '#cfa970'],
  )
  scene.parts.push(drawn, crate)
}
