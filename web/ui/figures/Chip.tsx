import type { ReactNode } from 'react'
import { cssVars } from '../theme/cssVars.ts'
import { styled } from '../theme/styled.tsx'
import type { Tone } from '../theme/tokens.ts'

const Dot = styled('span')({
  display: 'inline-block',
  flex: 'none',
  width: 7,
  height: 7,
  borderRadius: '50%',
  backgroundColor: 'var(--dot)',
  '&[data-hollow]': { border: '1.5px solid var(--dot)', backgroundColor: 'transparent' },
})

/** The graphic colour of a tone, or `ink2` for the dot of what has ended. */
export type DotColor = Tone | 'ink2'

function dotVar(color: DotColor): string {
  return color === 'ink2' ? 'var(--hr-palette-ink2)' : `var(--hr-palette-${color}-main)`
}

interface StatusDotProps {
  color: DotColor
  /** A ring in place of a disc. */
  hollow?: boolean
  /** The status in words: colour never speaks alone. */
  children: ReactNode
}

const Labelled = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 7, minWidth: 0 })

/** A dot with the words beside it. */
export function StatusDot({ color, hollow, children }: StatusDotProps) {
  return (
    <Labelled>
      <Dot data-hollow={hollow ? '' : undefined} style={cssVars({ '--dot': dotVar(color) })} />
      {children}
    </Labelled>
  )
}

const Ringed = styled(Labelled)(({ theme }) => ({
  gap: 5,
  '& > span': { boxShadow: `0 0 0 1px ${theme.vars.palette.lineStrong}` },
}))

/** A label where a chip would not fit: its own colour (any CSS colour) as a ringed dot, with the words beside it. */
export function LabelDot({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Ringed>
      <Dot style={cssVars({ '--dot': color })} />
      {children}
    </Ringed>
  )
}

interface ChipProps {
  children: ReactNode
  tone?: Tone
  /** A dot before the words. */
  dot?: DotColor
  hollow?: boolean
  /** An icon before the words, in place of the dot. */
  icon?: ReactNode
  /** A label's own colour (any CSS colour): outlined chip, ringed dot. */
  labelColor?: string
}

const Body = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 20,
  maxWidth: '100%',
  padding: '0 7px',
  borderRadius: 4,
  ...theme.typography.caption,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  flex: 'none',
  color: 'var(--chip-text)',
  backgroundColor: 'var(--chip-tint)',
  '& > svg': { width: 12, height: 12 },
  '&[data-label]': {
    padding: '0 6px',
    color: theme.vars.palette.ink2,
    backgroundColor: 'transparent',
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.lineStrong}`,
  },
  '&[data-label] > span:first-of-type': { boxShadow: `0 0 0 1px ${theme.vars.palette.lineStrong}` },
  // Neutral ground would vanish on a selected row.
  '[aria-selected="true"] &[data-tone="neutral"]': {
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.ink} 9%, transparent)`,
  },
}))

/** A small fact: tinted ground with words, or a label with its own colour. */
export function Chip({ children, tone = 'neutral', dot, hollow, icon, labelColor }: ChipProps) {
  const color = labelColor ?? (dot && dotVar(dot))
  return (
    <Body
      data-tone={labelColor ? undefined : tone}
      data-label={labelColor ? '' : undefined}
      style={
        labelColor
          ? undefined
          : cssVars({
              '--chip-text': `var(--hr-palette-${tone}-text)`,
              '--chip-tint': `var(--hr-palette-${tone}-tint)`,
            })
      }
    >
      {icon}
      {color && <Dot data-hollow={hollow ? '' : undefined} style={cssVars({ '--dot': color })} />}
      {children}
    </Body>
  )
}
