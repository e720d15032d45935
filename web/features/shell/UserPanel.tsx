import Popover from '@mui/material/Popover'
import type { SxProps, Theme } from '@mui/material/styles'
import { IconLogout, IconSearch, IconSettings, IconSun, IconTool } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { BACK_OFFICE, PROFILE, SEARCH, SIGN_OUT } from '../../addresses.ts'
import { floating, Segments, unsavedInPage, useColorMode } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'

const Panel = styled('div')(({ theme }) => ({
  width: 248,
  padding: '6px 0',
  '& > ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& > ul :is(a, button)': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 32,
    padding: '4px 14px',
    color: theme.vars.palette.ink,
    textDecoration: 'none',
    [theme.breakpoints.down('md')]: { minHeight: 44 },
  },
  '& > ul button': {
    width: '100%',
    border: 0,
    background: 'none',
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '& > ul :is(a, button):hover': { backgroundColor: theme.vars.palette.hover },
  '& > ul :is(a, button):focus-visible': { outlineOffset: -2 },
  '& > ul kbd': { marginLeft: 'auto', font: 'inherit', ...theme.typography.note },
  '& > ul svg': { color: theme.vars.palette.ink2 },
}))

const Who = styled('div')(({ theme }) => ({
  padding: '6px 14px 10px',
  marginBottom: 6,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  overflowWrap: 'anywhere',
  '& > strong': { display: 'block', fontWeight: 600 },
  '& > span': theme.typography.note,
}))

const ThemeChoice = styled('div')(({ theme }) => ({
  padding: '10px 14px',
  margin: '6px 0',
  borderBlock: `1px solid ${theme.vars.palette.line}`,
  '& > p': { margin: '0 0 6px', ...theme.typography.note },
}))

const paper: SxProps<Theme> = (theme) => ({ ...floating(theme), mt: '6px', borderRadius: '8px' })

const MODES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const

export interface UserPanelProps {
  id: string
  /** The button that it hangs from; closed while null. */
  anchor: Element | null
  onClose: () => void
  fullName: string
  email: string | null
  isSuperUser: boolean
  /** Opens the welcome dialog (WELC-03). */
  onWelcome: () => void
}

/** What the user menu is once it has been opened: who one is, settings, theme, signing out. */
export function UserPanel({ id, anchor, onClose, fullName, email, isSuperUser, onWelcome }: UserPanelProps) {
  const { mode, setMode } = useColorMode()
  const { pathname } = useLocation()
  const signOut = (event: MouseEvent) => {
    const unsaved = unsavedInPage()
    if (!unsaved?.isUnsaved()) return
    event.preventDefault()
    onClose()
    unsaved.leavePage(() => window.location.assign(SIGN_OUT))
  }
  return (
    <Popover
      id={id}
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
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
            <button
              type="button"
              onClick={() => {
                onClose()
                onWelcome()
              }}
            >
              <IconSun size={16} aria-hidden="true" />
              Welcome dialog
            </button>
          </li>
          <li>
            <Link to={SEARCH} state={pathname} onClick={onClose}>
              <IconSearch size={16} aria-hidden="true" />
              Search
              <kbd>Ctrl K</kbd>
            </Link>
          </li>
          <li>
            <Link to={PROFILE} onClick={onClose}>
              <IconSettings size={16} aria-hidden="true" />
              Settings
            </Link>
          </li>
          {isSuperUser && (
            <li>
              <Link to={BACK_OFFICE} onClick={onClose}>
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
            <a href={SIGN_OUT} onClick={signOut}>
              <IconLogout size={16} aria-hidden="true" />
              Log out
            </a>
          </li>
        </ul>
      </Panel>
    </Popover>
  )
}
