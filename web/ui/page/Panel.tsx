import { styled } from '../theme/styled.tsx'

/** A surface with a line around it. */
export const Panel = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface,
}))
