import { useState } from 'react'

const KEY = 'helioroom-figures'

/** Whether headers show their figures; kept by the browser, for all portfolios alike. */
export function useFigures(): { shown: boolean; toggle: () => void } {
  const [shown, setShown] = useState(() => read() !== 'hidden')
  const toggle = () => {
    setShown(!shown)
    write(shown ? 'hidden' : 'shown')
  }
  return { shown, toggle }
}

// A browser may forbid storage altogether; the choice then holds until the page is left.
function read(): string | null {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(value: string) {
  try {
    window.localStorage.setItem(KEY, value)
  } catch {}
}
