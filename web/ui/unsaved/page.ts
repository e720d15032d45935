import type { UnsavedWork } from './work.ts'

let unsaved: UnsavedWork | null = null
const listeners = new Set<() => void>()

/** All that is unsaved in the page; null until anything has joined that may be: only then is the rest of it loaded. */
export const unsavedInPage = (): UnsavedWork | null => unsaved

export const onJoined = (joined: () => void): (() => void) => {
  listeners.add(joined)
  return () => listeners.delete(joined)
}

export function join(work: UnsavedWork): void {
  if (unsaved === work) return
  unsaved = work
  for (const joined of listeners) joined()
}
