import { styled } from '@mui/material/styles'

/** The head of a page, on surface, ended by one hairline. */
export const PageHead = styled('div')(({ theme }) => ({
  padding: '0 var(--page-gutter)',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
}))

/** What lies under the head. */
export const PageBody = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '20px var(--page-gutter) 32px',
  [theme.breakpoints.down('md')]: { paddingBlock: 16 },
}))
