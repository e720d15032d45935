import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

/**
 * A part of a page that is loaded when it is first shown, such as a dialog: what comes first need not wait for what
 * few ever open.
 * @param fallback shown until it is there; nothing unless told
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
}
