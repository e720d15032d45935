import { styled } from '../../../ui/theme/styled.tsx'

/** One line above a preview: what it leaves out. */
export const PreviewNote = styled('p')(({ theme }) => ({
  flex: 'none',
  margin: 0,
  padding: '6px 14px',
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
  backgroundColor: theme.vars.palette.surface,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))
