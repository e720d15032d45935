import ButtonBase from '@mui/material/ButtonBase'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { loadMenu, Menu } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { areaOf, type Destination, type NavigationEntry } from './navigation.ts'

const Row = styled('nav')({ display: 'flex', alignSelf: 'stretch', gap: 4, marginLeft: 32 })

const Entry = styled(ButtonBase)(({ theme }) => ({
  position: 'relative',
  gap: 6,
  height: '100%',
  padding: '0 10px',
  ...theme.typography.body1,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.ink2,
  '&:hover': { color: theme.vars.palette.ink },
  '&.Mui-focusVisible': { outlineOffset: -4 },
  '& > svg': { color: theme.vars.palette.ink3 },
  '&[data-current]': { fontWeight: 600, color: theme.vars.palette.ink },
  // You are here: the one drop of sun of the bar, on its lower edge.
  '&[data-current]::after': {
    content: '""',
    position: 'absolute',
    left: 10,
    right: 10,
    bottom: -1,
    height: 2,
    backgroundColor: theme.vars.palette.sun.main,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
}))

/** Semibold words are wider: they keep their room always, so that nothing moves when the area changes. */
const Words = styled('span')({
  display: 'inline-grid',
  '&::after': {
    // With nothing in its place for screen readers, where a browser knows how.
    content: ['attr(data-words)', 'attr(data-words) / ""'],
    height: 0,
    overflow: 'hidden',
    visibility: 'hidden',
    fontWeight: 600,
  },
})

/** The areas in the top bar; one with a choice of organisations opens a menu (SHELL-25). */
export function NavigationLinks({ entries }: { entries: readonly NavigationEntry[] }) {
  const { pathname } = useLocation()
  const area = areaOf(pathname)
  return (
    <Row aria-label="Main">
      {entries.map((entry) => {
        const current = entry.area === area
        const marks = { 'data-current': current ? '' : undefined, 'aria-current': current || undefined }
        return entry.choices ? (
          <Choice key={entry.area} label={entry.label} choices={entry.choices} marks={marks} />
        ) : (
          <Entry key={entry.area} {...{ component: Link, to: entry.to }} {...marks}>
            <Words data-words={entry.label}>{entry.label}</Words>
          </Entry>
        )
      })}
    </Row>
  )
}

interface ChoiceProps {
  label: string
  choices: readonly Destination[]
  marks: { 'data-current': string | undefined; 'aria-current': true | undefined }
}

function Choice({ label, choices, marks }: ChoiceProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const { pathname } = useLocation()
  return (
    <>
      <Entry
        {...marks}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Words data-words={label}>{label}</Words>
        <IconChevronDown size={14} aria-hidden="true" />
      </Entry>
      <Menu
        label={label}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        entries={choices.map((choice) => ({
          key: choice.to,
          label: choice.label,
          to: choice.to,
          selected: pathname === choice.to || pathname.startsWith(`${choice.to}/`),
        }))}
      />
    </>
  )
}
