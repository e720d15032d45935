import Button, { type ButtonProps } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'

interface BusyButtonProps extends ButtonProps {
  /** What it does is under way: it can't be pressed, and a spinner takes the place of its icon. */
  busy: boolean | undefined
}

/** The button of something that takes a while. */
export function BusyButton({ busy, disabled, startIcon, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
      startIcon={busy ? <CircularProgress size={14} thickness={5} color="inherit" /> : startIcon}
    />
  )
}
