import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toneIcons } from '../feedback/Alert.tsx'
import { floating } from '../theme/floating.ts'
import { styled } from '../theme/styled.tsx'
import type { Message } from './queue.ts'

/** How long a toast stays, in ms (FMT-13). */
const SHOWN_MS = 6000
/** How long one stays, in ms, that holds up others and asks for nothing. */
const SHOWN_BEFORE_OTHERS_MS = 3000

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
  '& > span': { minWidth: 0, overflowWrap: 'anywhere' },
  '& > .MuiIconButton-root': { margin: '-4px 0' },
  [theme.breakpoints.down('md')]: { '& > .MuiIconButton-root': { margin: '-12px -4px' } },
}))

const Action = styled(ButtonBase)(({ theme }) => ({
  flex: 'none',
  ...theme.typography.h4,
  color: theme.vars.palette.accent.text,
  '&:hover': { textDecoration: 'underline' },
}))

interface ToastProps {
  message: Message
  /** Others wait for it to go. */
  hasOthers?: boolean
  /** It stays until it is closed or acted on. */
  stands?: boolean
  onClose: () => void
}

/** One message; its time stands still while one points at it, has the focus in it, or looks at another tab. */
export function Toast({ message, hasOthers, stands = false, onClose }: ToastProps) {
  const { tone, text, action } = message
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const hurries = hasOthers && tone !== 'danger' && !action
  useCountdown(hurries ? SHOWN_BEFORE_OTHERS_MS : SHOWN_MS, stands || hovered || focused, onClose)
  const Icon = toneIcons[tone]
  return (
    <Body
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <Icon size={18} color={`var(--hr-palette-${tone}-main)`} aria-hidden="true" />
      <span>{text}</span>
      {action && (
        <Action
          onClick={() => {
            onClose()
            action.run()
          }}
        >
          {action.label}
        </Action>
      )}
      <IconButton size="small" aria-label="Close message" onClick={onClose}>
        <IconX size={16} />
      </IconButton>
    </Body>
  )
}

/** Calls back once when so many ms have passed, those left out in which it was paused or the page was hidden. */
function useCountdown(ms: number, paused: boolean, onEnd: () => void) {
  const spent = useRef(0)
  const end = useEffectEvent(onEnd)
  const [hidden, setHidden] = useState(() => document.hidden)
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const stands = paused || hidden
  useEffect(() => {
    if (stands) return
    const start = Date.now()
    const timer = setTimeout(end, Math.max(0, ms - spent.current))
    return () => {
      clearTimeout(timer)
      spent.current += Date.now() - start
    }
  }, [ms, stands])
}
