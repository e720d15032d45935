import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { styled } from '../theme/styled.tsx'
import { layers } from '../theme/tokens.ts'

const Bubble = styled('div')(({ theme }) => ({
  position: 'fixed',
  zIndex: layers.tooltip,
  maxWidth: 320,
  padding: '4px 8px',
  borderRadius: 4,
  ...theme.typography.caption,
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
  color: theme.vars.palette.surface,
  backgroundColor: theme.vars.palette.ink,
}))

const DELAY = 250
const GAP = 6
const EDGE = 8

interface TooltipProps {
  /** The words; without any there is no tooltip. */
  title: ReactNode
  children: ReactElement<{ 'aria-describedby'?: string; disabled?: boolean }>
  /** Asked on every hover: whether there is anything to tell, such as a cut name. */
  when?: (element: Element) => boolean
}

/**
 * Words beside an element after 250 ms of hovering, or immediately on keyboard focus. Costs a row of a long
 * table next to nothing, since only the open one is rendered and placed.
 */
export function Tooltip({ title, children, when }: TooltipProps) {
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (!title) return children
  const show = (delay: number) => {
    const element = wrapper.current?.firstElementChild
    if (!element || (when && !when(element))) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens; the child stays the control
    <span
      ref={wrapper}
      // A disabled button swallows the pointer, so the wrapper needs a box of its own.
      style={{ display: children.props.disabled ? 'inline-flex' : 'contents' }}
      onMouseEnter={() => show(DELAY)}
      onMouseLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onPointerDown={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {cloneElement(children, { 'aria-describedby': open ? id : children.props['aria-describedby'] })}
      {open && <Placed id={id} anchor={wrapper.current?.firstElementChild} title={title} onScroll={hide} />}
    </span>
  )
}

interface PlacedProps {
  id: string
  anchor: Element | null | undefined
  title: ReactNode
  onScroll: () => void
}

function Placed({ id, anchor, title, onScroll }: PlacedProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element || !anchor) return
    const at = anchor.getBoundingClientRect()
    const own = element.getBoundingClientRect()
    const below = at.bottom + GAP
    const top = below + own.height > window.innerHeight - EDGE ? at.top - GAP - own.height : below
    const left = at.left + at.width / 2 - own.width / 2
    element.style.top = `${Math.max(EDGE, top)}px`
    element.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - own.width - EDGE))}px`
  })
  useEffect(() => {
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', onScroll, { capture: true })
  })
  return createPortal(
    <Bubble ref={bubble} id={id} role="tooltip">
      {title}
    </Bubble>,
    document.body,
  )
}
