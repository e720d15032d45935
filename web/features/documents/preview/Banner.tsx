import { styled } from '../../../ui/theme/styled.tsx'

/** A warning over a preview, across all of its width: an icon and a sentence, and what one may do about it. */
export const Banner = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: 8,
  padding: '4px 8px 4px 14px',
  fontSize: 13,
  lineHeight: '20px',
  color: theme.vars.palette.warning.text,
  backgroundColor: theme.vars.palette.warning.tint,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > svg': { flex: 'none', width: 16, height: 16 },
  '& > p': { flex: 1, margin: 0 },
}))
