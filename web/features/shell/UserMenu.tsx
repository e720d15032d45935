import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { type SxProps, styled, type Theme } from '@mui/material/styles'
import { IconChevronDown, IconLogout, IconSettings, IconTool } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Avatar, floating, Segments, useBreakpoint, useColorMode } from '../../ui/index.ts'

const Trigger = styled(ButtonBase)(({ theme }) => ({
  gap: 8,
  minHeight: 32,
  minWidth: 0,
  padding: '2px 4px',
  borderRadius: 6,
  fontFamily: 'inherit',
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  color: theme.vars.palette.ink,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '& > span:nth-of-type(2)': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > svg': { color: theme.vars.palette.ink3 },
  [theme.breakpoints.down('md')]: { minHeight: 44, minWidth: 44 },
}))

const Panel = styled('div')(({ theme }) => ({
  width: 248,
  padding: '6px 0',
  '& > ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& > ul a': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 32,
    padding: '4px 14px',
    color: theme.vars.palette.ink,
    textDecoration: 'none',
    [theme.breakpoints.down('md')]: { minHeight: 44 },
  },
  '& > ul a:hover': { backgroundColor: theme.vars.palette.hover },
  '& > ul a:focus-visible': { outlineOffset: -2 },
  '& > ul svg': { color: theme.vars.palette.ink2 },
}))

const Who = styled('div')(({ theme }) => ({
  padding: '6px 14px 10px',
  marginBottom: 6,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  overflowWrap: 'anywhere',
  '& > strong': { display: 'block', fontWeight: 600 },
  '& > span': { fontSize: 12, lineHeight: '16px', color: theme.vars.palette.ink3 },
}))

const ThemeChoice = styled('div')(({ theme }) => ({
  padding: '10px 14px',
  margin: '6px 0',
  borderBlock: `1px solid ${theme.vars.palette.line}`,
  '& > p': { margin: '0 0 6px', fontSize: 12, lineHeight: '16px', color: theme.vars.palette.ink3 },
}))

const paper: SxProps<Theme> = (theme) => ({ ...floating(theme), mt: '6px', borderRadius: '8px' })

const MODES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const

export interface UserMenuProps {
  fullName: string
  email: string | null
  isSuperUser: boolean
}

/** The person's name and avatar, and what belongs to the person: settings, theme, signing out (SHELL-23, SHELL-33). */
export function UserMenu({ fullName, email, isSuperUser }: UserMenuProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const close = () => setAnchor(null)
  const id = useId()
  const wide = useBreakpoint('md')
  const { mode, setMode } = useColorMode()
  return (
    <>
      <Trigger
        aria-label={wide ? undefined : fullName}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={fullName} tone="accent" />
        {wide && <span>{fullName}</span>}
        {wide && <IconChevronDown size={14} aria-hidden="true" />}
      </Trigger>
      <Popover
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'User menu', sx: paper } }}
      >
        <Panel>
          <Who>
            <strong>{fullName}</strong>
            {email && <span>{email}</span>}
          </Who>
          <ul>
            <li>
              <Link to="/profile" onClick={close}>
                <IconSettings size={16} aria-hidden="true" />
                Settings
              </Link>
            </li>
            {isSuperUser && (
              <li>
                <Link to="/tagauks" onClick={close}>
                  <IconTool size={16} aria-hidden="true" />
                  Helioroom Admin
                </Link>
              </li>
            )}
          </ul>
          <ThemeChoice>
            <p>Theme</p>
            <Segments label="Theme" segments={MODES} value={mode} onChange={setMode} />
          </ThemeChoice>
          <ul>
            <li>
              {/* The server ends the session, so this is a navigation of the browser (SHELL-15). */}
              <a href="/logout">
                <IconLogout size={16} aria-hidden="true" />
                Log out
              </a>
            </li>
          </ul>
        </Panel>
      </Popover>
    </>
  )
}
