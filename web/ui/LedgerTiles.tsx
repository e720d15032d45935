import { styled } from '@mui/material/styles'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DotColor, StatusDot } from './Chip.tsx'
import { cssVars } from './cssVars.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface LedgerTile {
  key: string
  label: string
  value: ReactNode
  /** A unit set smaller beside the figure. */
  unit?: string
  /** The dot of a status. */
  dot?: { color: DotColor; hollow?: boolean }
  /** How far from the forecast: the arrow says above or below, the colour good or bad. */
  trend?: { direction: 'up' | 'down'; text: string; good: boolean; spoken: string }
  /** Third line, such as the forecast. */
  foot?: ReactNode
  /** Share of the width: .6, .82 (default) or 1.36 by how much the tile has to say. */
  weight?: number
}

const Strip = styled('dl')(({ theme }) => ({
  display: 'flex',
  margin: 0,
  padding: '12px 0 13px',
  '& > div': {
    flex: 'var(--weight) 1 0',
    minWidth: 'max-content',
    padding: '0 20px',
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  '& > div:first-of-type': { paddingLeft: 0, borderLeft: 0 },
  '& > div:last-of-type': { paddingRight: 0 },
  [theme.breakpoints.down('md')]: {
    overflowX: 'auto',
    scrollbarWidth: 'none',
    margin: '0 calc(-1 * var(--page-gutter))',
    padding: '4px var(--page-gutter) 12px',
    maskImage: 'linear-gradient(90deg, #000 calc(100% - 48px), transparent)',
    '& > div': { flex: 'none', padding: '0 14px' },
  },
}))

const Label = styled('dt')(({ theme }) => ({
  fontSize: 12,
  lineHeight: '16px',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.ink3,
}))

const Figure = styled('dd')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  margin: '4px 0 0',
  whiteSpace: 'nowrap',
  ...theme.typography.figure,
  '& > small': { fontSize: 13, fontWeight: 500, letterSpacing: 0, color: theme.vars.palette.ink2 },
}))

const Trend = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  letterSpacing: 0,
  color: theme.vars.palette.danger.text,
  '&[data-good]': { color: theme.vars.palette.success.text },
  '& > svg': { alignSelf: 'center' },
}))

const Foot = styled('dd')(({ theme }) => ({
  margin: '2px 0 0',
  fontSize: 12,
  lineHeight: '16px',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.ink3,
}))

/** A strip of figures like a ledger's head, parted by lines; scrolls sideways on phones. */
export function LedgerTiles({ tiles, label }: { tiles: readonly LedgerTile[]; label: string }) {
  return (
    <Strip aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.key} style={cssVars({ '--weight': tile.weight ?? 0.82 })}>
          <Label>{tile.label}</Label>
          <Figure>
            {tile.dot ? <StatusDot {...tile.dot}>{tile.value}</StatusDot> : tile.value}
            {tile.unit && <small>{tile.unit}</small>}
            {tile.trend && (
              <Trend data-good={tile.trend.good ? '' : undefined}>
                {tile.trend.direction === 'up' ? <IconArrowUp size={13} /> : <IconArrowDown size={13} />}
                <span aria-hidden="true">{tile.trend.text}</span>
                <VisuallyHidden>{tile.trend.spoken}</VisuallyHidden>
              </Trend>
            )}
          </Figure>
          {tile.foot && <Foot>{tile.foot}</Foot>}
        </div>
      ))}
    </Strip>
  )
}
