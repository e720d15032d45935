import type { ReactNode } from 'react'
import { BorderedList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** Height of one entry in px; the list shows a little over six. */
const ENTRY = 36

const ScrolledEntries = styled(BorderedList)({
  maxHeight: 240,
  '& > li': {
    gap: 10,
    height: ENTRY,
    padding: '0 12px',
    // What is scrolled out of thousands of entries is not drawn.
    contentVisibility: 'auto',
    containIntrinsicHeight: ENTRY,
  },
  '& > li > span': { minWidth: 0 },
})

interface ScrolledListProps {
  /** Accessible name. */
  label: string
  busy?: boolean | undefined
  /** Asks for what follows when the end comes near. */
  onNearEnd: () => void
  /** Entries: `li`, each a glyph and a name. */
  children: ReactNode
}

/** A list inside a dialog that loads on as it is scrolled. */
export const ScrolledList = ({ label, busy, onNearEnd, children }: ScrolledListProps) => (
  <ScrolledEntries
    // In the Tab order, so that a long list can be scrolled by keyboard.
    tabIndex={0}
    aria-label={label}
    aria-busy={busy || undefined}
    onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
      if (scrollTop + clientHeight > scrollHeight - 20 * ENTRY) onNearEnd()
    }}
  >
    {children}
  </ScrolledEntries>
)
