import { useLocation } from 'react-router'
import { MenuButton, type MenuEntry } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { SettingsEntry } from './entries.ts'

const Nav = styled('nav')({ '& button': { minHeight: 44, width: '100%', justifyContent: 'space-between' } })

/** The pages of the settings where there is no room for the list: the current one, and a menu of all. */
export function SettingsChooser({ entries }: { entries: readonly SettingsEntry[] }) {
  const { pathname } = useLocation()
  const all: MenuEntry[] = entries.flatMap(({ key, label, to, hasPagesBelow, places }) =>
    to === undefined
      ? places.map((place) => ({
          key: place.to,
          label: `${label}: ${place.label}`,
          to: place.to,
          selected: place.to === pathname,
        }))
      : [{ key, label, to, selected: to === pathname || (hasPagesBelow && pathname.startsWith(`${to}/`)) }],
  )
  return (
    <Nav aria-label="Settings">
      <MenuButton
        variant="outlined"
        label={all.find(({ selected }) => selected)?.label ?? 'Settings'}
        entries={all}
      />
    </Nav>
  )
}
