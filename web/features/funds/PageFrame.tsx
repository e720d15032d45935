import { styled } from '@mui/material/styles'

/** The head of a page, on surface, ended by one hairline. */
export const PageHead = styled('div')(({ theme }) => ({
  padding: '0 24px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('md')]: { padding: '0 16px' },
}))

/** What lies under the head. */
export const PageBody = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '20px 24px 32px',
  [theme.breakpoints.down('md')]: { padding: 16 },
}))

/** A surface with a line around it. */
export const Panel = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface,
  overflow: 'hidden',
}))
