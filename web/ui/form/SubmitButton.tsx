import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { BusyButton } from '../feedback/BusyButton.tsx'
import { UnsavedMark } from '../unsaved/UnsavedMark.tsx'
import { useFormState } from './formContext.ts'

interface SubmitButtonProps {
  children: ReactNode
  disabled?: boolean
  fullWidth?: boolean
  /** Of what can't be taken back easily. */
  danger?: boolean
  /** The form says elsewhere that it has unsaved changes. */
  unmarked?: boolean
}

/**
 * The form's one main action: disabled from submitting on, with a spinner while it runs (FMT-22). Beside it stands that the
 * form holds what is not saved yet: whoever fails to save sees that nothing was, also where no message may say so (ERR-04).
 */
export function SubmitButton({ children, disabled, fullWidth, danger, unmarked }: SubmitButtonProps) {
  const { formState } = useFormContext()
  const { size, submitDisabled, isUnsaved } = useFormState()
  const markId = useId()
  const isMarked = isUnsaved && !unmarked
  const button = (
    <BusyButton
      aria-describedby={isMarked ? markId : undefined}
      busy={formState.isSubmitting}
      type="submit"
      variant="contained"
      color={danger ? 'error' : 'primary'}
      size={size === 'front' ? 'large' : 'medium'}
      fullWidth={fullWidth}
      sx={size === 'front' ? { mt: '4px' } : undefined}
      disabled={disabled || submitDisabled}
    >
      {children}
    </BusyButton>
  )
  return (
    <>
      {isMarked && <UnsavedMark id={markId} />}
      {button}
    </>
  )
}
