import Divider from '@mui/material/Divider'
import MuiMenu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { Tooltip } from '../text/Tooltip.tsx'
import { styled } from '../theme/styled.tsx'
import type { MenuEntry, MenuProps } from './menuEntry.ts'

/** A menu that says 'Copied!' or 'Sent!' closes this long afterwards, in ms (FMT-18). */
const CLOSE_AFTER_DONE = 1000

/** A menu opens towards the middle of the window. */
function isRightHalf(element: Element): boolean {
  const at = element.getBoundingClientRect()
  return at.left + at.width / 2 > window.innerWidth / 2
}

/** What `Menu` is once it has been opened. */
export function OpenMenu({ anchor, onClose, entries, label }: MenuProps) {
  const [done, setDone] = useState<string | null>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => {
      setDone(null)
      close()
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
        entry.heading === undefined ? null : (
          <Heading key={`${entry.key}-heading`} role="presentation">
            {entry.heading}
          </Heading>
        ),
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

const HINTED = { padding: '6px 0' } as const
const Hint = styled('small')(({ theme }) => ({
  display: 'block',
  ...theme.typography.note,
}))

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
      <span role={done ? 'status' : undefined} style={entry.hint ? HINTED : undefined}>
        {done ? entry.done : entry.label}
        {entry.hint && <Hint>{entry.hint}</Hint>}
      </span>
    </MenuItem>
  )
  return entry.disabled && entry.reason ? <Tooltip title={entry.reason}>{item}</Tooltip> : item
}

/** The page that opens must not reach back into this one. */
const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

/** Words between entries, which the keys pass over. */
const Heading = Object.assign(
  styled('li')(({ theme }) => ({
    padding: '6px 12px 2px',
    ...theme.typography.note,
    fontWeight: 500,
  })),
  { muiSkipListHighlight: true },
)

const dangerItem = { color: 'danger.text', '& > svg': { color: 'inherit' } } as const
