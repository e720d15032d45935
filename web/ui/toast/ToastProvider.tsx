import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { AlertTone } from '../feedback/Alert.tsx'
import { styled } from '../theme/styled.tsx'
import { layers } from '../theme/tokens.ts'
import { type Message, queued, type ToastAction } from './queue.ts'
import { Toast } from './Toast.tsx'

export interface ToastOptions {
  /** Takes back what was done. */
  undo?: () => void
}

type ShowToast = (message: string, options?: ToastOptions) => void

/** Shows a message at top centre (FMT-12), one at a time: others wait, errors come first. */
export interface Toasts {
  success: ShowToast
  error: ShowToast
  info: ShowToast
  warning: ShowToast
  /** Stands under the messages until it is taken or closed; a newer one takes its place. */
  offer: (message: string, action: ToastAction) => void
}

const Context = createContext<Toasts | null>(null)

/** For a page that says by itself what toasts would. */
export const ToastsProvider = Context.Provider

/** The notification bar of the page (FMT-12, FMT-13). */
export function useToast(): Toasts {
  const toasts = useContext(Context)
  if (toasts === null) throw new Error('useToast stands outside ToastProvider')
  return toasts
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const [offer, setOffer] = useState<Message>()
  const toasts = useMemo(() => {
    let count = 0
    const show =
      (tone: AlertTone): ShowToast =>
      (text, { undo } = {}) => {
        count += 1
        const message = { id: count, tone, text, action: undo && { label: 'Undo', run: undo } }
        setMessages((before) => queued(before, message))
      }
    return {
      success: show('success'),
      error: show('danger'),
      info: show('info'),
      warning: show('warning'),
      offer: (text: string, action: ToastAction) => {
        count += 1
        const message: Message = { id: count, tone: 'info', text, action }
        setOffer((before) => (before?.text === text ? { ...message, id: before.id } : message))
      },
    }
  }, [])
  const close = (id: number) => setMessages((before) => before.filter((message) => message.id !== id))
  return (
    <Context.Provider value={toasts}>
      {children}
      <Bar messages={messages} offer={offer} onClose={close} onOfferClosed={() => setOffer(undefined)} />
    </Context.Provider>
  )
}

const Place = styled('div')({
  position: 'fixed',
  zIndex: layers.toast,
  top: 68,
  left: 16,
  right: 16,
  display: 'grid',
  justifyContent: 'center',
  justifyItems: 'center',
  pointerEvents: 'none',
  '& > :not(:empty) ~ :not(:empty)': { marginTop: 8 },
})

/** Which messages are spoken immediately, and which when the screen reader has finished its sentence. */
const SPOKEN = [
  { live: 'polite', role: 'status' },
  { live: 'assertive', role: 'alert' },
] as const

interface BarProps {
  messages: readonly Message[]
  offer: Message | undefined
  onClose: (id: number) => void
  onOfferClosed: () => void
}

/**
 * The place of the messages. It is always there: a screen reader speaks what comes into a live region, and misses a
 * region that comes with its words. F8 leads to the message and, once it is closed, back.
 */
function Bar({ messages, offer, onClose, onOfferClosed }: BarProps) {
  const place = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const [shown] = messages
  const isShown = shown !== undefined || offer !== undefined
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent) => {
      const first = place.current?.querySelector<HTMLElement>('button')
      // Where F8 leads on in a page, it does that alone.
      if (
        event.key !== 'F8' ||
        event.defaultPrevented ||
        !first ||
        place.current?.contains(document.activeElement)
      )
        return
      event.preventDefault()
      cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      first.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isShown])
  useStaysReadable(place)
  const leave = () => {
    if (place.current?.contains(document.activeElement)) cameFrom.current?.focus()
  }
  return createPortal(
    <Place ref={place} data-print="off">
      {SPOKEN.map(({ live, role }) => {
        const message = shown && (shown.tone === 'danger') === (role === 'alert') ? shown : undefined
        return (
          <div key={live} aria-live={live} role={message && role} aria-keyshortcuts={message && 'F8'}>
            {message && (
              <Toast
                key={message.id}
                message={message}
                hasOthers={messages.length > 1}
                onClose={() => {
                  leave()
                  onClose(message.id)
                }}
              />
            )}
          </div>
        )
      })}
      <div aria-live="polite" role={offer && 'status'} aria-keyshortcuts={offer && 'F8'}>
        {offer && (
          <Toast
            key={offer.id}
            message={offer}
            stands
            onClose={() => {
              leave()
              onOfferClosed()
            }}
          />
        )}
      </div>
    </Place>,
    document.body,
  )
}

/** A modal dialog hides everything beside it from screen readers; what happened is told all the same. */
function useStaysReadable(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = place.current
    if (!element) return
    const show = () => element.removeAttribute('aria-hidden')
    show()
    const observer = new MutationObserver(show)
    observer.observe(element, { attributes: true, attributeFilter: ['aria-hidden'] })
    return () => observer.disconnect()
  }, [place])
}
