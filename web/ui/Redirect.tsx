import { useCallback, useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useNavigate, useNavigation } from 'react-router'

/**
 * Tells whether the person is on the way to another page, whose script is still coming. What leads on by itself must not
 * take them elsewhere then.
 */
function useOnTheWay(): () => boolean {
  const router = useContext(DataRouterContext)?.router
  // The router's own state: what is rendered of it may be behind a click.
  return useCallback(() => router !== undefined && router.state.navigation.state !== 'idle', [router])
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
