import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../shared/format/number.ts'
import { styled } from '../theme/styled.tsx'
import { StripActions } from './StripActions.tsx'
import { STRIP_HEIGHT } from './styles.ts'
import type { StripAction, TableSelection } from './types.ts'

const SelectionStrip = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 'calc(var(--sticky-top, 0px) + var(--sticky-tools, 0px))',
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  height: STRIP_HEIGHT,
  padding: '0 8px 0 14px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  transition: theme.transitions.create('background-color'),
  '& > .MuiCheckbox-root': { marginLeft: -6, marginRight: 2 },
  '&[data-active]': { backgroundColor: theme.vars.palette.accent.tint },
  '&[data-active] .MuiButton-text:not(.MuiButton-colorError)': {
    color: theme.vars.palette.accent.text,
    '& .MuiButton-icon': { color: 'inherit' },
  },
  '&[data-active] .MuiButton-text:hover': { backgroundColor: theme.vars.palette.surface },
  '@media print': { display: 'none' },
}))

const Count = styled('strong')(({ theme }) => ({
  flex: 'none',
  fontWeight: 600,
  color: theme.vars.palette.accent.text,
}))

const Summary = styled('span')(({ theme }) => ({
  flex: 'none',
  margin: '0 10px 0 2px',
  color: theme.vars.palette.ink2,
}))

const Rest = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 1,
  minWidth: 0,
  color: theme.vars.palette.ink2,
}))

const Note = styled('span')(({ theme }) => ({
  flex: 'none',
  marginLeft: 'auto',
  paddingRight: 6,
  ...theme.typography.caption,
  color: theme.vars.palette.ink2,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}))

interface StripProps {
  count: number
  /** Nothing, some or everything is selected. */
  state: 'none' | 'some' | 'all'
  /** Absent where rows can't be selected. */
  onToggleAll?: () => void
  onClear: () => void
  /** Rows are being read to be selected. */
  reading: boolean
  onStopReading: () => void
  actions: readonly StripAction[]
  summary?: ReactNode
  choice?: TableSelection<unknown>['choice'] | undefined
  rest?: ReactNode
  /** At the right end while nothing is selected. */
  end?: ReactNode
}

/** On top of a table, always 44 px: counts and filters at rest, the selection and its actions otherwise. */
export function Strip(props: StripProps) {
  const { count, state, onToggleAll, onClear, reading, onStopReading, actions, summary, choice, rest, end } =
    props
  return (
    <SelectionStrip data-active={count > 0 ? '' : undefined} role="toolbar" aria-label="Selection">
      {onToggleAll && (
        <Checkbox
          checked={state === 'all'}
          indeterminate={state === 'some'}
          onChange={onToggleAll}
          slotProps={{
            input: { 'aria-label': state === 'all' ? 'Clear selection' : 'Select all' },
          }}
        />
      )}
      {reading ? (
        <>
          <Count role="status">Selecting…</Count>
          <Button size="small" variant="text" onClick={onStopReading}>
            Cancel
          </Button>
        </>
      ) : count === 0 && !choice ? (
        <>
          {/* A checkbox by itself would say nothing. */}
          <Rest>{rest ?? (onToggleAll && 'Select all')}</Rest>
          {end}
        </>
      ) : (
        <>
          <Count role="status">{choice?.words ?? `${formatNumber(count)} selected`}</Count>
          <Summary>{summary}</Summary>
          <StripActions actions={count === 0 ? [] : actions} />
          {choice ? (
            <Note>{choice.note}</Note>
          ) : (
            <IconButton size="small" aria-label="Clear selection" onClick={onClear}>
              <IconX />
            </IconButton>
          )}
        </>
      )}
    </SelectionStrip>
  )
}
