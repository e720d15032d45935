import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import { PULSE } from '../feedback/Skeletons.tsx'
import { styled } from '../theme/styled.tsx'

export const STRIP_HEIGHT = 44
export const HEAD_HEIGHT = 34
export const PHONE_ROW_HEIGHT = 64

/** Where a table begins below what sticks to the top of the window. */
export const stickyTop = 'calc(var(--sticky-top, 0px) + var(--sticky-tools, 0px))'

/** The panel around strip, header and rows. On phones it runs to the edges of the page's gutter. */
export const Panel = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  overflow: 'clip',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('md')]: {
    '&[data-phone]': {
      borderRadius: 0,
      borderWidth: '1px 0 0',
      marginInline: 'calc(-1 * var(--page-gutter))',
    },
  },
  '@media print': { border: 0, minHeight: '0 !important' },
}))

/** Scrolls sideways where columns don't fit, and up and down under `maxHeight`. */
export const Scroller = styled('div')({
  minWidth: 0,
  '&[data-own]': { overflow: 'auto' },
  '&[data-sideways]': { overflowX: 'auto' },
})

// Laid out as grids so that rows share tracks with the header and can come and go while scrolling; the roles
// that `display` takes from table elements are set by hand, and print gets the real table back.
export const Grid = styled('table')({
  display: 'block',
  width: '100%',
  minWidth: 'var(--min-width)',
  borderSpacing: 0,
  '@media print': { display: 'table' },
})

export const Head = styled('thead')(({ theme }) => ({
  display: 'block',
  zIndex: 1,
  backgroundColor: theme.vars.palette.surface,
  '&[data-sticky="page"]': { position: 'sticky', top: `calc(${stickyTop} + var(--strip-height))` },
  '&[data-sticky="own"]': { position: 'sticky', top: 0 },
  '@media print': { display: 'table-header-group' },
}))

export const Body = styled('tbody')({
  display: 'block',
  // It has the focus only for the moment until a row has it.
  outline: 'none',
  '&[data-stale]': { opacity: 0.45 },
  '@media print': { display: 'table-row-group' },
})

/** A cell that stays in sight where the table scrolls sideways, over the gap beside it as well. */
const pinned = (theme: Pick<Theme, 'vars'>) =>
  ({
    position: 'sticky',
    zIndex: 1,
    backgroundColor: 'inherit',
    paddingRight: 20,
    marginRight: -20,
    '&[data-pin="last"]': { boxShadow: `1px 0 0 ${theme.vars.palette.lineStrong}` },
    '@media print': { position: 'static' },
  }) as const

const rowGrid = {
  display: 'grid',
  gridTemplateColumns: 'var(--columns)',
  alignItems: 'center',
  columnGap: 20,
  padding: '0 14px',
  '@media print': { display: 'table-row' },
} as const

export const HeadRow = styled('tr')(({ theme }) => ({
  ...rowGrid,
  backgroundColor: 'inherit',
  height: HEAD_HEIGHT,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

export const HeadCell = styled('th')(({ theme }) => ({
  padding: 0,
  minWidth: 0,
  textAlign: 'left',
  ...theme.typography.note,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '&[data-align="right"]': { textAlign: 'right' },
  // Over the words, not over the glyph before them.
  '&[data-lead]': { paddingLeft: 32 },
  '&[data-pin]': pinned(theme),
  '@media print': { display: 'table-cell', padding: '4px 12px 4px 0' },
}))

export const SortButton = styled(ButtonBase)(({ theme }) => ({
  gap: 4,
  height: 28,
  maxWidth: '100%',
  borderRadius: 4,
  font: 'inherit',
  color: 'inherit',
  '&:hover': { color: theme.vars.palette.ink },
  '[aria-sort="ascending"] &, [aria-sort="descending"] &': {
    fontWeight: 600,
    color: theme.vars.palette.ink,
  },
  '&.Mui-focusVisible': { outlineOffset: -2 },
}))

/** What an open row stands on. */
export const openedGround = (theme: Pick<Theme, 'vars'>) =>
  ({
    backgroundColor: theme.vars.palette.hover,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
  }) as const

export const Row = styled('tr')(({ theme }) => ({
  ...rowGrid,
  height: 'var(--row-height)',
  // A row that the keyboard walks to is not to stop under the strip and the header.
  scrollMarginTop: `calc(${stickyTop} + var(--strip-height) + ${HEAD_HEIGHT}px)`,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[aria-selected="true"]': { backgroundColor: theme.vars.palette.selected },
  // Nearly all are: their checkboxes say it.
  '[data-choice] &[aria-selected="true"]': { backgroundColor: 'transparent' },
  '&[data-highlighted]': {
    backgroundColor: theme.vars.palette.selected,
    boxShadow: `inset 2px 0 0 ${theme.vars.palette.primary.main}`,
  },
  '&[data-set-back] > td[data-first]': { color: theme.vars.palette.ink3 },
  '&[data-set-back] > td[data-first] > div > *:not(div)': { opacity: 0.45 },
  // As high as what it says.
  '[data-fit] &': { height: 'auto', alignItems: 'start', paddingBlock: 7 },
  '[data-fit] &[aria-busy]': { height: 'var(--row-height)', alignItems: 'center', paddingBlock: 0 },
  // Pulses as one: each bar by itself would be a layer of its own, a hundred of them.
  '&[aria-busy]': { animation: PULSE },
  '&[aria-busy] span': { animation: 'none' },
  '&[data-opened]': openedGround(theme),
  '&:focus-visible': { outlineOffset: -2 },
  // Colours of the person's own replace the ground that tells what is chosen.
  '@media (forced-colors: active)': {
    '&[aria-selected="true"], &[data-highlighted]': {
      outline: '2px solid Highlight',
      outlineOffset: -2,
    },
  },
  '@media print': { display: 'table-row', backgroundColor: 'transparent !important', border: 0 },
}))

export const Cell = styled('td')(({ theme }) => ({
  padding: 0,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.ink2,
  '& > *': { verticalAlign: 'middle' },
  '[data-fit] &': { whiteSpace: 'normal', lineHeight: '20px' },
  '[data-fit] &[data-first]': { alignSelf: 'stretch', overflow: 'visible' },
  '[data-opened] > &': { overflow: 'visible' },
  // Room for the focus rings of what stands in the cell.
  paddingBlock: 4,
  paddingInline: 3,
  marginInline: -3,
  '&[data-align="right"]': { textAlign: 'right' },
  '&[data-first]': { color: theme.vars.palette.ink },
  '&[data-pin]': pinned(theme),
  '@media print': { display: 'table-cell', verticalAlign: 'middle', padding: '4px 12px 4px 0' },
}))

/** Below the cells of an open row, from edge to edge. */
export const OpenedFoot = styled('td')(({ theme }) => ({
  gridColumn: '1 / -1',
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  margin: '7px -14px -7px',
  padding: '9px 14px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

/** A glyph before the words of the first cell. */
export const Lead = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  '& > div': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
})

/** The checkbox and the dots: as wide as their hit area, with no print. */
export const ControlCell = styled('td')({
  padding: 0,
  display: 'flex',
  justifyContent: 'center',
  '&[data-end]': { justifyContent: 'flex-end' },
  '&[data-start]': { justifyContent: 'flex-start', marginLeft: -6 },
  '@media print': { display: 'none' },
})

export const Message = styled('div')({ padding: 14 })

/** Keeps the scroll height of rows that are not rendered. */
export const Spacer = styled('tr')({ display: 'block', '@media print': { display: 'none' } })
