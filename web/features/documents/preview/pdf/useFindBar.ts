import { type RefObject, useRef, useState } from 'react'
import { useFindKeys } from './useFindKeys.ts'

/**
 * Whether words are looked for, and the bar in which they are typed.
 * @param inside something of the preview
 * @param onClosed forgets what was looked for, and takes the focus
 */
export function useFindBar(inside: RefObject<HTMLElement | null>, onClosed: () => void) {
  const bar = useRef<HTMLDivElement>(null)
  const [isFinding, setFinding] = useState(false)
  const open = () => {
    setFinding(true)
    bar.current?.querySelector('input')?.select()
  }
  const close = () => {
    setFinding(false)
    onClosed()
  }
  useFindKeys(inside, open)
  return { bar, isFinding, open, close }
}
