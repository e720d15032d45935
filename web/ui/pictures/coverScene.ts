import { drawing } from '../theme/tokens.ts'
import { hashOf, seededRandom } from './hash.ts'

/** What stands on the land: rows of modules, white containers of storage, or both. */
export type CoverKind = 'modules' | 'storage' | 'both'

export interface Field {
  x: number
  y: number
  width: number
  height: number
  color: string
  /** Furrows this far apart; 0 for none. */
  furrows: number
}

export interface Block {
  x: number
  y: number
  width: number
  height: number
  holds: 'modules' | 'storage'
}

interface CoverScene {
  /** Degrees the whole land is turned by. */
  turn: number
  fields: Field[]
  /** Fields watered in a circle. */
  circles: { x: number; y: number; r: number; color: string }[]
  roads: { x: number; y: number; width: number; height: number }[]
  blocks: Block[]
  ground: string
}

/** The picture's own units; it is shown cut to any shape. */
export const COVER = { width: 436, height: 160 }

/** Land goes on beyond the picture's edges, so that turning it never shows its end. */
const BEYOND = 60

/** The land for a slug: always the same for the same slug. */
export function coverScene(slug: string, kind: CoverKind): CoverScene {
  const random = seededRandom(hashOf(slug))
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const between = (low: number, high: number) => low + random() * (high - low)
  const earths = pick(drawing.land.earths)

  const columns = [-BEYOND - 30]
  while ((columns[columns.length - 1] ?? 0) < COVER.width + BEYOND) {
    columns.push((columns[columns.length - 1] ?? 0) + between(86, 98))
  }
  const middle = between(82, 100)
  const rows: [number, number][] = [
    [-BEYOND, -4],
    [0, middle - 2],
    [middle + 2, middle + 100],
    [middle + 104, COVER.height + 2 * BEYOND],
  ]
  const fields = rows.flatMap(([top, bottom]) =>
    columns.slice(0, -1).map((left, at) => ({
      x: left + 1.5,
      y: top,
      width: (columns[at + 1] ?? 0) - left - 3,
      height: bottom - top,
      color: pick(earths),
      furrows: random() < 0.28 ? between(7, 10) : 0,
    })),
  )
  const circles = fields
    .filter((field) => field.furrows === 0 && random() < 0.22)
    .map((field) => ({
      x: field.x + field.width / 2,
      y: field.y + field.height / 2,
      r: Math.min(field.width, field.height) / 2 - 2,
      color: pick(earths),
    }))
  return {
    turn: between(-7, 7),
    ground: drawing.land.road,
    fields,
    circles,
    roads: [{ x: -BEYOND, y: middle - 2, width: COVER.width + 2 * BEYOND, height: 4 }],
    blocks: blocksFor(kind, between, random),
  }
}

/** Ways between blocks. */
const LANE = 8

function blocksFor(
  kind: CoverKind,
  between: (low: number, high: number) => number,
  random: () => number,
): Block[] {
  if (kind === 'storage') {
    return [{ x: between(130, 160), y: between(16, 24), width: 150, height: 96, holds: 'storage' }]
  }
  const left = between(96, 112)
  const tall = random() < 0.5
  const first = {
    x: left,
    y: between(6, 16),
    ...(tall ? { width: between(98, 112), height: between(120, 132) } : { width: 150, height: 88 }),
  }
  const second = {
    x: first.x + first.width + LANE,
    y: between(6, 14),
    ...(tall ? { width: between(170, 182), height: 62 } : { width: 136, height: 128 }),
  }
  // The third fills what is left below the lower of the two.
  const third = tall
    ? { x: second.x, y: second.y + second.height + LANE, width: 124, height: 110 }
    : { x: first.x + 14, y: first.y + first.height + LANE, width: 134, height: 90 }
  const blocks = [first, second, third].map((block): Block => ({ ...block, holds: 'modules' }))
  if (kind === 'both')
    blocks.push({ x: left - 92, y: between(34, 44), width: 82, height: 70, holds: 'storage' })
  return blocks
}
