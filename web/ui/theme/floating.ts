import type { CssVarsThemeOptions, Theme } from '@mui/material/styles'

/** Outline, ground and shadow of what floats over the page. */
export function floating(theme: Pick<Theme, 'vars'>) {
  return {
    color: theme.vars.palette.ink,
    backgroundColor: theme.vars.palette.raised,
    boxShadow: `0 0 0 1px ${theme.vars.palette.floatLine}, ${theme.vars.palette.floatShadow}`,
  }
}

/** Menus and dialogs: the only parts with a shadow. */
export const floatingOverrides: NonNullable<CssVarsThemeOptions['components']> = {
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.scrim,
        '&.MuiBackdrop-invisible': { backgroundColor: 'transparent' },
      }),
    },
  },
  MuiMenu: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      paper: ({ theme }) => ({
        ...floating(theme),
        borderRadius: 8,
        marginTop: 4,
        minWidth: 160,
        maxWidth: 360,
        '@media (prefers-reduced-motion: no-preference)': { animation: 'hr-rise 180ms ease-out' },
      }),
      list: { paddingTop: 5, paddingBottom: 5 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 32,
        padding: '0 12px',
        gap: 10,
        fontSize: 13,
        lineHeight: '20px',
        '&:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.hover },
        // Drawn, not said: what is read out has the key as one.
        '&[data-shortcut]::after': {
          content: 'attr(data-shortcut)',
          marginLeft: 'auto',
          paddingLeft: 20,
          fontSize: 12,
          color: theme.vars.palette.ink3,
        },
        '@media (hover: none)': { '&[data-shortcut]::after': { content: 'none' } },
        '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
          color: theme.vars.palette.accent.text,
          fontWeight: 600,
          backgroundColor: theme.vars.palette.selected,
        },
        '& > svg': { width: 16, height: 16, flex: 'none', color: theme.vars.palette.ink2 },
        '& + .MuiDivider-root': { marginTop: 5, marginBottom: 5 },
        '@media (pointer: coarse)': { minHeight: 44 },
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        ...floating(theme),
        borderRadius: 10,
        '&:not(.MuiDialog-paperFullScreen)': { margin: 24 },
      }),
    },
  },
}
