import { styled } from '../theme/styled.tsx'

/** What a part is about at the left, what can be done with it at the right, or below where there is no room. */
export const TitleRow = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '8px 12px',
  minWidth: 0,
})

/** The path of a page that has no head of its own, and what can be done there. */
export const PathRow = styled(TitleRow)({ minHeight: 32, marginBottom: 14 })

/** Buttons and choices in a line, which wraps; what belongs at its other end has `data-end`. */
export const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > [data-end]': { marginLeft: 'auto' },
})

/** The buttons under what they save where that is no dialog: Cancel, then the action, at the right. */
export const FormFoot = styled(Actions)({ justifyContent: 'flex-end' })

/** Across the top of a panel, a window or what shows a file: what it is, and what can be done with it. */
export const PanelBar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  padding: '0 14px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
}))

/** What saves or ends a long page: over the whole width of the page, and in sight wherever one is on it. */
export const StickyFoot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  margin: '0 calc(-1 * var(--page-gutter))',
  padding: '0 var(--page-gutter)',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('md')]: { flexWrap: 'wrap', paddingBlock: 6 },
}))

/** A sentence across the whole width of what it is about, an icon before it and what one may do about it behind. */
export const Banner = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 8px',
  boxSizing: 'border-box',
  padding: '4px 8px 4px 14px',
  ...theme.typography.body1,
  color: theme.vars.palette.info.text,
  backgroundColor: theme.vars.palette.info.tint,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '&[data-tone="warning"]': {
    color: theme.vars.palette.warning.text,
    backgroundColor: theme.vars.palette.warning.tint,
  },
  '& > svg': { flex: 'none', width: 16, height: 16 },
  '& > :is(p, span)': { flex: 1, margin: 0 },
}))

/** Parts of a page below each other. */
export const Stack = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 })

/** Panels side by side, as many as there is room for. */
export const PanelGrid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
  gap: 16,
})

/** A list without bullets. */
export const PlainList = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })

/** A list with a line around it and between its entries (`li`), which scrolls by itself where it is given a height. */
export const BorderedList = styled(PlainList)(({ theme }) => ({
  overflowY: 'auto',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  '& > li': { display: 'flex', alignItems: 'center' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.line}` },
}))

/** Fields of a form two in a line, one on a phone; one with `data-wide` takes a line. */
export const FieldPairs = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: '18px 20px',
  '& > [data-wide]': { gridColumn: '1 / -1' },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

/** A sentence or more among what has its own gaps. */
export const Text = styled('p')({ margin: 0 })

/** What is said beside the main thing. */
export const Note = styled(Text)(({ theme }) => ({ ...theme.typography.note }))

/** The buttons at the foot of a menu. */
export const MenuFoot = styled('div')(({ theme }) => ({
  padding: '4px 8px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

/** What a menu says below its entries. */
export const MenuNote = styled(Note)(({ theme }) => ({
  padding: '8px 12px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))
