import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'

/**
 * Tells whether the person is on the way to another page, whose script is still coming, or has just come there and this
 * one is still rendered. What writes an address by itself must not take them elsewhere then.
 */
export function useOnTheWay(): () => boolean {
  const router = useContext(DataRouterContext)?.router
  const { key } = useLocation()
  // The router's own state: what is rendered of it may be behind a click.
  return useCallback(() => {
    if (router === undefined) return false
    const { navigation, location } = router.state
    return navigation.state !== 'idle' || location.key !== key
  }, [router, key])
}
