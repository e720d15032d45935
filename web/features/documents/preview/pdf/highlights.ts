/** Names under which the page's style knows what was found. */
export const FOUND = 'pdf-found'
export const CURRENT = 'pdf-current'

function registered(name: string): Highlight | null {
  // Browsers without it still go to the place, they only don't colour it.
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return null
  const known = CSS.highlights.get(name)
  if (known) return known
  const fresh = new Highlight()
  CSS.highlights.set(name, fresh)
  return fresh
}

/**
 * Colours words without touching the page.
 * @returns a function that takes the colour away
 */
export function highlight(name: typeof FOUND | typeof CURRENT, ranges: readonly Range[]): () => void {
  const group = registered(name)
  for (const range of ranges) group?.add(range)
  return () => {
    for (const range of ranges) group?.delete(range)
  }
}
