import { styled } from '@mui/material/styles'

/** What stands over a list: filters at the left, search and actions (`data-end`) at the right. */
export const ListTools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  marginBottom: 14,
  '& > [data-end]': { marginLeft: 'auto', display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 8 },
  [theme.breakpoints.down('md')]: {
    '& > [data-end]': { marginLeft: 0, width: '100%', minWidth: 0 },
    // The search yields to the buttons beside it; what does not fit even so stands below.
    '& > [data-end] > div:not([role="group"])': { flex: '1 1 200px', minWidth: 0 },
  },
}))

/** Under a table: which of the rows these are, and the pages (08-people). */
export const ListFoot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: 8,
  minHeight: 44,
  fontSize: 12,
  color: theme.vars.palette.ink3,
}))

/** '51 to 64 of 64'; nothing where there is nothing. */
export const rangeText = (offset: number, rows: number, count: number): string =>
  count === 0 ? '' : `${offset + 1} to ${offset + rows} of ${count}`
