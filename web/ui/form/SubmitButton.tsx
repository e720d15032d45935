import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { BusyButton } from '../BusyButton.tsx'
import { useFormState } from './formContext.ts'

export interface SubmitButtonProps {
  children: ReactNode
  disabled?: boolean
  fullWidth?: boolean
  /** Of what can't be taken back easily. */
  danger?: boolean
}

/** The form's one main action: disabled from submitting on, with a spinner while it runs (FMT-22). */
export function SubmitButton({ children, disabled, fullWidth, danger }: SubmitButtonProps) {
  const { formState } = useFormContext()
  const { size, submitDisabled } = useFormState()
  return (
    <BusyButton
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
}
