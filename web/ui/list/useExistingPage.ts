import { useEffect, useEffectEvent } from 'react'

/** Goes to the last page where the one in view is gone: entries vanished meanwhile, or a link was written by hand. */
export function useExistingPage(
  page: number,
  /** Undefined as long as nobody knows. */
  pageCount: number | undefined,
  go: (page: number) => void,
) {
  const leave = useEffectEvent(go)
  const last = Math.max(1, pageCount ?? page)
  useEffect(() => {
    if (page > last) leave(last)
  }, [page, last])
}
