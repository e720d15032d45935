import { styled } from '../theme/styled.tsx'

const Track = styled('span')(({ theme }) => ({
  display: 'block',
  height: 4,
  minWidth: 32,
  flex: 1,
  borderRadius: 2,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.neutral.tint,
  '& > span': {
    display: 'block',
    height: '100%',
    borderRadius: 2,
    backgroundColor: theme.vars.palette.primary.main,
    transition: 'width 120ms linear',
  },
}))

const Row = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  color: theme.vars.palette.ink2,
  '& > span:last-of-type:not([role])': { minWidth: 32, textAlign: 'right' },
}))

/** A 4 px bar for a share from 0 to 1, with its percentage beside it when `figure` is set. */
export function ProgressBar({ value, label, figure }: { value: number; label: string; figure?: boolean }) {
  const percent = Math.floor(Math.min(1, Math.max(0, value)) * 100)
  const bar = (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${percent}%` }} />
    </Track>
  )
  if (!figure) return bar
  return (
    <Row>
      {bar}
      <span aria-hidden="true">{percent}%</span>
    </Row>
  )
}
