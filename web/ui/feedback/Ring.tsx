import { styled } from '../theme/styled.tsx'

/** Turns in a line of text while something is under way, as large as the text; what it is stands beside it. */
export const Ring = styled('span')({
  display: 'inline-block',
  width: '1em',
  height: '1em',
  border: '2px solid currentColor',
  borderRightColor: 'transparent',
  borderRadius: '50%',
  animation: 'hr-turn 1s linear infinite',
})
