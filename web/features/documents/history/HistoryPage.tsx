import IconButton from '@mui/material/IconButton'
import { IconDots, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatCount } from '../../../../shared/format/number.ts'
import { formatDay } from '../../../../shared/format/time.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  EmptyState,
  grouped,
  MenuButton,
  Pagination,
  pageOf,
  Table,
  useBreakpoint,
  useExistingPage,
  usePageTitle,
  withPage,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { useTreeMenu } from '../exports/useTreeMenu.tsx'
import { Page, ToolRow } from '../frame/layout.tsx'
import { NoHistoryScreen, NotFoundScreen } from '../frame/RefusalScreens.tsx'
import { Crumbs } from '../frame/Toolbar.tsx'
import { useOtherViews, ViewSwitch } from '../frame/ViewSwitch.tsx'
import { inOrder, useRestore } from '../operations/index.ts'
import { rootIdOf } from '../place/address.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { activeSearch } from '../place/term.ts'
import { SearchBox } from '../search/SearchBox.tsx'
import { activityGlyph, historyColumns, historyPhoneRow } from './entries.tsx'
import { HistoryFilterBar } from './HistoryFilterBar.tsx'
import { filtersOf, HISTORY_PAGE, isFiltered } from './historyFilters.ts'
import { type Entry, useHistory } from './useHistory.ts'

/** On a phone the filters stand in a row of their own, which scrolls sideways. */
const PhoneFilters = styled('div')({
  display: 'flex',
  gap: 8,
  margin: '0 calc(-1 * var(--page-gutter))',
  padding: '2px var(--page-gutter) 12px',
  overflowX: 'auto',
})

const Count = styled('span')({ marginLeft: 'auto', paddingRight: 6, whiteSpace: 'nowrap' })

const BelowTable = styled('div')({ paddingTop: 12 })

const entryId = (entry: Entry): string => entry.id
const BY_DAY = grouped<Entry>({ groupOf: ({ createdAt }) => formatDay(createdAt) })

/** What was done to a folder's documents, or to a file, by whom and when (HIST-01 to HIST-03). */
export function HistoryPage({ document }: { document: OpenDocument }) {
  const { tree, addresses } = usePlace()
  if (!tree.canViewDocumentsHistory) return <NoHistoryScreen backTo={addresses.to(document.id)} />
  return <History document={document} />
}

function History({ document }: { document: OpenDocument }) {
  const { tree, addresses } = usePlace()
  const viewer = useViewer()
  const wide = useBreakpoint('md')
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const [searchOpen, setSearchOpen] = useState(false)
  const { answer, stale, error } = useHistory(document.id)
  const treeMenu = useTreeMenu(document)
  const otherViews = useOtherViews(document, 'history')
  const menu = wide ? treeMenu.entries : inOrder([...otherViews, ...treeMenu.entries])
  usePageTitle(`History · ${document.name} · ${tree.name}`)

  const page = pageOf(address)
  const pageCount = Math.ceil((answer?.count ?? 0) / HISTORY_PAGE)
  useExistingPage(page, stale ? undefined : pageCount, (last) =>
    setAddress((before) => withPage(before, last), { replace: true }),
  )

  const root = document.ancestors[0]?.name ?? document.name
  const restore = useRestore()
  const rows = useMemo(() => ({ addresses, root, restore }), [addresses, root, restore])
  const columns = useMemo(() => historyColumns(rows), [rows])
  const phoneRow = useMemo(() => historyPhoneRow(rows), [rows])
  if (error?.code === 'FORBIDDEN') return <NoHistoryScreen backTo={addresses.to(document.id)} />
  if (error?.code === 'NOT_FOUND') return <NotFoundScreen basePath={addresses.to(rootIdOf(tree.id))} />

  const searching = activeSearch(address) !== null
  const filterBar = <HistoryFilterBar document={document} answer={answer} stale={stale} />
  const count = answer && !stale && (
    <Count role="status">{formatCount(answer.count, 'entry', 'entries')}</Count>
  )
  return (
    <Page>
      <ToolRow>
        <Crumbs document={document} />
        <div>
          {wide ? (
            <SearchBox label="Search the history" />
          ) : (
            <IconButton
              aria-label="Search"
              aria-expanded={searchOpen || searching}
              disabled={searching}
              onClick={() => setSearchOpen(!searchOpen)}
            >
              <IconSearch size={20} />
            </IconButton>
          )}
          {wide && <ViewSwitch folder={document} view="history" />}
          {menu.length > 0 && (
            <MenuButton
              label="Folder actions"
              icon={<IconDots size={wide ? undefined : 20} />}
              {...(wide && { variant: 'outlined' as const })}
              entries={menu}
            />
          )}
        </div>
      </ToolRow>
      {!wide && (searchOpen || searching) && (
        <div style={{ paddingBottom: 12 }}>
          <SearchBox autoFocus={!searching} label="Search the history" />
        </div>
      )}
      {!wide && <PhoneFilters>{filterBar}</PhoneFilters>}
      <Table
        label={`History of ${document.name}`}
        columnsKeptAs={`${viewer.id}.history`}
        columns={columns}
        rows={answer?.activity ?? []}
        getRowId={entryId}
        grouping={BY_DAY}
        rowHeight={36}
        glyph={activityGlyph}
        phoneRow={phoneRow}
        onOpen={(entry) => {
          if (entry.active && entry.document) navigate(addresses.to(entry.document.id))
        }}
        loading={!answer && !error}
        stale={stale && !error && answer !== undefined}
        strip={
          <>
            {filterBar}
            {count}
          </>
        }
        {...(error && { error })}
        empty={
          <EmptyState
            title="No activity found."
            hint={
              searching || isFiltered(filtersOf(address))
                ? 'Search for something else, or clear the filters.'
                : 'Uploads, new folders, renames, moves and deletions appear here.'
            }
          />
        }
      />
      {answer && (
        <BelowTable>
          <Pagination
            page={page}
            pageCount={pageCount}
            onChange={(next) => setAddress((before) => withPage(before, next))}
            label="Pages of the history"
          />
        </BelowTable>
      )}
      {treeMenu.dialog}
    </Page>
  )
}
