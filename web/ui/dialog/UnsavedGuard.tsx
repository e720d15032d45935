import { useEffect, useSyncExternalStore } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { PAGE } from '../unsaved/useUnsaved.ts'
import { LeaveDialog } from './LeaveDialog.tsx'

/**
 * The one blocker of the page, and its one question: before unsaved work is left by a link or Back. An address of the same
 * page asks nothing, since nothing is lost by it; where the tab is closed or loaded again the work itself has the browser ask.
 * Stands once, at the root of the router.
 */
export function UnsavedGuard() {
  const question = useSyncExternalStore(PAGE.subscribe, PAGE.question)
  const stops: BlockerFunction = ({ currentLocation, nextLocation }) =>
    currentLocation.pathname !== nextLocation.pathname && PAGE.isUnsaved()
  const blocker = useBlocker(stops)
  useEffect(() => {
    if (blocker.state === 'blocked') PAGE.leave(PAGE, blocker.proceed, blocker.reset)
  }, [blocker])
  useEffect(() => PAGE.forget, [])
  return question && <LeaveDialog {...question} />
}
