import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { BusyButton } from '../feedback/BusyButton.tsx'
import { ErrorState } from '../feedback/States.tsx'
import { DialogBody, DialogFoot } from './Dialog.tsx'

/** Body and foot of a confirming dialog; replaces a dialog's content rather than covering it. */
export function ConfirmContent({
  children,
  action,
  onConfirm,
  instead,
  onCancel,
  danger,
  busy,
  disabled,
  error,
  onRetry,
}: {
  /** What will happen, and the question. */
  children: ReactNode
  /** Says what the button does: 'Delete 3 items'. */
  action: string
  onConfirm: () => void
  /** What can be done in its place. */
  instead?: { action: string; onConfirm: () => void }
  onCancel: () => void
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  error?: string
  /** Tries again what had failed before anything could be confirmed. */
  onRetry?: (() => void) | undefined
}) {
  return (
    <>
      <DialogBody>
        {error && <ErrorState message={error} {...(onRetry && { onRetry })} />}
        <div>{children}</div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        {instead && (
          <Button variant="outlined" disabled={busy || disabled} onClick={instead.onConfirm}>
            {instead.action}
          </Button>
        )}
        <BusyButton
          busy={busy}
          variant="contained"
          color={danger ? 'error' : 'primary'}
          disabled={disabled}
          onClick={onConfirm}
        >
          {action}
        </BusyButton>
      </DialogFoot>
    </>
  )
}
