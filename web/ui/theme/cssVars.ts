import type { CSSProperties } from 'react'

/** Custom properties as a style: React takes them, its types don't know them. */
export function cssVars(values: Record<`--${string}`, string | number>): CSSProperties {
  return values as CSSProperties
}
