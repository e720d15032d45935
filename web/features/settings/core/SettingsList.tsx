import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Panel } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { SettingsEntry } from './entries.ts'

const row = (theme: Theme) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-start',
  gap: 10,
  width: '100%',
  minHeight: 40,
  padding: '8px 12px 8px 16px',
  boxSizing: 'border-box' as const,
  ...theme.typography.body1,
  fontWeight: 500,
  textAlign: 'left' as const,
  textDecoration: 'none',
  color: theme.vars.palette.ink2,
  overflowWrap: 'anywhere' as const,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current]': {
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
    boxShadow: `inset 2px 0 0 ${theme.vars.palette.accent.main}`,
  },
  '& > svg': { flex: 'none' },
})

const Entries = styled(Panel)(({ theme }) => ({
  padding: '8px 0',
  overflow: 'hidden',
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& a, & button': row(theme),
  '& button > span': { flex: 1 },
  '& ul ul': { position: 'relative' },
  // The guide that the organisations hang from.
  '& ul ul::before': {
    content: '""',
    position: 'absolute',
    top: 0,
    bottom: 0,
    left: 23,
    width: 1,
    backgroundColor: theme.vars.palette.line,
  },
  '& ul ul a': { minHeight: 36, paddingLeft: 42 },
}))

/** The pages of the settings (PROF-14). */
export function SettingsList({ entries }: { entries: readonly SettingsEntry[] }) {
  return (
    <nav aria-label="Settings">
      <Entries>
        <ul>
          {entries.map((entry) => (
            <li key={entry.key}>
              {entry.to === undefined ? (
                <Fold entry={entry} />
              ) : (
                <NavLink to={entry.to} end={!entry.hasPagesBelow}>
                  <entry.icon size={16} stroke={1.6} aria-hidden="true" />
                  {entry.label}
                </NavLink>
              )}
            </li>
          ))}
        </ul>
      </Entries>
    </nav>
  )
}

/** Open at first, save on a page that lies within (PROF-16). */
function Fold({
  entry: { label, icon: Icon, places },
}: {
  entry: Extract<SettingsEntry, { to?: undefined }>
}) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(() => !pathname.includes('/notifications'))
  const id = useId()
  return (
    <>
      <ButtonBase aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon size={16} stroke={1.6} aria-hidden="true" />
        <span>{label}</span>
        {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
      </ButtonBase>
      <ul id={id} hidden={!open}>
        {places.map(({ label, to }) => (
          <li key={to}>
            <NavLink to={to} end>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}
