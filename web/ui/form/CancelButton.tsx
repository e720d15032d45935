import Button, { type ButtonProps } from '@mui/material/Button'
import { useContext } from 'react'
import { DialogContext } from '../dialog/dialogContext.ts'
import { useLeave } from '../unsaved/useUnsaved.ts'
import { useFormState } from './formContext.ts'

interface CancelButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'disabled'> {
  /** Closes what is edited; the dialog around by default. Called after the question where something there is unsaved. */
  onClose?: () => void
}

/** The one Cancel of forms, dialogs and editors: nothing that was typed is closed away unasked. */
export function CancelButton({ onClose, disabled, ...props }: CancelButtonProps) {
  const dialog = useContext(DialogContext)
  const { submitDisabled } = useFormState()
  const leave = useLeave()
  return (
    <Button
      {...props}
      disabled={disabled || submitDisabled || dialog?.busy}
      onClick={() => (onClose ? leave(onClose) : dialog?.close())}
    >
      Cancel
    </Button>
  )
}
