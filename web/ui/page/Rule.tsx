import { styled } from '../theme/styled.tsx'

/** Parts buttons in a line from those that do something else. */
export const Rule = styled('span')(({ theme }) => ({
  width: 1,
  height: 18,
  margin: '0 6px',
  flex: 'none',
  backgroundColor: theme.vars.palette.lineStrong,
}))
