import { useApolloClient } from '@apollo/client/react'
import IconButton from '@mui/material/IconButton'
import { IconRestore, IconSearch, IconTrashX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import { usePagedList } from '../../../graphql/usePagedList.ts'
import {
  Breadcrumbs,
  type Command,
  FileGlyph,
  FolderGlyph,
  lazily,
  menuEntries,
  PagedTable,
  SearchField,
  sortsOf,
  stripActions,
  useBreakpoint,
  useListState,
  usePageTitle,
  useToast,
} from '../../../ui/index.ts'
import { Page, ToolRow } from '../frame/layout.tsx'
import { NotAuthorizedScreen } from '../frame/RefusalScreens.tsx'
import { inOrder } from '../operations/index.ts'
import { isFolder, type OpenDocument, usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { TOO_MANY } from '../place/sizes.ts'
import { type BinEntry, binColumns, binPhoneRow } from './binColumns.tsx'
import { RecycleBinDocument } from './operations.generated.ts'
import { useBinRestore } from './useBinRestore.ts'

const DeleteForGoodDialog = lazily(
  async () => (await import('./DeleteForGoodDialog.tsx')).DeleteForGoodDialog,
)

const NOTHING: ReadonlySet<string> = new Set()

/** What was deleted in a tree and can be restored (BIN-01). */
export function BinPage({ root }: { root: OpenDocument }) {
  const { sees } = usePlace()
  return sees.bin ? <Bin root={root} /> : <NotAuthorizedScreen />
}

const LIST = {
  filters: {},
  sorts: sortsOf(binColumns('')),
  sort: { key: 'deletedAt', direction: 'desc' },
  perPage: 50,
} as const

function Bin({ root }: { root: OpenDocument }) {
  const { tree, addresses, isReadOnly } = usePlace()
  const client = useApolloClient()
  const toast = useToast()
  const wide = useBreakpoint('md')
  const [searchOpen, setSearchOpen] = useState(false)
  const [selected, setSelected] = useState(NOTHING)
  const [toDelete, setToDelete] = useState<BinEntry>()
  const restore = useBinRestore()
  usePageTitle(`Recycle bin · ${tree.name}`)
  const list = useListState(LIST)
  const bin = usePagedList(RecycleBinDocument, list, (page) => ({ treeId: tree.id, ...page }), {
    pageOf: ({ recycleBin: { count, items: rows } }) => ({ count, rows }),
  })
  const columns = useMemo(() => binColumns(root.name), [root.name])
  const phoneRow = useMemo(() => binPhoneRow(root.name), [root.name])
  const answer = bin.data?.recycleBin
  const commands: Command<BinEntry>[] = [
    {
      key: 'restore',
      label: 'Restore',
      icon: <IconRestore />,
      many: true,
      // BIN-04
      allowed: tree.canEdit,
      refusal: (entries) => (entries.length > MAX_SELECTED ? TOO_MANY : undefined),
      run: (entries) => {
        setSelected(NOTHING)
        void restore(entries)
      },
    },
    {
      key: 'for-good',
      label: 'Delete for good…',
      icon: <IconTrashX />,
      tone: 'danger',
      allowed: answer?.canDeleteForGood === true && !isReadOnly,
      run: ([entry]) => setToDelete(entry),
    },
  ]
  const chosen = bin.rows.filter(({ id }) => selected.has(id))
  const search = (
    <SearchField
      label="Search the recycle bin"
      {...(wide && { width: 260 })}
      value={list.text}
      onChange={list.setText}
    />
  )
  return (
    <Page>
      <ToolRow>
        <Breadcrumbs
          items={[
            { label: root.name, to: addresses.to(root.id) },
            { label: 'Recycle bin', to: addresses.bin },
          ]}
        />
        <div>
          {wide ? (
            search
          ) : (
            <IconButton
              aria-label="Search"
              aria-expanded={searchOpen || list.term !== ''}
              disabled={list.term !== ''}
              onClick={() => setSearchOpen(!searchOpen)}
            >
              <IconSearch size={20} />
            </IconButton>
          )}
        </div>
      </ToolRow>
      {!wide && (searchOpen || list.term !== '') && <div style={{ paddingBottom: 12 }}>{search}</div>}
      <PagedTable
        label="Recycle bin"
        list={list}
        page={bin}
        noun="the recycle bin"
        columns={columns}
        getRowId={({ id }) => id}
        glyph={(entry) => (isFolder(entry) ? <FolderGlyph /> : <FileGlyph name={entry.name} />)}
        phoneRow={phoneRow}
        rowHeight={42}
        selection={{
          selected,
          onChange: setSelected,
          nameOf: ({ name }) => name,
          actions: stripActions(commands, chosen),
        }}
        rowMenu={(entry) => inOrder(menuEntries(commands, entry))}
        strip={
          // BIN-09
          answer && (
            <span>
              Deleted documents are kept for {formatCount(answer.days, 'day')}, then their contents are
              removed.
            </span>
          )
        }
        empty={
          list.term === ''
            ? {
                title: 'The recycle bin is empty.',
                hint: answer
                  ? `What is deleted here can be restored for ${formatCount(answer.days, 'day')}.`
                  : undefined,
              }
            : { title: 'Nothing found.', hint: 'Search for another name.' }
        }
      />
      {toDelete && (
        <DeleteForGoodDialog
          entry={toDelete}
          onClose={() => setToDelete(undefined)}
          onDeleted={async () => {
            setToDelete(undefined)
            toast.success(`${toDelete.name} is deleted for good.`)
            await refreshTree(client, tree.id).catch(() => {})
          }}
        />
      )}
    </Page>
  )
}
