import { moduleRows, pilesOnly, rowsFrom } from './rows.ts'
import type { Point, Scene } from './scene.ts'

const louvres = (scene: Scene, x: number, y: number, z: number, width: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const up = y + index * 0.11
    return scene.line(
      [
        [x, up, z - 0.01],
        [x + width, up, z - 0.01],
      ],
      '#8e999d',
      0.04,
    )
  }).join('')

/** An inverter skid with its transformer, rows behind. */
const inverterSkid = (scene: Scene): void => {
  const { random, block, face, line } = scene
  const z = random.between(9, 13)
  const x = random.between(-5.5, -3)
  scene.parts.push(
    rowsFrom(scene, z + 9, 6.2, 3.1, 0.5),
    face(
      [
        [x - 1, 0, z - 1],
        [x + 9, 0, z - 1],
        [x + 9, 0, z + 4],
        [x - 1, 0, z + 4],
      ],
      '#c3c0b6',
    ),
    block([x, 0.25, z], [5.2, 2.5, 2.2], ['#eef0ee', '#c9cecc', '#f8f9f8']),
    ...[0, 1, 2, 3].map((door) => {
      const left = x + 0.15 + door * 1.26
      return (
        face(
          [
            [left, 0.4, z - 0.01],
            [left + 1.12, 0.4, z - 0.01],
            [left + 1.12, 2.6, z - 0.01],
            [left, 2.6, z - 0.01],
          ],
          '#e2e6e4',
          'stroke="#b5bcba" stroke-width="1.5"',
        ) +
        louvres(scene, left + 0.2, 1.9, z, 0.7, 5) +
        line(
          [
            [left + 1, 1.2, z - 0.02],
            [left + 1, 1.5, z - 0.02],
          ],
          '#555f63',
          0.05,
        )
      )
    }),
    block([x + 5.9, 0.25, z + 0.2], [1.9, 1.9, 1.8], ['#5d7a63', '#48614e', '#74927b']),
    louvres(scene, x + 6, 0.6, z + 0.2, 1.7, 11),
    line(
      [
        [x + 5.2, 0.9, z + 0.4],
        [x + 5.9, 0.9, z + 0.4],
      ],
      '#444',
      0.18,
    ),
  )
}

/** Rows of battery containers. */
const batteryYard = (scene: Scene): void => {
  const { random, block, face } = scene
  scene.parts.push(
    face(
      [
        [-60, 0, 6],
        [60, 0, 6],
        [60, 0, 90],
        [-60, 0, 90],
      ],
      '#bdb8ab',
    ),
  )
  const shift = random.between(-1.2, 1.2)
  const places: Point[] = []
  for (let ahead = 62; ahead >= 10; ahead -= 7) {
    for (const step of [-4, 4, -3, 3, -2, 2, -1, 1])
      places.push([step * 5 + shift + (step < 0 ? 1.4 : -1.4), 0.2, ahead])
  }
  for (const [x, y, z] of places) {
    const left = x - 1.2
    scene.parts.push(
      block([left, y, z], [2.4, 2.6, 5.6], ['#eceeed', '#cdd2d1', '#fafbfa']),
      face(
        [
          [left + 0.25, y + 0.2, z - 0.01],
          [left + 1.15, y + 0.2, z - 0.01],
          [left + 1.15, y + 2.3, z - 0.01],
          [left + 0.25, y + 2.3, z - 0.01],
        ],
        '#dfe4e3',
        'stroke="#aab3b2"',
      ),
      louvres(scene, left + 1.35, y + 1.5, z, 0.8, 7),
    )
  }
}

/** Main transformer, bus and dead-end structure. */
const substation = (scene: Scene): void => {
  const { random, block, face, line } = scene
  const z = random.between(15, 20)
  const portal = (x: number, ahead: number): string =>
    [0, 7]
      .map((side) =>
        line(
          [
            [x + side - 0.5, 0, ahead],
            [x + side, 9, ahead],
            [x + side + 0.5, 0, ahead],
          ],
          '#7d878c',
          0.18,
        ),
      )
      .join('') +
    line(
      [
        [x, 9, ahead],
        [x + 7, 9, ahead],
      ],
      '#7d878c',
      0.26,
    )
  const shift = random.between(-2, 2)
  const places = [0.6, 1.7, 2.8]
  const wires = places
    .map((step, index) =>
      line(
        [
          [shift - 8 + index * 2.5, 9, z + 12],
          [shift + step, 4.3, z],
        ],
        '#4d565a',
        0.07,
      ),
    )
    .join('')
  const bushings = places
    .map((step) =>
      line(
        [
          [shift + step, 3, z],
          [shift + step, 4.3, z],
        ],
        '#8b5e3c',
        0.22,
      ),
    )
    .join('')
  const fins = Array.from({ length: 9 }, (_, index) =>
    block([shift + 3.5 + index * 0.22, 0.5, z + 0.3], [0.12, 1.9, 1.6], ['#96a0a4', '#7e888c', '#a9b2b5']),
  ).join('')
  scene.parts.push(
    face(
      [
        [-40, 0, 9],
        [40, 0, 9],
        [40, 0, 60],
        [-40, 0, 60],
      ],
      '#c4bfb3',
    ),
    portal(shift - 9, z + 12),
    portal(shift + 4, z + 14),
    wires,
    block([shift, 0.4, z], [3.4, 2.6, 2.4], ['#8f9a9f', '#737e83', '#a7b1b5']),
    bushings,
    fins,
    block([shift - 7, 0, z + 2], [3.6, 2.8, 3], ['#d8d5c9', '#bab6a8', '#e6e3d8']),
    ...Array.from({ length: 22 }, (_, index) =>
      line(
        [
          [-22 + index * 2, 0, 11],
          [-22 + index * 2, 2.3, 11],
        ],
        '#7c858a',
        0.06,
      ),
    ),
    ...[0.7, 1.4, 2.2].map((up) =>
      line(
        [
          [-22, up, 11],
          [22, up, 11],
        ],
        '#7c858a',
        0.025,
      ),
    ),
  )
}

/** Modules on a flat roof with its parapet and air handlers. */
const roofTop = (scene: Scene): void => {
  const { random, block, face } = scene
  scene.parts.push(
    face(
      [
        [-40, 0, 3.4],
        [40, 0, 3.4],
        [26, 0, 46],
        [-26, 0, 46],
      ],
      '#c9c9c3',
    ),
  )
  for (let ahead = 40; ahead >= 6; ahead -= 2.4) {
    for (let x = -14; x <= 14; x += 2.15) {
      if (Math.abs(x - 5) < 2.5 && Math.abs(ahead - 20) < 5) continue
      scene.parts.push(
        face(
          [
            [x, 0.12, ahead],
            [x + 2, 0.12, ahead],
            [x + 2, 0.5, ahead + 1.1],
            [x, 0.5, ahead + 1.1],
          ],
          'url(#glass)',
          'stroke="#c3d0d9" stroke-width="1"',
        ),
      )
    }
  }
  scene.parts.push(block([4, 0, 18], [3, 1.3, 2.6], ['#b7bcbc', '#979d9d', '#cdd1d1']))
  scene.parts.push(
    block([-30, 0, 46], [60, random.between(0.5, 0.9), 0.4], ['#a69e92', '#a69e92', '#bdb6ab']),
  )
}

/** What a photograph may show. */
export const VIEWS = { moduleRows, pilesOnly, inverterSkid, batteryYard, substation, roofTop } as const

export type View = keyof typeof VIEWS
