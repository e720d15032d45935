import { createTheme, type PaletteOptions } from '@mui/material/styles'
import { componentOverrides } from './components.ts'
import { breakpoints, dark, layers, light, motion, type Tokens } from './tokens.ts'
import type {} from './types.ts'

/** How text is set; sizes and heights of lines in px. */
const text = (fontSize: number, line: number, fontWeight?: number, letterSpacing?: string) => ({
  fontSize,
  lineHeight: `${line}px`,
  fontWeight,
  letterSpacing,
})

function paletteOf(tokens: Tokens): PaletteOptions {
  const { tones, accentHover, onAccent, floatShadow, ...grounds } = tokens
  const solid = (tone: keyof Tokens['tones']) => ({
    ...tones[tone],
    light: tones[tone].main,
    dark: tones[tone].main,
    contrastText: onAccent,
  })
  return {
    ...grounds,
    ...tones,
    floatShadow,
    primary: { ...solid('accent'), dark: accentHover },
    secondary: solid('neutral'),
    error: solid('danger'),
    success: solid('success'),
    warning: solid('warning'),
    info: solid('info'),
    text: { primary: tokens.ink, secondary: tokens.ink2, disabled: tokens.ink3 },
    background: { default: tokens.canvas, paper: tokens.surface },
    action: { active: tokens.ink2, hover: tokens.hover, selected: tokens.selected, disabledOpacity: 0.45 },
    divider: tokens.line,
  }
}

/**
 * The one theme, with both schemes as CSS variables: a change of scheme repaints without rendering. Colours
 * are read as `theme.vars.palette.*`. The system's scheme holds until the person chooses (`useColorMode`).
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme', cssVarPrefix: 'hr' },
  colorSchemes: { light: { palette: paletteOf(light) }, dark: { palette: paletteOf(dark) } },
  breakpoints: { values: { ...breakpoints } },
  shape: { borderRadius: 6 },
  focusVisible: true,
  motion: { reducedMotion: 'system' },
  zIndex: { appBar: layers.bar, modal: layers.dialog, snackbar: layers.toast, tooltip: layers.tooltip },
  transitions: {
    duration: {
      shortest: motion.press,
      shorter: motion.press,
      short: motion.press,
      standard: motion.open,
      complex: motion.open,
      enteringScreen: motion.open,
      leavingScreen: motion.press,
    },
    easing: { easeInOut: 'ease-out', easeOut: 'ease-out', easeIn: 'ease-out', sharp: 'ease-out' },
  },
  typography: {
    fontFamily: "'IBM Plex Sans Variable', system-ui, sans-serif",
    fontSize: 13,
    fontWeightRegular: 400,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: text(26, 34, 600, '-0.02em'),
    h2: text(22, 28, 600, '-0.015em'),
    h3: text(16, 24, 600),
    h4: text(13, 20, 600),
    figure: text(18, 24, 600, '-0.01em'),
    title: text(20, 28, 600, '-0.015em'),
    banner: text(24, 30, 600, '-0.01em'),
    // As strong as what it is in.
    prose: text(15, 24),
    body1: text(13, 20, 400),
    body2: text(14, 20, 400),
    button: { ...text(13, 20, 500), textTransform: 'none' },
    caption: text(12, 16, 400),
    note: { ...text(12, 16, 400), color: 'var(--hr-palette-ink3)' },
    mark: text(11, 16, 600),
    // Phones zoom into a field whose text is smaller than 16 px.
    touchField: text(16, 24, 400),
  },
  components: componentOverrides,
})
