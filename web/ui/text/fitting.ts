import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * How many things stand in a row, given their widths, the gap between them, the width of 'More' and the room,
 * all in px: all when they fit, else as many as leave room for 'More'.
 */
export function countFitting(widths: readonly number[], gap: number, more: number, room: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1)
  if (total <= room) return widths.length
  let used = more
  let count = 0
  for (const width of widths) {
    used += width + gap
    if (used > room) break
    count += 1
  }
  return count
}

interface FittingOptions {
  /** Px between two things. */
  gap: number
  /** Px that each is wider than its words in the ruler. */
  padding?: number
  /** Px that 'More' needs, told those of the things. */
  more: (widths: readonly number[]) => number
  /** Px of the row that are no room. */
  inset?: number
}

/**
 * How many of the things in a row fit, measured by their words in a ruler, and again when the row changes.
 * @param things what is measured; the same while the words are
 */
export function useFitting(
  row: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
  things: readonly unknown[],
  { gap, padding = 0, more, inset = 0 }: FittingOptions,
): number {
  const [count, setCount] = useState(things.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other things have other widths
  useLayoutEffect(() => {
    const measure = () => {
      const widths = [...(ruler.current?.children ?? [])].map(
        (words) => Math.ceil(words.getBoundingClientRect().width) + padding,
      )
      const room = row.current?.clientWidth ?? 0
      // What is not laid out has no width: nothing is hidden for that.
      setCount(room === 0 ? widths.length : countFitting(widths, gap, more(widths), room - inset))
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (row.current) observer.observe(row.current)
    document.fonts?.ready.then(measure)
    return () => observer.disconnect()
  }, [things])
  return count
}
