import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import {
  type LedgerTile,
  LedgerTiles,
  type LinkTab,
  MenuButton,
  type MenuEntry,
  PageHeading,
  Tabs,
  useBreakpoint,
} from '../../ui/index.ts'
import { isInsideDocuments } from './addresses.ts'
import { PageHead } from './PageFrame.tsx'
import { useFigures } from './useFigures.ts'

const TitleRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  padding: '14px 0 12px',
  minHeight: 32,
  '& h1': { minWidth: 0, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('md')]: { padding: '8px 0 4px', minHeight: 44 },
}))

const Actions = styled('div')({ display: 'flex', alignItems: 'center', gap: 20, flex: 'none' })

const Ledger = styled('div')(({ theme }) => ({
  borderTop: `1px solid ${theme.vars.palette.line}`,
  [theme.breakpoints.down('md')]: { borderTop: 0 },
}))

/** Parts the tabs from the figures above them, from edge to edge. */
const TabRow = styled('div')(({ theme }) => ({
  margin: '0 calc(-1 * var(--page-gutter))',
  padding: '0 var(--page-gutter)',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

/** All in one line, where somebody reads: within a folder or a file. */
const OneLine = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 24,
  minHeight: 44,
  minWidth: 0,
  '& h1': {
    flex: '0 1 auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 15,
    lineHeight: '24px',
  },
  '& > nav': { flex: '1 1 60%' },
  [theme.breakpoints.down('md')]: {
    gap: 12,
    '& h1': { position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' },
  },
}))

export interface EntityHeaderProps {
  name: string
  /** None where the header is switched off (PORT-15). */
  tiles: readonly LedgerTile[]
  tabs: readonly LinkTab[]
  activeTab: string | null
  /** Entries of the Admin menu; without any there is none (PORT-22). */
  adminPages?: readonly LinkTab[]
  /** Entries of the Admin menu that are no pages, before those. */
  adminActions?: readonly MenuEntry[]
}

/**
 * One block from title to tabs: the entity's name, its figures and its tabs (PORT-14, PORT-15); one line within a folder
 * or a file, where the room is for what is read.
 */
export function EntityHeader({
  name,
  tiles,
  tabs,
  activeTab,
  adminPages = [],
  adminActions = [],
}: EntityHeaderProps) {
  const figures = useFigures()
  const isReading = isInsideDocuments(useLocation().pathname)
  const admin = adminPages.length + adminActions.length > 0 && (
    <MenuButton
      label="Admin"
      entries={[
        ...adminActions,
        ...adminPages.map((page) => ({ ...page, selected: page.key === activeTab })),
      ]}
    />
  )
  if (isReading) {
    return (
      <PageHead>
        <OneLine>
          <PageHeading>{name}</PageHeading>
          {tabs.length > 0 && <Tabs label={name} tabs={tabs} active={activeTab} />}
          {admin}
        </OneLine>
      </PageHead>
    )
  }
  return (
    <PageHead>
      <TitleRow>
        <PageHeading>{name}</PageHeading>
        <Actions>
          {tiles.length > 0 && <FiguresToggle {...figures} />}
          {admin}
        </Actions>
      </TitleRow>
      {tiles.length > 0 && figures.shown && (
        <Ledger>
          <LedgerTiles label="Figures" tiles={tiles} />
        </Ledger>
      )}
      {tabs.length > 0 && (
        <TabRow>
          <Tabs label={name} tabs={tabs} active={activeTab} />
        </TabRow>
      )}
    </PageHead>
  )
}

function FiguresToggle({ shown, toggle }: { shown: boolean; toggle: () => void }) {
  const wide = useBreakpoint('md')
  const words = shown ? 'Hide figures' : 'Show figures'
  const Icon = shown ? IconChevronUp : IconChevronDown
  return (
    <Button
      variant="text"
      aria-expanded={shown}
      aria-label={wide ? undefined : words}
      startIcon={wide && <Icon aria-hidden="true" />}
      onClick={toggle}
      sx={{ mr: '-8px' }}
    >
      {wide ? words : <Icon aria-hidden="true" size={17} />}
    </Button>
  )
}
