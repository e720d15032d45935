import { useEffect } from 'react'

const heights: number[] = []

const tell = () => {
  const style = document.documentElement.style
  if (heights.length === 0) style.removeProperty('--bottom-bar')
  else style.setProperty('--bottom-bar', `${Math.max(...heights)}px`)
}

/**
 * Tells what else stands at the bottom of a phone's window to stand above a bar of that many px (`--bottom-bar`).
 * Of two bars one covers the other. Nothing without a height.
 */
export function useBottomBar(height: number | undefined): void {
  useEffect(() => {
    if (height === undefined) return
    heights.push(height)
    tell()
    return () => {
      heights.splice(heights.indexOf(height), 1)
      tell()
    }
  }, [height])
}
