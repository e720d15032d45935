import { createPortal } from 'react-dom'
import { useBreakpoint } from '../theme/useBreakpoint.ts'
import { DesktopWindow } from './DesktopWindow.tsx'
import { PhoneWindow } from './PhoneWindow.tsx'
import { windowSizes } from './windowBounds.ts'
import type { FloatingWindowProps } from './windowProps.ts'

export { windowSizes } from './windowBounds.ts'
export type { FloatingWindowProps } from './windowProps.ts'

/** A window over the page that does not hold up the work behind it; on phones a bar at the bottom. */
export function FloatingWindow({ sizes = windowSizes.wide, ...props }: FloatingWindowProps) {
  const wide = useBreakpoint('md')
  return createPortal(
    wide ? <DesktopWindow sizes={sizes} {...props} /> : <PhoneWindow {...props} />,
    document.body,
  )
}
