import { Panel } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** Master and groups, with what is sent beside them where there is room. */
export const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 720px) minmax(0, 408px)',
  alignItems: 'start',
  gap: 24,
  [theme.breakpoints.down('xl')]: { gridTemplateColumns: 'minmax(0, 720px)', gap: 16 },
}))

/** A panel of toggles: a head, and a row for each. */
export const TogglePanel = styled(Panel)(({ theme }) => ({
  '& > header, & > ul > li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 16,
    padding: '0 16px',
  },
  '& > header': { minHeight: 44 },
  '& > header[data-master]': { minHeight: 76, padding: '12px 16px', boxSizing: 'border-box' },
  '& > header > div:first-of-type': { minWidth: 0 },
  '& h2': { margin: 0, display: 'inline', ...theme.typography.h3, overflowWrap: 'anywhere' },
  '& h2 + span': { marginLeft: 8, ...theme.typography.note },
  '& header p': { margin: '2px 0 0', color: theme.vars.palette.ink2, overflowWrap: 'anywhere' },
  '& > ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& > ul > li': {
    minHeight: 42,
    borderTop: `1px solid ${theme.vars.palette.line}`,
    '&:hover': { backgroundColor: theme.vars.palette.hover },
    '& > span': { minWidth: 0 },
  },
  '& > [data-tools]': { padding: '0 16px 12px' },
  '& > p, & > nav': { margin: 0, padding: '10px 16px', borderTop: `1px solid ${theme.vars.palette.line}` },
  '& > p': { color: theme.vars.palette.ink3 },
  // What is off as a whole: seen, and not to be used.
  '&[data-off]': {
    // Names stay legible.
    '& h2, & li > span': { color: theme.vars.palette.ink3 },
    '& [role="switch"], & [role="checkbox"]': { opacity: 0.45 },
    '& > ul > li:hover': { backgroundColor: 'transparent' },
  },
  [theme.breakpoints.down('md')]: { '& > ul > li, & > header': { minHeight: 52 } },
}))
