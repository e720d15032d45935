import { styled } from '../theme/styled.tsx'

/** A list with a line around it and between its entries (`li`), which scrolls by itself where it is given a height. */
export const BorderedList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  overflowY: 'auto',
  listStyle: 'none',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  '& > li': { display: 'flex', alignItems: 'center' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.line}` },
}))
