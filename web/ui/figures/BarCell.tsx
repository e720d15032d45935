import { formatNumber } from '../../../shared/format/number.ts'
import { styled } from '../theme/styled.tsx'

const Cell = styled('span')({
  display: 'grid',
  justifyItems: 'end',
  gap: 2,
  lineHeight: '16px',
  '&[data-beside]': {
    gridTemplateColumns: '56px minmax(0, 1fr)',
    alignItems: 'center',
    gap: 14,
    width: '100%',
    lineHeight: 'inherit',
  },
})

const Track = styled('span')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 4,
  borderRadius: 2,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.neutral.tint,
  '& > span': {
    display: 'block',
    height: '100%',
    borderRadius: 2,
    backgroundColor: theme.vars.palette.chart.c1,
  },
  '& > [data-full]': { backgroundColor: theme.vars.palette.chart.c2 },
}))

/** The bar of a figure in whole percent of the greatest: at least 1 above 0, nothing for 0 (ANA-10, ANA-18). */
function barPercent(value: number, max: number): number {
  if (value <= 0 || max <= 0) return 0
  // Multiplied first: 29 / 100 * 100 is less than 29.
  return Math.min(100, Math.max(1, Math.floor((value * 100) / max)))
}

interface BarCellProps {
  value: number
  max: number
  /** The figure as it reads; its digits unless told. */
  text?: string
  /** The bar stands before the figure instead of under it. */
  isBeside?: boolean
}

/** A figure with a 4 px bar that compares it with the greatest of its column; a full bar stands out. */
export function BarCell({ value, max, text = formatNumber(value), isBeside = false }: BarCellProps) {
  const percent = barPercent(value, max)
  const track = (
    <Track aria-hidden="true">
      <span
        data-bar={percent}
        data-full={percent === 100 ? '' : undefined}
        style={{ width: `${percent}%` }}
      />
    </Track>
  )
  return (
    <Cell data-beside={isBeside ? '' : undefined}>
      {isBeside && track}
      {isBeside ? <span>{text}</span> : text}
      {!isBeside && track}
    </Cell>
  )
}
