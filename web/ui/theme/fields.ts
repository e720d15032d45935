import type { CssVarsThemeOptions } from '@mui/material/styles'

/** Fields: the label stands above, the outline is a 3:1 control colour, focus has a border and a halo. */
export const fieldOverrides: NonNullable<CssVarsThemeOptions['components']> = {
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        height: 36,
        fontSize: 13,
        lineHeight: '20px',
        borderRadius: 6,
        color: theme.vars.palette.ink,
        backgroundColor: theme.vars.palette.surface,
        paddingLeft: 11,
        paddingRight: 11,
        transition: theme.transitions.create('box-shadow'),
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.ink3 },
        '&.Mui-focused': { boxShadow: `0 0 0 3px ${theme.vars.palette.accent.tint}` },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.primary.main,
          borderWidth: 2,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.danger.main },
        '&.Mui-error.Mui-focused': { boxShadow: `0 0 0 3px ${theme.vars.palette.danger.tint}` },
        '&.Mui-disabled': { opacity: 0.45, color: theme.vars.palette.ink },
        // Multi-line fields measure themselves by a hidden text area, which is always read-only.
        '&:has(input:read-only:not([aria-hidden])), &:has(textarea:read-only:not([aria-hidden]))': {
          backgroundColor: theme.vars.palette.sunken,
          '&:not(.Mui-focused, .Mui-error) .MuiOutlinedInput-notchedOutline': {
            borderColor: theme.vars.palette.line,
          },
        },
        // Phones zoom into a field whose text is smaller than 16 px.
        [theme.breakpoints.down('md')]: { minHeight: 44, fontSize: 16 },
        variants: [
          { props: { size: 'small' }, style: { height: 32 } },
          { props: { multiline: true }, style: { height: 'auto', padding: '7px 11px' } },
        ],
      }),
      input: ({ theme }) => ({
        padding: 0,
        height: '100%',
        '&::placeholder': { color: theme.vars.palette.ink3, opacity: 1 },
        '&.Mui-disabled': { WebkitTextFillColor: 'currentcolor' },
      }),
      notchedOutline: ({ theme }) => ({
        top: 0,
        borderColor: theme.vars.palette.control,
        // The legend only makes room for a floating label, which there is none of.
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiInputAdornment: {
    styleOverrides: {
      root: ({ theme }) => ({
        maxHeight: 'none',
        color: theme.vars.palette.ink3,
        '& .MuiTypography-root': { color: 'inherit', fontSize: 'inherit' },
      }),
    },
  },
}
