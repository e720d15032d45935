import Button, { type ButtonProps } from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import MuiMenu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { Tooltip } from './Tooltip.tsx'

/** A menu that says 'Copied!' or 'Sent!' closes this long afterwards, in ms (FMT-18). */
export const CLOSE_AFTER_DONE = 1000

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
  /** Why it is disabled. */
  reason?: string
  /** A rule above this entry. */
  divider?: boolean
  /** Where the choice acts at once, the words that stand for a second before the menu closes (FMT-18). */
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

/** A menu opens towards the middle of the window. */
function isRightHalf(element: Element): boolean {
  const at = element.getBoundingClientRect()
  return at.left + at.width / 2 > window.innerWidth / 2
}

/** A menu of entries, hanging from an element or opened at the pointer. */
export function Menu({ anchor, onClose, entries, label }: MenuProps) {
  const [done, setDone] = useState<string | null>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => {
      setDone(null)
      close.current()
    }, CLOSE_AFTER_DONE)
    return () => clearTimeout(timer)
  }, [done])

  const select = (entry: MenuEntry) => {
    if (entry.done !== undefined) {
      entry.onSelect?.()
      setDone(entry.key)
      return
    }
    // First away with the menu, so that what the entry opens takes the focus last.
    onClose()
    entry.onSelect?.()
  }
  const atPoint = anchor !== null && !(anchor instanceof Element)
  const side = anchor instanceof Element && isRightHalf(anchor) ? 'right' : 'left'
  return (
    <MuiMenu
      open={anchor !== null}
      onClose={onClose}
      anchorEl={atPoint ? undefined : anchor}
      anchorReference={atPoint ? 'anchorPosition' : 'anchorEl'}
      anchorPosition={atPoint ? { left: anchor.x, top: anchor.y } : undefined}
      anchorOrigin={{ vertical: 'bottom', horizontal: side }}
      transformOrigin={{ vertical: 'top', horizontal: side }}
      slotProps={{ list: { 'aria-label': label, dense: true } }}
    >
      {entries.flatMap((entry) => [
        entry.divider ? <Divider key={`${entry.key}-rule`} /> : null,
        <EntryItem
          key={entry.key}
          entry={entry}
          done={done === entry.key}
          disabled={done !== null}
          onSelect={() => select(entry)}
        />,
      ])}
    </MuiMenu>
  )
}

interface EntryItemProps {
  entry: MenuEntry
  done: boolean
  disabled: boolean
  onSelect: () => void
}

function EntryItem({ entry, done, disabled, onSelect, ...fromList }: EntryItemProps) {
  const target = entry.to
    ? { component: RouterLink, to: entry.to }
    : entry.href
      ? {
          component: 'a' as const,
          href: entry.href,
          download: entry.download,
          ...(entry.newTab && NEW_TAB),
        }
      : {}
  const item = (
    <MenuItem
      {...fromList}
      {...target}
      disabled={entry.disabled || disabled}
      selected={entry.selected}
      onClick={onSelect}
      aria-keyshortcuts={entry.shortcut}
      data-shortcut={entry.shortcut?.replace('Delete', 'Del')}
      sx={entry.tone === 'danger' ? dangerItem : undefined}
    >
      {done ? <IconCheck /> : entry.icon}
      <span role={done ? 'status' : undefined}>{done ? entry.done : entry.label}</span>
    </MenuItem>
  )
  return entry.disabled && entry.reason ? <Tooltip title={entry.reason}>{item}</Tooltip> : item
}

/** The page that opens must not reach back into this one. */
const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

const dangerItem = { color: 'danger.text', '& > svg': { color: 'inherit' } } as const

export interface MenuButtonProps {
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
    onClick: (event: React.MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
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
