import { useCallback, useContext, useEffect } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'

/**
 * Tells whether the person is on the way to another page, whose script is still coming, or has just come there and this
 * one is still rendered. What leads on by itself must not take them elsewhere then.
 */
function useOnTheWay(): () => boolean {
  const router = useContext(DataRouterContext)?.router
  const { key } = useLocation()
  // The router's own state: what is rendered of it may be behind a click.
  return useCallback(() => {
    if (router === undefined) return false
    const { navigation, location } = router.state
    return navigation.state !== 'idle' || location.key !== key
  }, [router, key])
}

/** Leads on to another address in the place of this one, unless the person has gone elsewhere meanwhile. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  const isOnTheWay = useOnTheWay()
  // Rendered again where the other way ended here after all.
  const { state } = useNavigation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a way ends
  useEffect(() => {
    if (!isOnTheWay()) void navigate(to, { replace: true })
  }, [to, navigate, isOnTheWay, state])
  return null
}
