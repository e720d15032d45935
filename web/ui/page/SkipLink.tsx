import { floating } from '../theme/floating.ts'
import { styled } from '../theme/styled.tsx'
import { layers } from '../theme/tokens.ts'

const Anchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: layers.tooltip,
  padding: '8px 12px',
  borderRadius: 6,
  fontWeight: 500,
  textDecoration: 'none',
  ...floating(theme),
  color: theme.vars.palette.accent.text,
  '&:not(:focus)': { transform: 'translateY(-200%)', boxShadow: 'none' },
}))

/** The first stop of the Tab key: jumps over the bars to the page's `main`. */
export const SkipLink = () => <Anchor href="#main">Skip to content</Anchor>
