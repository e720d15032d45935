import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { withinSteps } from '../pdf/zoom.ts'

/** Zooms by two fingers (PAGE-24). */
export function usePinch(
  element: RefObject<HTMLElement | null>,
  scale: number,
  onZoom: (scale: number) => void,
): void {
  const start = useRef<{ apart: number; scale: number }>(null)
  const begin = useEffectEvent((touches: TouchList) => {
    start.current = touches.length === 2 ? { apart: apartOf(touches), scale } : null
  })
  const move = useEffectEvent((event: TouchEvent) => {
    if (event.touches.length !== 2 || !start.current) return
    event.preventDefault()
    const share = apartOf(event.touches) / start.current.apart
    onZoom(withinSteps(start.current.scale * share))
  })
  useEffect(() => {
    const touched = element.current
    if (!touched) return
    const onTouch = ({ touches }: TouchEvent) => begin(touches)
    const onMove = (event: TouchEvent) => move(event)
    touched.addEventListener('touchstart', onTouch, { passive: true })
    touched.addEventListener('touchend', onTouch, { passive: true })
    touched.addEventListener('touchmove', onMove, { passive: false })
    return () => {
      touched.removeEventListener('touchstart', onTouch)
      touched.removeEventListener('touchend', onTouch)
      touched.removeEventListener('touchmove', onMove)
    }
  }, [element])
}

/** Pixels between two fingers. */
function apartOf(touches: TouchList): number {
  const [one, other] = [touches[0], touches[1]]
  return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 1
}
