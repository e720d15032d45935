import type {} from '@mui/material/themeCssVarsAugmentation'
import type { CSSProperties } from 'react'
import type { Tone, ToneColors } from './tokens.ts'

/** What the theme's palette holds beside MUI's own slots. */
interface ProductPalette extends Record<Exclude<Tone, 'success' | 'warning' | 'info'>, ToneColors> {
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
  scrim: string
  floatLine: string
  floatShadow: string
  chart: Record<'c1' | 'c2' | 'c3' | 'c4' | 'c5' | 'c6', string>
}

declare module '@mui/material/styles' {
  interface Palette extends ProductPalette {}
  interface PaletteOptions extends Partial<ProductPalette> {}
  interface PaletteColor {
    tint: string
    text: string
  }
  interface SimplePaletteColorOptions {
    tint?: string
    text?: string
  }
  interface BreakpointOverrides {
    base: true
  }
  interface TypographyVariants {
    figure: CSSProperties
  }
  interface TypographyVariantsOptions {
    figure?: CSSProperties
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true
    h4: false
    h5: false
    h6: false
    subtitle1: false
    subtitle2: false
    overline: false
  }
}
