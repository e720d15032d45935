import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { IconX } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { SEARCH } from '../../addresses.ts'
import { Mark, PlainList } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { areaOf, type NavigationEntry } from './navigation.ts'

const Panel = styled('nav')({ width: 'min(320px, calc(100vw - 44px))', padding: '0 8px 16px' })

const PanelHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: 52,
  padding: '0 0 0 8px',
  margin: '0 0 8px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

const Row = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 44,
  padding: '4px 12px',
  borderRadius: 6,
  ...theme.typography.body2,
  fontWeight: 500,
  textDecoration: 'none',
  color: theme.vars.palette.ink2,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[aria-current]': {
    fontWeight: 600,
    color: theme.vars.palette.ink,
    boxShadow: `inset 2px 0 0 ${theme.vars.palette.sun.main}`,
    borderRadius: '0 6px 6px 0',
  },
}))

interface SidePanelProps {
  entries: readonly NavigationEntry[]
  open: boolean
  onClose: () => void
}

/** The areas on a narrow screen, once they have been opened. */
export function SidePanel({ entries, open, onClose }: SidePanelProps) {
  const { pathname } = useLocation()
  const area = areaOf(pathname)
  const isIn = (to: string) => pathname === to || pathname.startsWith(`${to}/`)
  // A room lies in the deal rooms though its address does not: the area tells, save between organisations.
  const places = entries.flatMap((entry) =>
    entry.choices
      ? entry.choices.map((choice) => ({ ...choice, here: isIn(choice.to) }))
      : [{ label: entry.label, to: entry.to, here: entry.area === area }],
  )
  return (
    <Drawer anchor="right" open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu' } }}>
      <Panel aria-label="Main">
        <PanelHead>
          <Mark />
          <IconButton aria-label="Close menu" onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        </PanelHead>
        <PlainList>
          <li>
            <Row to={SEARCH} state={pathname} onClick={onClose}>
              Search
            </Row>
          </li>
          {places.map(({ label, to, here }) => (
            <li key={to}>
              <Row to={to} onClick={onClose} aria-current={here ? 'page' : undefined}>
                {label}
              </Row>
            </li>
          ))}
        </PlainList>
      </Panel>
    </Drawer>
  )
}
