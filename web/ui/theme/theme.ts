import { createTheme, type PaletteOptions } from '@mui/material/styles'
import { componentOverrides } from './components.ts'
import { breakpoints, dark, layers, light, motion, type Tokens } from './tokens.ts'
import type {} from './types.ts'

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
    h1: { fontSize: 26, lineHeight: '34px', fontWeight: 600, letterSpacing: '-0.02em' },
    h2: { fontSize: 22, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.015em' },
    h3: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: 0 },
    figure: { fontSize: 18, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.01em' },
    body1: { fontSize: 13, lineHeight: '20px', letterSpacing: 0 },
    body2: { fontSize: 14, lineHeight: '20px', letterSpacing: 0 },
    button: { fontSize: 13, lineHeight: '20px', fontWeight: 500, letterSpacing: 0, textTransform: 'none' },
    caption: { fontSize: 12, lineHeight: '16px', letterSpacing: 0 },
  },
  components: componentOverrides,
})
