import Button, { type ButtonProps } from '@mui/material/Button'
import { Ring } from './Ring.tsx'

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
      startIcon={busy ? <Ring aria-hidden="true" /> : startIcon}
    />
  )
}
