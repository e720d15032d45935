import { styled } from '../theme/styled.tsx'

/** A list of places beside the page that they lead to; one above the other on narrow screens. */
export const SideColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 20,
  margin: '-6px 0 0',
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, margin: 0 },
}))

/**
 * The list in SideColumns: links in a `ul`, each with a count in `small` where it has one; several lists have a heading
 * each. The current link is marked by its `aria-current`. `data-dense` is for lists that would fill the screen.
 */
export const SideNav = styled('nav')(({ theme }) => ({
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& h2': {
    margin: '14px 0 2px',
    padding: '0 12px',
    ...theme.typography.note,
    lineHeight: '20px',
    fontWeight: 500,
  },
  '& > div:first-of-type > h2': { marginTop: 0 },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 36,
    padding: '0 12px',
    borderRadius: 6,
    ...theme.typography.body1,
    fontWeight: 500,
    textDecoration: 'none',
    color: theme.vars.palette.ink2,
    '& > small': {
      marginLeft: 'auto',
      ...theme.typography.note,
      fontVariantNumeric: 'tabular-nums',
    },
    '&:hover': { backgroundColor: theme.vars.palette.hover },
    '&[aria-current]': {
      fontWeight: 600,
      color: theme.vars.palette.accent.text,
      backgroundColor: theme.vars.palette.accent.tint,
    },
    '&[aria-current] > small': { color: 'inherit' },
  },
  '&[data-dense] a': { minHeight: 30 },
}))
