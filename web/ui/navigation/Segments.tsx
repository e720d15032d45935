import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { Tooltip } from '../text/Tooltip.tsx'
import { styled } from '../theme/styled.tsx'

export interface Segment<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  /** A count beside the label. */
  count?: number
  disabled?: boolean
}

interface SegmentsProps<Value extends string> {
  /** Accessible name of the choice. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shows the icons alone; labels become names and tooltips. */
  iconOnly?: boolean
}

const Group = styled('div')(({ theme }) => ({
  display: 'inline-flex',
  gap: 2,
  padding: 2,
  flex: 'none',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.lineStrong}`,
  backgroundColor: theme.vars.palette.surface,
}))

const Choice = styled(ButtonBase)(({ theme }) => ({
  height: 26,
  minWidth: 32,
  padding: '0 10px',
  gap: 7,
  borderRadius: 4,
  ...theme.typography.body1,
  fontWeight: 500,
  color: theme.vars.palette.ink2,
  '&[data-icon]': { padding: '0 8px' },
  '& > svg': { width: 16, height: 16 },
  '& > small': theme.typography.caption,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[aria-pressed="true"]': {
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '@media (forced-colors: active)': {
    '&[aria-pressed="true"]': { outline: '2px solid Highlight', outlineOffset: -2 },
  },
  [theme.breakpoints.down('md')]: { height: 40, minWidth: 44 },
}))

/** One of a few views or filters, side by side. */
export function Segments<Value extends string>({
  label,
  segments,
  value,
  onChange,
  iconOnly,
}: SegmentsProps<Value>) {
  return (
    <Group role="group" aria-label={label} data-print="off">
      {segments.map((segment) => {
        const choice = (
          <Choice
            key={segment.value}
            data-icon={iconOnly ? '' : undefined}
            aria-label={iconOnly ? segment.label : undefined}
            aria-pressed={segment.value === value}
            // The one that holds is read as it is, though it can't be chosen once more.
            disabled={segment.disabled && segment.value !== value}
            aria-disabled={segment.disabled || undefined}
            onClick={() => !segment.disabled && onChange(segment.value)}
          >
            {segment.icon}
            {!iconOnly && segment.label}
            {segment.count !== undefined && <small>{segment.count}</small>}
          </Choice>
        )
        return iconOnly ? (
          <Tooltip key={segment.value} title={segment.label}>
            {choice}
          </Tooltip>
        ) : (
          choice
        )
      })}
    </Group>
  )
}
