import Button from '@mui/material/Button'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../../../shared/format/time.ts'
import { Ring } from '../../feedback/Ring.tsx'
import { styled } from '../../theme/styled.tsx'
import { ConflictPanel } from '../conflict/ConflictPanel.tsx'
import type { Autosave } from './useAutosave.ts'

const Status = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 28,
  ...theme.typography.note,
  '&[data-failed]': { color: theme.vars.palette.danger.text },
  '& > [data-saved]': { color: theme.vars.palette.success.main },
}))

interface AutosaveStatusProps<Value> {
  autosave: Autosave<Value>
  /** Said while nothing was changed here, such as when it was edited last. */
  rest?: ReactNode
  /** How a value is shown where two stand against each other; as its text by default. */
  shown?: (value: Value) => ReactNode
}

/** What became of the last change, at the foot of a field that saves itself; and the choice where two people saved. */
export function AutosaveStatus<Value>({ autosave, rest, shown = String }: AutosaveStatusProps<Value>) {
  const { state } = autosave
  if (state.kind === 'conflict') {
    return (
      <ConflictPanel
        overlaps={[{ key: 'value', mine: shown(state.mine), theirs: shown(state.theirs) }]}
        onChoose={(_keys, side) => (side === 'mine' ? autosave.keepMine() : autosave.takeTheirs())}
      />
    )
  }
  const isFailed = state.kind === 'failed'
  return (
    <Status role="status" data-failed={isFailed ? '' : undefined}>
      {state.kind === 'saving' && (
        <>
          <Ring aria-hidden="true" />
          Saving...
        </>
      )}
      {state.kind === 'saved' && (
        <>
          <IconCheck size={14} data-saved="" aria-hidden="true" />
          {`Saved ${formatTime(state.at)}`}
        </>
      )}
      {isFailed && (
        <>
          <IconAlertCircle size={14} aria-hidden="true" />
          {`Not saved. What you typed is kept.${state.message ? ` ${state.message}` : ''}`}
          <Button variant="text" size="small" onClick={autosave.retry}>
            Try again
          </Button>
        </>
      )}
      {(state.kind === 'untouched' || state.kind === 'waiting') && rest}
    </Status>
  )
}
