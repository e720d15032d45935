import { createContext } from 'react'

/** The dialog in which one stands. */
export const DialogContext = createContext<{
  /** Closes it, after the question where something in it is unsaved. */
  readonly close: () => void
  readonly busy: boolean
} | null>(null)
