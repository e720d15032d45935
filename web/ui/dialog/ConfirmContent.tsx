import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Alert } from '../Alert.tsx'
import { DialogBody, DialogFoot } from './Dialog.tsx'

const Names = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: '6px 0',
  maxHeight: 240,
  overflowY: 'auto',
  listStyle: 'none',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  '& > li': { padding: '4px 12px', overflowWrap: 'anywhere' },
}))

export interface ConfirmContentProps {
  /** What will happen, and the question. */
  children: ReactNode
  /** Names of what it happens to. */
  names?: readonly string[]
  /** Says what the button does: 'Delete 3 items'. */
  action: string
  onConfirm: () => void
  onCancel: () => void
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  error?: string
}

/** Body and foot of a confirming dialog; replaces a dialog's content rather than covering it. */
export function ConfirmContent({
  children,
  names,
  action,
  onConfirm,
  onCancel,
  danger,
  busy,
  disabled,
  error,
}: ConfirmContentProps) {
  return (
    <>
      <DialogBody>
        {error && <Alert tone="danger">{error}</Alert>}
        <div>{children}</div>
        {names && (
          // In the Tab order, so that a long list can be scrolled by keyboard.
          <Names tabIndex={0} aria-label="Affected">
            {names.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and the list never changes
              <li key={at}>{name}</li>
            ))}
          </Names>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={danger ? 'error' : 'primary'}
          disabled={busy || disabled}
          aria-busy={busy || undefined}
          startIcon={busy && <CircularProgress size={14} thickness={5} color="inherit" />}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogFoot>
    </>
  )
}
