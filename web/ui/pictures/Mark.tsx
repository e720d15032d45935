import { styled } from '../theme/styled.tsx'
import { drawing } from '../theme/tokens.ts'

const { mark } = drawing

/** The product's mark: the sun half risen over a field, 22 px by default. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true" focusable="false">
      <rect width="22" height="22" rx="5" fill={mark.ground} />
      <path d="M5.6 11.7a5.4 5.4 0 0 1 10.8 0z" fill={mark.sun} />
      <path d="M3.8 14h14.4M6 16.9h10" stroke={mark.field} strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}

const Row = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  fontSize: 16,
  lineHeight: '24px',
  fontWeight: 600,
  letterSpacing: '-0.015em',
  color: theme.vars.palette.ink,
}))

/** The mark with the product's name beside it; a size larger on the front door. */
export function Wordmark({ large }: { large?: boolean }) {
  return (
    <Row style={large ? { fontSize: 17.5 } : undefined}>
      <Mark size={large ? 24 : 22} />
      Helioroom
    </Row>
  )
}
