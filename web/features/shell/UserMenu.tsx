import ButtonBase from '@mui/material/ButtonBase'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { Avatar, lazily, useBreakpoint, useOpened, VisuallyHidden } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { UserPanelProps } from './UserPanel.tsx'
import { takeWelcome } from './welcome.ts'

const UserPanel = lazily(async () => (await import('./UserPanel.tsx')).UserPanel)

const WelcomeDialog = lazily(async () => (await import('./WelcomeDialog.tsx')).WelcomeDialog)

const Trigger = styled(ButtonBase)(({ theme }) => ({
  gap: 8,
  minHeight: 32,
  minWidth: 0,
  padding: '2px 4px',
  borderRadius: 6,
  ...theme.typography.body1,
  fontWeight: 500,
  color: theme.vars.palette.ink,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '& > span:nth-of-type(2)': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > svg': { color: theme.vars.palette.ink3 },
  [theme.breakpoints.down('md')]: { minHeight: 44, minWidth: 44 },
}))

interface UserMenuProps extends Pick<UserPanelProps, 'fullName' | 'email' | 'isSuperUser'> {
  /** Null with the default avatar. */
  avatarUrl: string | null
}

/** The person's name and avatar, and what belongs to the person: settings, theme, signing out (SHELL-23, SHELL-33). */
export function UserMenu({ fullName, email, isSuperUser, avatarUrl }: UserMenuProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const opened = useOpened(anchor !== null)
  const [welcome, setWelcome] = useState(false)
  const welcomed = useOpened(welcome)
  // At the first sign-in it opens by itself (WELC-02).
  useEffect(() => {
    if (takeWelcome()) setWelcome(true)
  }, [])
  const id = useId()
  const wide = useBreakpoint('md')
  return (
    <>
      <Trigger
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onPointerEnter={UserPanel.load}
        onFocus={UserPanel.load}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={fullName} tone="accent" picture={avatarUrl} />
        {wide ? <span>{fullName}</span> : <VisuallyHidden>{fullName}</VisuallyHidden>}
        {wide && <IconChevronDown size={14} aria-hidden="true" />}
      </Trigger>
      {opened && (
        <UserPanel
          id={id}
          anchor={anchor}
          onClose={() => setAnchor(null)}
          fullName={fullName}
          email={email}
          isSuperUser={isSuperUser}
          onWelcome={() => setWelcome(true)}
        />
      )}
      {welcomed && <WelcomeDialog open={welcome} onClose={() => setWelcome(false)} fullName={fullName} />}
    </>
  )
}
