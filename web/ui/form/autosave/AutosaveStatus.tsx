import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../../../shared/format/time.ts'
import type { Autosave } from './useAutosave.ts'

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 28,
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
  '&[data-failed]': { color: theme.vars.palette.danger.text },
  '& > [data-saved]': { color: theme.vars.palette.success.main },
}))

const Choice = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  overflow: 'hidden',
  '& > header': {
    display: 'flex',
    gap: 8,
    padding: '10px 14px',
    fontWeight: 600,
    color: theme.vars.palette.warning.text,
    backgroundColor: theme.vars.palette.warning.tint,
  },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '& section': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: 8,
    minWidth: 0,
    padding: '10px 14px 14px',
    '& + section': {
      borderLeft: `1px solid ${theme.vars.palette.line}`,
      [theme.breakpoints.down('md')]: {
        borderLeft: 0,
        borderTop: `1px solid ${theme.vars.palette.line}`,
      },
    },
  },
  '& h3': { margin: 0, fontSize: 12, fontWeight: 500, color: theme.vars.palette.ink3 },
  '& p': {
    flex: 1,
    width: '100%',
    maxHeight: 200,
    margin: 0,
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
}))

export interface AutosaveStatusProps<Value> {
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
      <Choice role="alert">
        <header>
          <IconAlertTriangle size={16} aria-hidden="true" />
          Someone else saved meanwhile
        </header>
        <div>
          <section aria-label="Your text">
            <h3>Yours</h3>
            <p>{shown(state.mine)}</p>
            <Button onClick={autosave.keepMine}>Keep mine</Button>
          </section>
          <section aria-label="The saved text">
            <h3>Saved meanwhile</h3>
            <p>{shown(state.theirs)}</p>
            <Button onClick={autosave.takeTheirs}>Take theirs</Button>
          </section>
        </div>
      </Choice>
    )
  }
  const isFailed = state.kind === 'failed'
  return (
    <Foot role="status" data-failed={isFailed ? '' : undefined}>
      {state.kind === 'saving' && (
        <>
          <CircularProgress size={12} thickness={5} color="inherit" aria-hidden="true" />
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
    </Foot>
  )
}
