import type { CSSObject, Theme } from '@mui/material/styles'
import { breakpoints } from './tokens.ts'

/** What is of no use on paper: bars, tabs, menus and everything that is there to be pressed. */
const NOT_PRINTED = [
  'header',
  'footer',
  'nav',
  '[role="menu"]',
  '[role="toolbar"]',
  '.MuiButton-root',
  '.MuiIconButton-root',
  '[data-print="off"]',
].join(', ')

/** What holds on every page before any component: ground, figures, icons, focus, motion and print. */
export function baseline(theme: Pick<Theme, 'vars'>): CSSObject {
  return {
    // The page's margin at both sides, which full-width parts reach across.
    ':root': { '--page-gutter': '24px' },
    [`@media (max-width: ${breakpoints.md - 0.05}px)`]: { ':root': { '--page-gutter': '16px' } },
    body: {
      fontVariantNumeric: 'tabular-nums',
      color: theme.vars.palette.ink,
      backgroundColor: theme.vars.palette.canvas,
      WebkitFontSmoothing: 'antialiased',
      overflowWrap: 'break-word',
      // What stands at the bottom of a phone must not cover the page's end.
      paddingBottom: 'calc(var(--bottom-bar, 0px) + var(--bottom-window, 0px))',
    },
    ':focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
    'main:focus, [tabindex="-1"]:focus': { outline: 'none' },
    // Tabler draws at 24 and 2; a size given by name still counts.
    ':where(svg.tabler-icon)': { strokeWidth: 1.6, flex: 'none' },
    ':where(svg.tabler-icon[width="24"])': { width: 17, height: 17 },

    '@keyframes hr-rise': {
      from: { opacity: 0, transform: 'translateY(4px)' },
      to: { opacity: 1, transform: 'none' },
    },
    '@keyframes hr-fade': { from: { opacity: 0 }, to: { opacity: 1 } },
    '@keyframes hr-turn': { to: { transform: 'rotate(1turn)' } },
    '@keyframes hr-pulse': { '50%': { opacity: 0.4 } },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': {
        animation: 'none !important',
        transition: 'none !important',
        scrollBehavior: 'auto !important',
      },
    },
    '@media print': {
      '@page': { margin: '16mm 14mm' },
      body: { backgroundColor: '#fff' },
      a: { color: 'inherit !important', textDecoration: 'none !important' },
      [NOT_PRINTED]: { display: 'none !important' },
      tr: { breakInside: 'avoid' },
      thead: { display: 'table-header-group' },
    },
  }
}
