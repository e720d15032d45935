import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorState } from '../feedback/States.tsx'
import { useToast } from '../toast/ToastProvider.tsx'

/** A part that is loaded when it is first shown, or ahead of that by `load`. */
type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Loads the part, once. Never fails: what could not be loaded is tried again, and said, when the part is shown. */
  readonly load: () => Promise<void>
}

/** Pause in ms before a part that could not be loaded is asked for again. */
const RETRY_MS = 3000

const NOT_LOADED = 'This part of the page could not be loaded. Please check your network, or reload the page.'

/**
 * A part of a page that is loaded when it is first shown, such as a dialog: what comes first need not wait for what
 * few ever open. Once loaded it is there immediately. Without a connection the page stands, says so, and goes on asking.
 * @param fallback shown until it is there; nothing by default
 * @param fills whether the part fills a place of the page, where a failure is said (ERR-10); else a toast says it
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  fills = fallback !== null,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const begin = () => {
    loading ??= load().then(
      (part) => {
        loaded = part
        return part
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const ignore = () => {}
  return Object.assign(
    (props: Props) => {
      const [Part, setPart] = useState(() => loaded)
      const [failed, setFailed] = useState(false)
      const toast = useRef(useToast())
      useEffect(() => {
        if (Part) return
        let cancelled = false
        let timer: ReturnType<typeof setTimeout> | undefined
        const ask = (isFirst: boolean) => {
          begin().then(
            (part) => !cancelled && setPart(() => part),
            () => {
              if (cancelled) return
              if (isFirst && !fills) toast.current.error(NOT_LOADED)
              setFailed(true)
              timer = setTimeout(ask, RETRY_MS, false)
            },
          )
        }
        ask(true)
        return () => {
          cancelled = true
          clearTimeout(timer)
        }
      }, [Part])
      if (Part) return createElement<Props>(Part, props)
      return failed && fills ? <ErrorState message={NOT_LOADED} /> : fallback
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
