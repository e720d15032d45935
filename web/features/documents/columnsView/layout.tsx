import { styled } from '../../../ui/theme/styled.tsx'

/** Least and greatest width of a column in px: between them all share the room there is, and the last has the rest. */
const COLUMN_MIN = 280
const COLUMN_MAX = 460
/** Width of a column in px that has room for more than names. */
const COLUMN_OF_FACTS = 600

/** The panel that holds all columns: as high as the window leaves room for, and scrolled sideways. */
export const Panel = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 0',
  minHeight: 'min(420px, calc(100dvh - 84px))',
  overflow: 'hidden',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  '& > [data-message]': { padding: 14 },
  [theme.breakpoints.down('md')]: {
    borderRadius: 0,
    borderWidth: '1px 0 0',
    marginInline: 'calc(-1 * var(--page-gutter))',
  },
}))

/** The columns side by side. */
export const Sideways = styled('div')({
  display: 'flex',
  flex: 1,
  minHeight: 0,
  overflowX: 'auto',
  overflowY: 'hidden',
})

/** All columns together are one tree, entries below entries to the right of them. */
export const Tree = styled('div')(({ theme }) => ({
  display: 'flex',
  minHeight: 0,
  flex: '1 0 auto',
  // The edge of the panel stands there already.
  '&:only-child > :last-child': { borderRight: 0 },
  [theme.breakpoints.down('md')]: { flex: 1, minWidth: 0 },
}))

/** A folder's entries, scrolled by themselves. */
export const Group = styled('div')(({ theme }) => ({
  position: 'relative',
  containerType: 'inline-size',
  flex: `1 0 ${COLUMN_MIN}px`,
  minWidth: COLUMN_MIN,
  '&:not(:last-child)': { maxWidth: COLUMN_MAX },
  overflowY: 'auto',
  overflowX: 'hidden',
  overscrollBehaviorY: 'contain',
  // It has the focus only for the moment until an entry has it.
  outline: 'none',
  borderRight: `1px solid ${theme.vars.palette.line}`,
  '& > p': { margin: 0, padding: '8px 14px', color: theme.vars.palette.ink2 },
  [theme.breakpoints.down('md')]: { width: '100%', minWidth: 0, flex: 1, border: 0 },
}))

/** Heights of an entry in px, by pointer and by touch. */
export const ENTRY_HEIGHT = 36
export const PHONE_ENTRY_HEIGHT = 48

/** One file or folder in a column. */
export const Entry = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: ENTRY_HEIGHT,
  padding: '0 8px 0 12px',
  cursor: 'default',
  userSelect: 'none',
  color: theme.vars.palette.ink,
  fontWeight: 500,
  '&[data-strong]': { fontWeight: 600 },
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  // On the way to the chosen one.
  '&[aria-expanded="true"]': { backgroundColor: theme.vars.palette.hover },
  '&[data-highlighted], &[aria-selected="true"]': {
    backgroundColor: theme.vars.palette.selected,
    boxShadow: `inset 2px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '&:focus-visible': { outlineOffset: -2 },
  '@media (forced-colors: active)': {
    '&[data-highlighted], &[aria-selected="true"]': { outline: '2px solid Highlight', outlineOffset: -2 },
  },
  '& > [data-name]': { flex: 1, minWidth: 0, display: 'flex' },
  // Drawn: an entry is called by its name alone, as it is where a column has no room for them.
  '& > [data-facts]': {
    display: 'none',
    gridTemplateColumns: '84px 132px',
    gap: 20,
    flex: 'none',
    fontWeight: 400,
    color: theme.vars.palette.ink2,
    [`@container (min-width: ${COLUMN_OF_FACTS}px)`]: { display: 'grid' },
    '&::before': { content: 'attr(data-facts)', textAlign: 'right' },
    '&::after': { content: 'attr(data-moment)' },
  },
  '& > svg': { flex: 'none', color: theme.vars.palette.ink3 },
  '& > [data-chevron]': { display: 'inline-flex', width: 14, flex: 'none', color: theme.vars.palette.ink3 },
  '& > .MuiIconButton-root': { marginRight: -6, color: theme.vars.palette.ink3 },
  [theme.breakpoints.down('md')]: {
    height: PHONE_ENTRY_HEIGHT,
    ...theme.typography.body2,
    fontWeight: 500,
    paddingRight: 14,
  },
}))
