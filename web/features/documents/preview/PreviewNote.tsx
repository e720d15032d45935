import { styled } from '../../../ui/theme/styled.tsx'

/** One line above a preview: what it leaves out. */
export const PreviewNote = styled('p')(({ theme }) => ({
  flex: 'none',
  margin: 0,
  padding: '6px 14px',
  ...theme.typography.note,
  backgroundColor: theme.vars.palette.surface,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))
