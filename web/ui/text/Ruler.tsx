import { styled } from '../theme/styled.tsx'

/** Words at their widest, which are measured and never seen: nothing jumps when one of them becomes bold. */
export const Ruler = styled('div')(({ theme }) => ({
  position: 'absolute',
  visibility: 'hidden',
  display: 'flex',
  height: 0,
  overflow: 'hidden',
  ...theme.typography.h4,
  whiteSpace: 'nowrap',
}))
