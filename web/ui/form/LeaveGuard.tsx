import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { lazily } from '../lazily.tsx'
import type { Leaving } from './LeaveQuestion.tsx'

export const LeaveDialog = lazily(async () => (await import('./LeaveQuestion.tsx')).LeaveDialog)

/**
 * Asks once before unsaved changes are left: by a link or Back with what is returned here, and by the browser itself
 * where the tab is closed or loaded again. An address of the same page asks nothing, since nothing is lost by it.
 * Stands inside a data router, and once in what is shown.
 * @param isSending true while it is being sent: what is sent may lead elsewhere, before this is rendered again
 */
export function useLeaveGuard(unsaved: boolean, isSending?: RefObject<boolean>): Leaving | null {
  const latest = useRef(unsaved)
  latest.current = unsaved
  const stops = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      latest.current && !isSending?.current && currentLocation.pathname !== nextLocation.pathname,
    [isSending],
  )
  const blocker = useBlocker(stops)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return blocker.state === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null
}

/** The question in a dialog of its own, for pages. */
export function LeaveGuard({ unsaved, isSending }: { unsaved: boolean; isSending?: RefObject<boolean> }) {
  const leaving = useLeaveGuard(unsaved, isSending)
  return leaving && <LeaveDialog {...leaving} />
}
