import sharp from 'sharp'
import { seeded } from '../random.ts'
import { lettering, letteringWidth } from './lettering.ts'

const COLOURS = ['#1d5b8f', '#2f6b4f', '#7a3b2e', '#4a4e69', '#8a6d1f', '#255c66'] as const
const HEIGHT = 96

/** What stands before the name: a sun, hills, or rows, by the firm. */
const MARKS: readonly ((colour: string) => string)[] = [
  (colour) =>
    `<circle cx="48" cy="48" r="18" fill="${colour}"/><path d="M48 12v10M48 74v10M12 48h10M74 48h10M23 23l7 7M66 66l7 7M73 23l-7 7M30 66l-7 7" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`,
  (colour) =>
    `<path d="M10 76 36 30 52 56 62 42 86 76Z" fill="${colour}"/><circle cx="70" cy="26" r="9" fill="${colour}" opacity="0.55"/>`,
  (colour) =>
    `<path d="M18 78 34 20h12L30 78ZM40 78 56 20h12L52 78ZM62 78 78 20h8L74 78Z" fill="${colour}"/>`,
]

/** The logo of a firm, as PNG on nothing. The same for each name. */
export function logo(name: string): Promise<Buffer> {
  const random = seeded(`logo ${name}`)
  const colour = random.pick(COLOURS)
  const [first = '', ...rest] = name.split(' ')
  const lines = [
    { words: first, size: 30, top: rest.length > 0 ? 18 : 33 },
    { words: rest.join(' '), size: 13, top: 64 },
  ]
  const width = 124 + Math.max(...lines.map(({ words, size }) => letteringWidth(words, size)))
  const drawn = lines
    .map(
      ({ words, size, top }) =>
        `<path d="${lettering(words, 108, top, size)}" stroke="${colour}" stroke-width="${size / 6.5}" stroke-linecap="round" stroke-linejoin="round" fill="none"/>`,
    )
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${HEIGHT * 2}" viewBox="0 0 ${width} ${HEIGHT}">${random.pick(MARKS)(colour)}${drawn}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
