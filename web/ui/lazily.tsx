import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useRef, useState } from 'react'

/** A part that is loaded when it is first shown, or ahead of that by `load`. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Loads the part, once. Never fails: what could not be loaded is tried again, and said, when the part is shown. */
  readonly load: () => Promise<void>
}

/**
 * A part of a page that is loaded when it is first shown, such as a dialog: what comes first need not wait for what
 * few ever open. Once loaded it is there at once.
 * @param fallback shown until it is there; nothing unless told
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  const begin = () => {
    loading ??= load().then(
      (part) => {
        loaded = part
        return { default: part }
      },
      (error) => {
        // React keeps a failure for good; the next opening begins anew.
        loading = undefined
        Waiting = lazy(begin)
        throw error
      },
    )
    return loading
  }
  let Waiting = lazy(begin)
  const ignore = () => {}
  return Object.assign(
    (props: Props) => {
      const [Part] = useState(() => loaded ?? Waiting)
      const part = createElement<Props>(Part, props)
      return Part === loaded ? part : <Suspense fallback={fallback}>{part}</Suspense>
    },
    { load: () => begin().then(ignore, ignore) },
  )
}

/** Whether something has been open yet: a part that is loaded when first opened stays, and closes by itself. */
export function useOpened(open: boolean): boolean {
  const opened = useRef(false)
  if (open) opened.current = true
  return opened.current
}
