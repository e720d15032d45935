import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { IconX } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { type AlertTone, toneIcons } from './Alert.tsx'
import { floating } from './theme/floating.ts'
import { layers } from './theme/tokens.ts'

/** How long a toast stays, in ms (FMT-13). */
const TOAST_STAYS = 6000

export interface ToastOptions {
  /** Takes back what was done. */
  undo?: () => void
}

export type ShowToast = (message: string, options?: ToastOptions) => void

/** Shows a message at top centre (FMT-12); a new one takes the place of the one before. */
export interface Toasts {
  success: ShowToast
  error: ShowToast
  info: ShowToast
  warning: ShowToast
}

interface Shown extends ToastOptions {
  id: number
  tone: AlertTone
  message: string
}

const Context = createContext<Toasts | null>(null)

/** The notification bar of the page (FMT-12, FMT-13). */
export function useToast(): Toasts {
  const toasts = useContext(Context)
  if (toasts === null) throw new Error('useToast stands outside ToastProvider')
  return toasts
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const toasts = useMemo(() => {
    const show =
      (tone: AlertTone): ShowToast =>
      (message, options) =>
        setShown((before) => ({ id: (before?.id ?? 0) + 1, tone, message, ...options }))
    return { success: show('success'), error: show('danger'), info: show('info'), warning: show('warning') }
  }, [])
  return (
    <Context.Provider value={toasts}>
      {children}
      {shown && <Toast key={shown.id} {...shown} onClose={() => setShown(null)} />}
    </Context.Provider>
  )
}

const Place = styled('div')({
  position: 'fixed',
  zIndex: layers.toast,
  top: 68,
  left: 16,
  right: 16,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
})

const Body = styled('div')(({ theme }) => ({
  ...floating(theme),
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  maxWidth: 560,
  padding: '10px 8px 10px 14px',
  borderRadius: 8,
  pointerEvents: 'auto',
  animation: 'hr-rise 180ms ease-out',
  '& > svg': { marginTop: 1 },
  '& > span': { minWidth: 0 },
  '& > .MuiIconButton-root': { margin: '-4px 0' },
  [theme.breakpoints.down('md')]: { '& > .MuiIconButton-root': { margin: '-12px -4px' } },
}))

const Undo = styled(ButtonBase)(({ theme }) => ({
  flex: 'none',
  fontFamily: 'inherit',
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 600,
  color: theme.vars.palette.accent.text,
  '&:hover': { textDecoration: 'underline' },
}))

function Toast({ tone, message, undo, onClose }: Shown & { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs once for every toast
  useEffect(() => {
    const timer = setTimeout(onClose, TOAST_STAYS)
    return () => clearTimeout(timer)
  }, [])
  const Icon = toneIcons[tone]
  return createPortal(
    <Place data-print="off">
      <Body role={tone === 'danger' ? 'alert' : 'status'}>
        <Icon size={18} color={`var(--hr-palette-${tone}-main)`} aria-hidden="true" />
        <span>{message}</span>
        {undo && (
          <Undo
            onClick={() => {
              onClose()
              undo()
            }}
          >
            Undo
          </Undo>
        )}
        <IconButton size="small" aria-label="Close message" onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </Body>
    </Place>,
    document.body,
  )
}
