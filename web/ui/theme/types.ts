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

/** Styles of text beside MUI's own (look, 2). */
interface TextStyles {
  /** A figure of the ledger. */
  figure: CSSProperties
  /** What is said beside the main thing: a caption in the lightest ink. */
  note: CSSProperties
  /** A word in a small box. */
  mark: CSSProperties
  prose: CSSProperties
  /** Of an article. */
  title: CSSProperties
  /** What the home page greets with. */
  banner: CSSProperties
  touchField: CSSProperties
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
  interface TypographyVariants extends TextStyles {}
  interface TypographyVariantsOptions extends Partial<TextStyles> {}
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true
    note: true
    h5: false
    h6: false
    subtitle1: false
    subtitle2: false
    overline: false
  }
}
