import IconButton from '@mui/material/IconButton'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { lazily, useOpened } from '../../ui/index.ts'
import type { NavigationEntry } from './navigation.ts'

const SidePanel = lazily(async () => (await import('./SidePanel.tsx')).SidePanel)

/** The top navigation on a narrow screen: a button, and the areas in a panel (SHELL-44). */
export function SideMenu({ entries }: { entries: readonly NavigationEntry[] }) {
  const [open, setOpen] = useState(false)
  const opened = useOpened(open)
  return (
    <>
      <IconButton
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={SidePanel.load}
        onFocus={SidePanel.load}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={20} />
      </IconButton>
      {opened && <SidePanel entries={entries} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
