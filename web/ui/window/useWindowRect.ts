import { useEffect, useState } from 'react'
import {
  fitRect,
  keepInside,
  maximisedRect,
  minimisedRect,
  openingRect,
  type Rect,
  type Size,
  type WindowSizes,
} from './windowBounds.ts'

type WindowMode = 'normal' | 'minimised' | 'maximised'

function browserSize(): Size {
  return { width: window.innerWidth, height: window.innerHeight }
}

/** Size of the browser window, as it changes. */
function useBrowserSize(): Size {
  const [size, setSize] = useState(browserSize)
  useEffect(() => {
    const onResize = () => setSize(browserSize())
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
  return size
}

/**
 * Where a floating window is. Its normal place is kept while it is minimised or maximised, so that restoring
 * brings back the former size; a browser window that shrinks pushes it, one that grows lets it back (UPL-32).
 */
export function useWindowRect(sizes: WindowSizes) {
  const browser = useBrowserSize()
  const [mode, setMode] = useState<WindowMode>('normal')
  const [normal, setNormal] = useState<Rect>(() => openingRect(sizes, browser))
  const [moved, setMoved] = useState<Rect | null>(null)

  const rects: Record<WindowMode, () => Rect> = {
    normal: () => fitRect(normal, sizes, browser),
    minimised: () => keepInside(moved ?? minimisedRect(normal, browser), browser),
    maximised: () => maximisedRect(sizes, browser),
  }
  return {
    browser,
    mode,
    rect: rects[mode](),
    setMode: (next: WindowMode) => {
      setMoved(null)
      setMode(next)
    },
    /** Takes over what dragging, resizing or keys led to. */
    place: (rect: Rect) => {
      if (mode === 'normal') setNormal(fitRect(rect, sizes, browser))
      if (mode === 'minimised') setMoved(keepInside(rect, browser))
    },
  }
}
