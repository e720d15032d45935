import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFormState } from './formContext.ts'

export interface SubmitButtonProps {
  children: ReactNode
  disabled?: boolean
  fullWidth?: boolean
  /** Filled danger, inside a confirming dialog. */
  danger?: boolean
}

/** The form's one main action: disabled from submitting on, with a spinner while it runs (FMT-22). */
export function SubmitButton({ children, disabled, fullWidth, danger }: SubmitButtonProps) {
  const { formState } = useFormContext()
  const { size, submitDisabled } = useFormState()
  return (
    <Button
      type="submit"
      variant="contained"
      color={danger ? 'error' : 'primary'}
      size={size === 'front' ? 'large' : 'medium'}
      fullWidth={fullWidth}
      sx={size === 'front' ? { mt: '4px' } : undefined}
      disabled={disabled || submitDisabled}
      aria-busy={formState.isSubmitting || undefined}
      startIcon={formState.isSubmitting && <CircularProgress size={14} thickness={5} color="inherit" />}
    >
      {children}
    </Button>
  )
}
