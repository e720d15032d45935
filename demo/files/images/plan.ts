import sharp from 'sharp'
import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { megawatts } from '../format.ts'
import { type Random, seeded } from '../random.ts'
import { lettering, letteringWidth } from './lettering.ts'

const WIDTH = 1600
const HEIGHT = 1130
const INK = '#2a3a42'

const words = (line: string, x: number, y: number, size: number, colour = INK): string =>
  `<path d="${lettering(line, x, y, size)}" stroke="${colour}" stroke-width="${(size / 8).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round" fill="none"/>`

const FIELDS = ['#dfe3d2', '#e6ddc6', '#d5dcc4', '#e9e4d3', '#d9d5c1'] as const

/** The farmland around: a grid of sections with roads between, some under a pivot. */
const drawFields = (random: Random): string => {
  const parts: string[] = []
  for (let x = -40; x < WIDTH; x += 410) {
    for (let y = -60; y < HEIGHT; y += 390) {
      parts.push(`<rect x="${x}" y="${y}" width="396" height="376" fill="${random.pick(FIELDS)}"/>`)
      if (random.next() < 0.25) parts.push(`<circle cx="${x + 198}" cy="${y + 188}" r="176" fill="#cfd9b9"/>`)
    }
  }
  return parts.join('')
}

interface Block {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One block of trackers with the road around it and its inverter. */
const drawBlock = ({ x, y, width, height }: Block, number: number): string => {
  const rows: string[] = []
  for (let at = x + 8; at < x + width - 12; at += 9) {
    rows.push(`M${at} ${y + 8}v${(height - 24) / 2}M${at} ${y + 16 + (height - 24) / 2}v${(height - 24) / 2}`)
  }
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#ecebe0" stroke="#b9b49d" stroke-width="2"/>` +
    `<path d="${rows.join('')}" stroke="#27517a" stroke-width="5"/>` +
    `<rect x="${x + width / 2 - 11}" y="${y + height / 2 - 8}" width="22" height="16" fill="#fff" stroke="#b92b1d" stroke-width="2.5"/>` +
    words(`PB-${number}`, x + 8, y + height + 7, 11)
  )
}

const blocksOf = (project: DemoProject): readonly Block[] => {
  const wanted = Math.max(2, Math.min(12, Math.round((project.dcKw ?? project.acKw) / 5200)))
  const columns = Math.min(4, Math.ceil(Math.sqrt(wanted * 1.5)))
  return Array.from({ length: wanted }, (_, index) => ({
    x: 150 + (index % columns) * 212,
    y: 150 + Math.floor(index / columns) * 226,
    width: 190,
    height: 186,
  }))
}

const drawStorage = (x: number, y: number): string =>
  `<rect x="${x - 8}" y="${y - 8}" width="196" height="112" fill="#ddd9cb" stroke="#8f8a76" stroke-width="2"/>` +
  Array.from({ length: 15 }, (_, index) => {
    const left = x + (index % 5) * 37
    const top = y + Math.floor(index / 5) * 34
    return `<rect x="${left}" y="${top}" width="28" height="22" fill="#fff" stroke="#6c7c86" stroke-width="1.5"/>`
  }).join('') +
  words('BESS YARD', x, y + 110, 11)

const drawLegend = (project: DemoProject): string => {
  const x = 1190
  const rows: readonly (readonly [string, string])[] = [
    ['#27517a', 'MODULE ROWS'],
    ['#b92b1d', 'INVERTER SKID'],
    ['#8a5a14', 'COLLECTION LINE'],
    ['#5d4f8a', `${project.kilovolts} KV LINE`],
    ['#d0c8ae', 'ACCESS ROAD 16 FT'],
  ]
  return (
    `<rect x="${x}" y="0" width="${WIDTH - x}" height="${HEIGHT}" fill="#fbfbf8" stroke="${INK}" stroke-width="3"/>` +
    words('SITE PLAN', x + 34, 50, 30) +
    words(project.name, x + 34, 108, Math.min(17, (17 * 350) / letteringWidth(project.name, 17))) +
    words(`${project.city}, ${project.county} COUNTY, ${project.state}`, x + 34, 144, 12) +
    words(`DC ${project.dcKw === null ? 'NONE' : megawatts(project.dcKw)}`, x + 34, 196, 14) +
    words(`AC ${megawatts(project.acKw)}`, x + 34, 224, 14) +
    (project.bessKw ? words(`STORAGE ${megawatts(project.bessKw)}`, x + 34, 252, 14) : '') +
    words(`SITE ${project.acres} ACRES`, x + 34, 280, 14) +
    rows
      .map(([colour, label], index) => {
        const y = 360 + index * 42
        return `<path d="M${x + 34} ${y}h46" stroke="${colour}" stroke-width="7"/>${words(label, x + 98, y - 6, 12)}`
      })
      .join('') +
    `<path d="M${x + 205} 720l-26 70 26 -16 26 16z" fill="${INK}"/>${words('N', x + 197, 680, 24)}` +
    `<path d="M${x + 60} 870h240M${x + 60} 860v20M${x + 180} 860v20M${x + 300} 860v20" stroke="${INK}" stroke-width="3" fill="none"/>` +
    words('0', x + 56, 892, 12) +
    words('500', x + 166, 892, 12) +
    words('1000 FT', x + 276, 892, 12) +
    `<path d="M${x} 950h${WIDTH - x}M${x} 1010h${WIDTH - x}M${x} 1070h${WIDTH - x}" stroke="${INK}" stroke-width="2"/>` +
    words('SIGHTLINE POWER DESIGN, INC.', x + 24, 974, 12) +
    words(`DATE ${monthsLater(project.ntp, -1)}   REV C`, x + 24, 1034, 12) +
    words('SHEET C-101   NOT FOR CONSTRUCTION', x + 24, 1094, 11)
  )
}

/** The plan of the site seen from above, as PNG. */
export const sitePlan = (project: DemoProject): Promise<Buffer> => {
  const random = seeded(`plan ${project.key}`)
  const blocks = blocksOf(project)
  const right = Math.max(...blocks.map((block) => block.x + block.width))
  const bottom = Math.max(...blocks.map((block) => block.y + block.height))
  const yard = { x: right - 100, y: bottom + 44 }
  const collection = blocks
    .map(
      (block) => `M${block.x + block.width / 2} ${block.y + block.height / 2}V${bottom + 32}H${yard.x + 20}`,
    )
    .join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f2efe6"/>` +
    drawFields(random) +
    `<path d="M112 112H${right + 36}V${bottom + 190}H112Z" fill="#f5f3e8" stroke="${INK}" stroke-width="3" stroke-dasharray="18 7 4 7"/>` +
    `<path d="M131 ${bottom + 120}V131H${right + 18}V${bottom + 120}M0 ${bottom + 120}H${right + 18}" stroke="#d0c8ae" stroke-width="11" fill="none"/>` +
    blocks.map((block, index) => (project.dcKw === null ? '' : drawBlock(block, index + 1))).join('') +
    (project.dcKw === null
      ? ''
      : `<path d="${collection}" stroke="#8a5a14" stroke-width="2.5" fill="none" stroke-dasharray="9 5"/>`) +
    (project.bessKw ? drawStorage(170, bottom + 46) : '') +
    `<rect x="${yard.x}" y="${yard.y}" width="92" height="74" fill="#ddd9cb" stroke="#5d4f8a" stroke-width="3"/>` +
    words('SUB', yard.x + 22, yard.y + 28, 14) +
    `<path d="M${yard.x + 92} ${yard.y + 37}H1190" stroke="#5d4f8a" stroke-width="4" fill="none"/>` +
    drawLegend(project) +
    '</svg>'
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, effort: 4 }).toBuffer()
}
