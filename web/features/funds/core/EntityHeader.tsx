import Button from '@mui/material/Button'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { isInsideDocuments } from '../../../addresses.ts'
import {
  type LedgerTile,
  LedgerTiles,
  type LinkTab,
  MenuButton,
  type MenuEntry,
  PageHead,
  PageHeading,
  Tabs,
  useBreakpoint,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { useFigures } from './useFigures.ts'

/**
 * Title, figures and tabs, one below the other; in one line where somebody reads, within a folder or a file. The same
 * elements in both, so that the focus stays where it is on the way in and out.
 */
const HeaderRow = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 16,
  minWidth: 0,
  '&[data-reading]': { flexWrap: 'nowrap', columnGap: 24, minHeight: 44 },
})

/** The name, and beside it in a word what holds for all of it. */
const Title = styled('div')(({ theme }) => ({
  flex: '1 1 0',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  '& > h1': {
    flex: '0 1 auto',
    minWidth: 0,
    boxSizing: 'border-box',
    padding: '14px 0 12px',
    overflowWrap: 'anywhere',
  },
  [theme.breakpoints.down('md')]: { '& > h1': { padding: '8px 0 4px', minHeight: 44 } },
  '[data-reading] > &': {
    flex: '0 1 auto',
    '& > h1': {
      padding: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      ...theme.typography.prose,
    },
    [theme.breakpoints.down('md')]: {
      position: 'absolute',
      width: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      '& > h1': { height: 1, minHeight: 0 },
    },
  },
}))

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 20,
  flex: 'none',
  color: theme.vars.palette.ink3,
  '[data-reading] > &': { order: 1 },
}))

const Ledger = styled('div')(({ theme }) => ({
  width: '100%',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  [theme.breakpoints.down('md')]: { borderTop: 0 },
}))

/** Parts the tabs from the figures above them, from edge to edge. */
const TabRow = styled('div')(({ theme }) => ({
  flex: '1 0 100%',
  minWidth: 0,
  margin: '0 calc(-1 * var(--page-gutter))',
  padding: '0 var(--page-gutter)',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  '[data-reading] > &': { flex: '1 1 60%', margin: 0, padding: 0, border: 0 },
}))

/**
 * One block from title to tabs: the entity's name, its figures and its tabs (PORT-14, PORT-15); one line within a folder
 * or a file, where the room is for what is read.
 */
export function EntityHeader({
  name,
  tiles,
  tabs,
  activeTab,
  chip,
  adminPages = [],
  adminActions = [],
}: {
  name: string
  /** None where the header is switched off (PORT-15). */
  tiles: readonly LedgerTile[]
  tabs: readonly LinkTab[]
  activeTab: string | null
  /** In a word what holds for the whole entity. */
  chip?: ReactNode
  /** Entries of the Admin menu; without any there is none (PORT-22). */
  adminPages?: readonly LinkTab[]
  /** Entries of the Admin menu that are no pages, before those. */
  adminActions?: readonly MenuEntry[]
}) {
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
  const hasFigures = tiles.length > 0 && !isReading
  return (
    <PageHead>
      <HeaderRow data-reading={isReading ? '' : undefined}>
        <Title>
          <PageHeading>{name}</PageHeading>
          {chip}
        </Title>
        <Actions>
          {hasFigures && <FiguresToggle {...figures} />}
          {admin}
        </Actions>
        {hasFigures && figures.shown && (
          <Ledger>
            <LedgerTiles label="Figures" tiles={tiles} />
          </Ledger>
        )}
        {tabs.length > 0 && (
          <TabRow>
            <Tabs label={name} tabs={tabs} active={activeTab} />
          </TabRow>
        )}
      </HeaderRow>
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
