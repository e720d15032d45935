import type { CssVarsThemeOptions } from '@mui/material/styles'
import { baseline } from './baseline.ts'
import { checkedIcon, partialIcon, uncheckedIcon } from './CheckboxIcons.tsx'
import { fieldOverrides } from './fields.ts'
import { floatingOverrides } from './floating.ts'

type Overrides = NonNullable<CssVarsThemeOptions['components']>

/** How plain MUI parts come out: heights, outlines and states as the look asks. */
export const componentOverrides: Overrides = {
  ...fieldOverrides,
  ...floatingOverrides,
  MuiCssBaseline: { styleOverrides: baseline },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-disabled': { opacity: 0.45, cursor: 'default' } } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        minWidth: 0,
        height: 32,
        padding: '0 12px',
        borderRadius: 6,
        whiteSpace: 'nowrap',
        flex: 'none',
        '& .MuiButton-startIcon': { margin: '0 8px 0 -2px' },
        '& .MuiButton-endIcon': { margin: '0 -3px 0 6px' },
        '& .MuiButton-startIcon > svg': { width: 16, height: 16 },
        '& .MuiButton-endIcon > svg': { width: 14, height: 14 },
        [theme.breakpoints.down('md')]: { minHeight: 44 },
        variants: [
          {
            props: { variant: 'outlined' },
            style: {
              padding: '0 11px',
              color: theme.vars.palette.ink,
              borderColor: theme.vars.palette.lineStrong,
              backgroundColor: theme.vars.palette.surface,
              '& .MuiButton-icon': { color: theme.vars.palette.ink2 },
              '&:hover': {
                backgroundColor: theme.vars.palette.hover,
                borderColor: theme.vars.palette.lineStrong,
              },
              '&.Mui-disabled': {
                color: theme.vars.palette.ink,
                borderColor: theme.vars.palette.lineStrong,
              },
            },
          },
          {
            props: { variant: 'contained' },
            style: {
              fontWeight: 600,
              '&.Mui-disabled': {
                color: theme.vars.palette.primary.contrastText,
                backgroundColor: theme.vars.palette.primary.main,
              },
            },
          },
          {
            props: { variant: 'contained', color: 'error' },
            style: { '&.Mui-disabled': { backgroundColor: theme.vars.palette.danger.main } },
          },
          {
            props: { variant: 'text' },
            style: {
              padding: '0 8px',
              color: theme.vars.palette.ink,
              '& .MuiButton-icon': { color: theme.vars.palette.ink2 },
              '&:hover': { backgroundColor: theme.vars.palette.hover },
              '&.Mui-disabled': { color: theme.vars.palette.ink },
            },
          },
          {
            props: { variant: 'text', color: 'error' },
            style: {
              color: theme.vars.palette.danger.text,
              '& .MuiButton-icon': { color: 'inherit' },
              '&:hover': { backgroundColor: theme.vars.palette.danger.tint },
            },
          },
          {
            props: { variant: 'outlined', color: 'error' },
            style: { color: theme.vars.palette.danger.text, '& .MuiButton-icon': { color: 'inherit' } },
          },
          { props: { size: 'small' }, style: { height: 28, padding: '0 8px', fontSize: 13 } },
          { props: { size: 'large' }, style: { height: 40, padding: '0 16px', fontSize: 14 } },
        ],
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 32,
        height: 32,
        padding: 0,
        borderRadius: 6,
        flex: 'none',
        color: theme.vars.palette.ink2,
        '&:hover': { backgroundColor: theme.vars.palette.hover },
        '&.Mui-disabled': { color: theme.vars.palette.ink2 },
        [theme.breakpoints.down('md')]: { width: 44, height: 44 },
        variants: [{ props: { size: 'small' }, style: { width: 28, height: 28 } }],
      }),
    },
  },
  MuiCheckbox: {
    defaultProps: { icon: uncheckedIcon, checkedIcon, indeterminateIcon: partialIcon },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 6,
        fontSize: 16,
        borderRadius: 6,
        color: theme.vars.palette.control,
        '&:hover': { backgroundColor: 'transparent' },
        [theme.breakpoints.down('md')]: { padding: 11, fontSize: 22 },
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.accent.text, fontWeight: 500 }) },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
}
