/**
 * The colours of the product, and nothing else: a component never names a hex, it names one of these by
 * `theme.vars.palette.*`. `theme.test.ts` recomputes the contrast of every pair in use.
 */
export interface Tokens {
  canvas: string
  surface: string
  raised: string
  sunken: string
  hover: string
  selected: string
  line: string
  lineStrong: string
  control: string
  ink: string
  ink2: string
  ink3: string
  accentHover: string
  onAccent: string
  scrim: string
  /** Outline of what floats. */
  floatLine: string
  /** The one shadow, of what floats: menus, dialogs, windows, toasts. */
  floatShadow: string
  chart: Record<'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6', string>
  tones: Record<Tone, ToneColors>
}

/** Colour families with a graphic colour, a ground and a text that reads on surface and on the ground. */
export type Tone = 'accent' | 'sun' | 'success' | 'danger' | 'warning' | 'info' | 'violet' | 'neutral'

export interface ToneColors {
  main: string
  tint: string
  text: string
}

export const light: Tokens = {
  canvas: '#F6F8F8',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  sunken: '#EEF2F3',
  hover: '#F3F7F7',
  selected: '#E6F2F4',
  line: '#E2E8EA',
  lineStrong: '#C8D2D6',
  control: '#7C8B93',
  ink: '#12212A',
  ink2: '#44545E',
  ink3: '#5D6D77',
  accentHover: '#084B5B',
  onAccent: '#FFFFFF',
  scrim: 'rgba(12, 28, 36, 0.38)',
  floatLine: 'rgba(16, 40, 52, 0.06)',
  floatShadow: '0 2px 4px rgba(16, 40, 52, 0.05), 0 12px 32px rgba(16, 40, 52, 0.14)',
  chart: { c1: '#0A6074', c2: '#B97700', c3: '#6B4FB3', c4: '#2F8559', c5: '#B0506B', c6: '#66757F' },
  tones: {
    accent: { main: '#0A6074', tint: '#E1F0F3', text: '#0A5869' },
    sun: { main: '#F2A81D', tint: '#FFF3D6', text: '#7A5000' },
    success: { main: '#16794A', tint: '#E3F4EA', text: '#14603B' },
    danger: { main: '#B92B1D', tint: '#FDEDEA', text: '#A3230F' },
    warning: { main: '#A85A08', tint: '#FDF0E1', text: '#874400' },
    info: { main: '#22629F', tint: '#E6F0FA', text: '#1B5288' },
    violet: { main: '#6B4FB3', tint: '#EFEBFA', text: '#573D9B' },
    neutral: { main: '#5D6D77', tint: '#EBEFF1', text: '#44545E' },
  },
}

export const dark: Tokens = {
  canvas: '#0D1418',
  surface: '#131C21',
  raised: '#18232A',
  sunken: '#0A1013',
  hover: '#192429',
  selected: '#12303A',
  line: '#232F36',
  lineStrong: '#374650',
  control: '#6C7C86',
  ink: '#E9EFF1',
  ink2: '#ABB9C0',
  ink3: '#8D9CA5',
  accentHover: '#74C8D9',
  onAccent: '#04191F',
  scrim: 'rgba(3, 7, 9, 0.62)',
  floatLine: '#2C3A42',
  floatShadow: '0 16px 40px rgba(0, 0, 0, 0.55)',
  chart: { c1: '#52B7CC', c2: '#F5B73B', c3: '#A791EA', c4: '#63C795', c5: '#E98BA3', c6: '#9AA9B1' },
  tones: {
    accent: { main: '#52B7CC', tint: '#12303A', text: '#7CCFDF' },
    sun: { main: '#F5B73B', tint: '#33280F', text: '#F6C765' },
    success: { main: '#4CC38A', tint: '#112C20', text: '#6FD3A3' },
    danger: { main: '#F2705F', tint: '#3A1A17', text: '#FF9B8D' },
    warning: { main: '#E99A4A', tint: '#35220F', text: '#F3B377' },
    info: { main: '#6AAEF0', tint: '#132A40', text: '#93C5F6' },
    violet: { main: '#A791EA', tint: '#251F3D', text: '#C3B4F3' },
    neutral: { main: '#8D9CA5', tint: '#212C32', text: '#ABB9C0' },
  },
}

/** Widths from which a layout applies, in px (FMT-21); `base` holds what phones get below `xs`. */
export const breakpoints = { base: 0, xs: 501, sm: 576, md: 768, lg: 992, xl: 1200 } as const

/** Widths of dialogs in px (FMT-15). */
export const dialogWidths = { default: 600, medium: 880, large: 1140 } as const

/** Durations in ms: hovering and pressing, and what opens. */
export const motion = { press: 120, open: 180 } as const

/** Stacking of what floats, from the page up. */
export const layers = { bar: 1100, window: 1250, dialog: 1300, toast: 1400, tooltip: 1500 } as const

/** Inks of what is drawn: the mark, the front door and covers. They are pictures, the same in both schemes. */
export const drawing = {
  mark: { ground: '#0A6074', sun: '#F5B73B', field: '#FFFFFF' },
  sky: { ground: '#0B2731', glow: '#0F3F4D', line: '#7FB4BF', label: '#8CA5AE', sun: '#F5B73B' },
  land: {
    road: '#F4EFE6',
    edge: '#FFFFFF',
    module: '#274F68',
    moduleShine: '#6A979E',
    container: '#FBFCFC',
    shade: '#2A3B3F',
    earths: [
      ['#D5DDD6', '#C7D1CA', '#B8C4BD', '#ADBAB1'],
      ['#DDD0BE', '#E4DBCD', '#CDBDA6', '#C1B39B'],
      ['#D0D8BF', '#C2CCAC', '#B2C099', '#A7B58A'],
      ['#E0D7B8', '#D6CAA3', '#CABE94', '#BBB387'],
      ['#DCD2C4', '#CFC3B2', '#C0B29C', '#D6C6B4'],
    ],
  },
} as const
