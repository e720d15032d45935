import type { ReactNode } from 'react'

export interface MenuEntry {
  key: string
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** A page of the product. */
  to?: string
  /** An address outside the pages, such as a download. */
  href?: string
  download?: boolean
  /** Opens `href` beside the page. */
  newTab?: boolean
  tone?: 'danger'
  disabled?: boolean
  /** What it does, in a line below its words. */
  hint?: string
  /** Why it is disabled. */
  reason?: string
  /** A rule above this entry. */
  divider?: boolean
  /** Words above this entry, for it and those that follow. */
  heading?: string
  /** Where the choice acts immediately, the words that stand for a second before the menu closes (FMT-18). */
  done?: string
  /** Marks the entry that holds now. */
  selected?: boolean
  /** The key that does the same, such as 'F2'. */
  shortcut?: string
}

export interface MenuProps {
  /** The element it hangs from, or a point of the window; closed while null. */
  anchor: Element | { x: number; y: number } | null
  onClose: () => void
  entries: readonly MenuEntry[]
  /** Accessible name. */
  label: string
}
