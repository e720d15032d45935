import ButtonBase from '@mui/material/ButtonBase'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { useFitting } from '../text/fitting.ts'
import { Ruler } from '../text/Ruler.tsx'
import { styled } from '../theme/styled.tsx'
import { loadMenu, Menu } from './Menu.tsx'

export interface LinkTab {
  key: string
  label: string
  to: string
  /** Stands under 'More', however much room there is. */
  more?: boolean
}

const GAP = 20
/** Room for 'More', or the name that it takes, in px. */
const MORE_WIDTH = 90

const TabRow = styled('nav')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  gap: GAP,
  height: 40,
  minWidth: 0,
  overflow: 'hidden',
  // Room for the focus ring inside what hides the overflow.
  padding: '0 4px',
  margin: '0 -4px',
  [theme.breakpoints.down('md')]: { height: 44 },
}))

const Tab = styled(ButtonBase)(({ theme }) => ({
  position: 'relative',
  flex: 'none',
  gap: 6,
  height: '100%',
  ...theme.typography.body1,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.ink2,
  '&.Mui-focusVisible': { outlineOffset: -2 },
  '&:hover': { color: theme.vars.palette.ink },
  '& > svg': { width: 14, height: 14, color: theme.vars.palette.ink3 },
  '&[data-active]': { fontWeight: 600, color: theme.vars.palette.accent.text },
  '&[data-active]::after': {
    content: '""',
    position: 'absolute',
    left: 0,
    right: 0,
    bottom: 0,
    height: 2,
    backgroundColor: theme.vars.palette.primary.main,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
}))

interface TabsProps {
  tabs: readonly LinkTab[]
  /** Key of the tab in view, if any. */
  active: string | null
  /** Accessible name. */
  label: string
}

/** Tabs that are links; what does not fit is under 'More', which takes the name of a hidden active tab. */
export function Tabs({ tabs, active, label }: TabsProps) {
  const bar = useRef<HTMLElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const own = tabs.filter(({ more }) => !more)
  const shown = useFitting(bar, ruler, own, {
    gap: GAP,
    more: (widths) => Math.max(...widths, 0) + 20,
    inset: own.length < tabs.length ? 8 + GAP + MORE_WIDTH : 8,
  })
  const [anchor, setAnchor] = useState<Element | null>(null)

  const hidden = [...own.slice(shown), ...tabs.filter(({ more }) => more)]
  const activeHidden = hidden.find((tab) => tab.key === active)
  return (
    <TabRow ref={bar} aria-label={label}>
      <Ruler ref={ruler} aria-hidden="true">
        {own.map((tab) => (
          <span key={tab.key}>{tab.label}</span>
        ))}
      </Ruler>
      {own.slice(0, shown).map((tab) => (
        <Tab
          key={tab.key}
          {...{ component: RouterLink, to: tab.to }}
          data-active={tab.key === active ? '' : undefined}
          aria-current={tab.key === active ? 'page' : undefined}
        >
          {tab.label}
        </Tab>
      ))}
      {hidden.length > 0 && (
        <>
          <Tab
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            aria-label={activeHidden ? `More, now ${activeHidden.label}` : undefined}
            data-active={activeHidden ? '' : undefined}
            onPointerEnter={loadMenu}
            onFocus={loadMenu}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            {activeHidden?.label ?? 'More'}
            <IconChevronDown />
          </Tab>
          <Menu
            label="More"
            anchor={anchor}
            onClose={() => setAnchor(null)}
            entries={hidden.map(({ key, label: words, to }) => ({
              key,
              label: words,
              to,
              selected: key === active,
            }))}
          />
        </>
      )}
    </TabRow>
  )
}
