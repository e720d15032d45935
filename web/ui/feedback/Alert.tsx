import IconButton from '@mui/material/IconButton'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { styled } from '../theme/styled.tsx'

export type AlertTone = 'success' | 'danger' | 'warning' | 'info'

/** How long a timed alert stays, in ms (FMT-14). */
const ALERT_STAYS = 4000

export const toneIcons = {
  success: IconCircleCheck,
  danger: IconAlertCircle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
}

const AlertBox = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  minHeight: 40,
  padding: '10px 12px',
  borderRadius: 6,
  fontWeight: 500,
  '& > svg': { marginTop: 1 },
  '& > div': { flex: 1, minWidth: 0 },
  '& > button': { margin: '-4px 0' },
  [theme.breakpoints.down('md')]: { '& > button': { margin: '-12px -8px -12px 0' } },
  ...Object.fromEntries(
    (['success', 'danger', 'warning', 'info'] as const).map((tone) => [
      `&[data-tone="${tone}"]`,
      { color: theme.vars.palette[tone].text, backgroundColor: theme.vars.palette[tone].tint },
    ]),
  ),
}))

export interface AlertProps {
  tone: AlertTone
  children: ReactNode
  action?: ReactNode
  onClose?: () => void
}

/** A tinted bar in the page: what happened, in words, with an icon. Dangers interrupt a screen reader. */
export function Alert({ tone, children, action, onClose }: AlertProps) {
  const Icon = toneIcons[tone]
  return (
    <AlertBox data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden="true" />
      <div>{children}</div>
      {action}
      {onClose && (
        <IconButton size="small" aria-label="Dismiss" onClick={onClose} color="inherit">
          <IconX size={16} />
        </IconButton>
      )}
    </AlertBox>
  )
}

/** An alert that leaves by itself after 4 seconds (FMT-14), or when dismissed: `alert` is the element to place, or null. */
export function useTimedAlert() {
  const [shown, setShown] = useState<{ tone: AlertTone; message: string } | null>(null)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), ALERT_STAYS)
    return () => clearTimeout(timer)
  }, [shown])
  const show = useCallback((tone: AlertTone, message: string) => setShown({ tone, message }), [])
  const alert = shown && (
    <Alert tone={shown.tone} onClose={() => setShown(null)}>
      {shown.message}
    </Alert>
  )
  return { alert, show }
}
