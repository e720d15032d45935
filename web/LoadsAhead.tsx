import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import type { RouteObject } from 'react-router'
import { loadAhead } from './loadAhead.ts'

/** Begins with pages that links lead to, before they are opened. */
export function LoadsAhead({ routes }: { routes: RouteObject[] }) {
  const client = useApolloClient()
  useEffect(() => loadAhead(routes, client), [routes, client])
  return null
}
