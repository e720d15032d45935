import { useEffect } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { useOnTheWay } from './useOnTheWay.ts'

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
