import { styled } from '../theme/styled.tsx'

/** Figures in one line over a list, each before the words for it: a `dl` with a `div` around each pair. */
export const FigureLine = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 0',
  margin: 0,
  '& > div': {
    display: 'flex',
    flexDirection: 'row-reverse',
    alignItems: 'baseline',
    gap: 6,
    padding: '0 20px',
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  '& > div:first-of-type': { paddingLeft: 0, borderLeft: 0 },
  '& dt': theme.typography.note,
  '& dd': { margin: 0, ...theme.typography.prose, lineHeight: '20px', fontWeight: 600 },
  [theme.breakpoints.down('md')]: { gap: '2px 14px', '& > div': { padding: 0, borderLeft: 0 } },
}))
