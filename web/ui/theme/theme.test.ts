// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { printColors } from './colorScheme.ts'
import { theme } from './theme.ts'
import { breakpoints, dialogWidths, type Tone } from './tokens.ts'

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** A colour laid over another with a share from 0 to 1. */
function over(top: string, share: number, ground: string): string {
  const mixed = [1, 3, 5].map((at) => {
    const [x, y] = [top, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number]
    return Math.round(x * share + y * (1 - share))
  })
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const TEXT = 4.5
const GRAPHIC = 3
const GROUNDS = ['canvas', 'surface', 'sunken', 'hover', 'selected', 'raised'] as const
const INKS = ['ink', 'ink2', 'ink3'] as const
const TONES = ['accent', 'sun', 'success', 'danger', 'warning', 'info', 'violet', 'neutral'] as const
const CHARTS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const

function paletteOf(scheme: 'light' | 'dark') {
  const palette = theme.colorSchemes[scheme]?.palette
  if (palette === undefined) throw new Error(`The theme has no ${scheme} scheme`)
  return palette
}

/** Every pair of colours that stand on each other, by name. */
function pairs(scheme: 'light' | 'dark'): [name: string, front: string, ground: string, floor: number][] {
  const p = paletteOf(scheme)
  const tone = (name: Tone) => p[name]
  return [
    ...GROUNDS.flatMap((ground) => [
      ...INKS.map((ink): [string, string, string, number] => [
        `${ink} on ${ground}`,
        p[ink],
        p[ground],
        TEXT,
      ]),
      ...TONES.map((name): [string, string, string, number] => [
        `${name}.text on ${ground}`,
        tone(name).text,
        p[ground],
        TEXT,
      ]),
    ]),
    ...TONES.map((name): [string, string, string, number] => [
      `${name}.text on ${name}.tint`,
      tone(name).text,
      tone(name).tint,
      TEXT,
    ]),
    ...INKS.map((ink): [string, string, string, number] => [
      `${ink} on accent.tint`,
      p[ink],
      p.accent.tint,
      TEXT,
    ]),
    ['danger.text on accent.tint', p.danger.text, p.accent.tint, TEXT],
    ['contrastText on primary.main', p.primary.contrastText, p.primary.main, TEXT],
    ['contrastText on primary.dark', p.primary.contrastText, p.primary.dark, TEXT],
    ['contrastText on error.main', p.error.contrastText, p.error.main, TEXT],
    ['surface on ink (tooltip)', p.surface, p.ink, TEXT],
    ['chip on a selected row', p.neutral.text, over(p.ink, 0.09, p.selected), TEXT],
    ...(['surface', 'canvas', 'raised'] as const)
      .flatMap((ground) => [
        ['control', p.control, p[ground]] as const,
        ['primary.main', p.primary.main, p[ground]] as const,
      ])
      .map(([name, front, ground]): [string, string, string, number] => [
        `${name} on ${ground}`,
        front,
        ground,
        GRAPHIC,
      ]),
    // Sun is a picture's colour in the light scheme, never the only sign of anything.
    ...TONES.filter((name) => name !== 'sun' || scheme === 'dark').flatMap((name) =>
      (['surface', 'selected'] as const).map((ground): [string, string, string, number] => [
        `${name}.main on ${ground}`,
        tone(name).main,
        p[ground],
        GRAPHIC,
      ]),
    ),
    ...CHARTS.map((chart): [string, string, string, number] => [
      `chart ${chart} on surface`,
      p.chart[chart],
      p.surface,
      GRAPHIC,
    ]),
  ]
}

describe.each(['light', 'dark'] as const)('contrast in the %s scheme', (scheme) => {
  test('covers more than a hundred pairs', () => {
    expect(new Set(pairs(scheme).map(([name]) => name)).size).toBeGreaterThanOrEqual(104)
  })

  test.each(pairs(scheme))('%s reads: %s on %s is at least %d', (_name, front, ground, floor) => {
    expect(contrast(front, ground)).toBeGreaterThanOrEqual(floor)
  })

  test('the smallest text pairs are those that were computed with the tokens', () => {
    const p = paletteOf(scheme)
    const round = (value: number) => Number(value.toFixed(2))
    if (scheme === 'light') expect(round(contrast(p.ink3, p.accent.tint))).toBe(4.58)
    else expect(round(contrast(p.ink3, p.selected))).toBe(4.92)
  })
})

test('FMT-21 breakpoints are 501, 576, 768, 992 and 1200 px, with phones below the first', () => {
  expect(theme.breakpoints.values).toEqual({ base: 0, xs: 501, sm: 576, md: 768, lg: 992, xl: 1200 })
  expect(theme.breakpoints.up('md')).toBe('@media (min-width:768px)')
  expect(theme.breakpoints.keys).toEqual(['base', 'xs', 'sm', 'md', 'lg', 'xl'])
  expect(breakpoints.base).toBe(0)
})

test('FMT-15 dialogs are 600 px wide by default, 880 medium and 1140 large', () => {
  expect(dialogWidths).toEqual({ default: 600, medium: 880, large: 1140 })
})

test('colours are variables that change with the scheme, without rendering', () => {
  expect(theme.vars.palette.sun.tint).toMatch(/^var\(--hr-palette-sun-tint/)
  expect(theme.vars.palette.line).toMatch(/^var\(--hr-palette-line/)
  const selectors = theme.generateStyleSheets().flatMap((sheet) => Object.keys(sheet))
  expect(selectors).toContain('[data-theme="dark"]')
  expect(selectors).toContain(':root, [data-theme="light"]')
})

test('a note is in the lightest ink, whichever scheme holds', () => {
  expect(theme.vars.palette.ink3.replace(/, .*/, ')')).toBe(theme.typography.note.color)
})

test('paper gets the light colours whatever the scheme', () => {
  const printed = printColors['@media print'][':root[data-theme]']
  expect(printed['--hr-palette-surface']).toBe('#FFFFFF')
  expect(printed['--hr-palette-ink']).toBe(paletteOf('light').ink)
})
