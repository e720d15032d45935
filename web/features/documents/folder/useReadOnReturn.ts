import { useEffect, useEffectEvent } from 'react'
import { onReturn } from '../../../graphql/watched.ts'

/** Reads again when the tab is seen again or its window gets the focus: in another one the person may have changed it. */
export function useReadOnReturn(read: () => void): void {
  const again = useEffectEvent(read)
  useEffect(() => {
    const end = onReturn(again)
    window.addEventListener('focus', again)
    return () => {
      end()
      window.removeEventListener('focus', again)
    }
  }, [])
}
