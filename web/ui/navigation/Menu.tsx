import Button, { type ButtonProps } from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconChevronDown } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { lazily, useOpened } from './lazily.tsx'
import type { MenuEntry, MenuProps } from './menuEntry.ts'

export type { MenuEntry } from './menuEntry.ts'

const OpenMenu = lazily(async () => (await import('./OpenMenu.tsx')).OpenMenu)

/**
 * Fetches what menus are made of, once: called when a pointer or the focus comes to what opens one. A menu that is
 * opened without that waits for it by itself.
 */
export const loadMenu = OpenMenu.load

/** A menu of entries, hanging from an element or opened at the pointer; nothing of it is there until it first opens. */
export function Menu(props: MenuProps) {
  return useOpened(props.anchor !== null) && <OpenMenu {...props} />
}

interface MenuButtonProps {
  /** Words on the button, or its accessible name where it is only an icon. */
  label: string
  /** An icon alone in place of the words. */
  icon?: ReactNode
  entries: readonly MenuEntry[]
  variant?: ButtonProps['variant']
  size?: 'small' | 'medium'
  disabled?: boolean
  startIcon?: ReactNode
}

/** A button that opens a menu: words with a chevron, or an icon with the words as its name. */
export function MenuButton({ label, icon, entries, variant, size, disabled, startIcon }: MenuButtonProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const shared = {
    id,
    disabled,
    size,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': anchor !== null,
    onPointerEnter: loadMenu,
    onFocus: loadMenu,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  }
  return (
    <>
      {icon ? (
        <IconButton {...shared} aria-label={label} sx={variant === 'outlined' ? outlinedIcon : undefined}>
          {icon}
        </IconButton>
      ) : (
        <Button {...shared} variant={variant} startIcon={startIcon} endIcon={<IconChevronDown />}>
          {label}
        </Button>
      )}
      <Menu anchor={anchor} onClose={() => setAnchor(null)} entries={entries} label={label} />
    </>
  )
}

const outlinedIcon = { border: '1px solid', borderColor: 'lineStrong', backgroundColor: 'surface' } as const
