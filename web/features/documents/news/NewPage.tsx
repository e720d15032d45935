import Button from '@mui/material/Button'
import { IconChecks, IconFileSpreadsheet, IconFolderSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatNumber } from '../../../../shared/format/number.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { newIndexAddress } from '../../../addresses.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  BusyButton,
  type Column,
  EmptyState,
  FilterMenu,
  type FilterOption,
  Table,
  useShownZone,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { NewDocumentsDocument, type NewDocumentsQuery } from '../found/operations.generated.ts'
import { inOrder } from '../operations/index.ts'
import { namedDocument } from '../place/address.ts'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { columnsOf, glyphOf, phoneRowOf } from '../rows/columns.tsx'
import { folderAddress, folderColumn } from '../rows/folderColumn.tsx'
import { useReadRows } from '../rows/useReadRows.ts'
import { useRowActions } from '../rows/useRowActions.tsx'
import { useThumbnails } from '../rows/useThumbnails.ts'
import { MarkAllAsReadDocument, NewSinceDocument } from './operations.generated.ts'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 14px',
  '& > h2': { margin: '0 auto 0 0', fontSize: 14, fontWeight: 600 },
  [theme.breakpoints.down('md')]: { '& > h2': { width: '100%' } },
}))

interface NewFile extends NewFileRow {
  /** Null for who doesn't see the history. */
  readonly publishedBy: string | null
}
type NewFileRow = NewDocumentsQuery['newDocuments']['items'][number]

const pageOf = ({ newDocuments: { count, items, publishers } }: NewDocumentsQuery): ListPage<NewFile> => ({
  count,
  rows: items.map((item, at) => ({ ...item, publishedBy: publishers[at] ?? null })),
})

const rowId = (row: NewFile): string => row.id
const kindOption = (value: string): FilterOption => ({ value, label: `.${value}` })
const BY: Column<NewFile> = {
  key: 'publishedBy',
  header: 'Published by',
  words: ({ publishedBy }) => publishedBy ?? '',
  shownFrom: 'lg',
  cell: ({ publishedBy }) => publishedBy ?? '',
}

/** What is new to the person in a folder and below since their last visit (NEW-02). */
export function NewPage({ folder, refetch }: { folder: OpenDocument; refetch: () => Promise<unknown> }) {
  const place = usePlace()
  const viewer = useViewer()
  const navigate = useNavigate()
  const toast = useToast()
  const [kinds, setKinds] = useState<readonly string[]>([])
  const { tree } = place
  const folderId = namedDocument(tree.id, folder.id)
  const list = useWindowedList({
    query: NewDocumentsDocument,
    variables: { treeId: tree.id, folderId, fileTypes: kinds.length > 0 ? [...kinds] : null },
    pageOf,
    apart: true,
    onRefused: () => void refetch().catch(() => {}),
  })
  const reading = useAction(MarkAllAsReadDocument, {
    refresh: list.refresh,
    onOutcome: ({ data, problem }) => {
      if (data) tellOtherTabs(tree.id)
      else if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
    },
  })
  const actions = useRowActions(list.rows, null, list.refresh)
  const { inPlaceOfName, onPermissions, onStar, waiting, selection } = actions
  const readRows = useReadRows(list.readAll)
  const zone = useShownZone()
  const columns = useMemo(() => {
    const [name, ...others] = columnsOf(place, inPlaceOfName, onPermissions, { zone, onStar })
    if (!name) return []
    return [name, folderColumn<NewFile>(place), ...(tree.canViewDocumentsHistory ? [BY] : []), ...others]
  }, [place, tree.canViewDocumentsHistory, inPlaceOfName, onPermissions, onStar, zone])
  const phoneRow = useMemo(() => {
    const rowOf = phoneRowOf(place, inPlaceOfName)
    return (row: NewFile) => {
      const { facts, ...rest } = rowOf(row)
      return { ...rest, facts: [...facts.slice(0, 2), `in ${row.ancestors.at(-1)?.name ?? ''}`] }
    }
  }, [place, inPlaceOfName])
  const onLost = useThumbnails(list.rows, list.refresh)
  const glyph = useMemo(() => glyphOf(waiting, onLost), [waiting, onLost])
  const { data } = useReading(NewSinceDocument, { treeId: tree.id })
  const since = data?.newDocuments.since ?? null
  const count = list.rows.length
  const options = (data?.documentTree?.fileTypes ?? []).filter((kind) => kind !== 'folder').map(kindOption)
  return (
    <>
      <Bar>
        <h2>{since === null ? 'New' : `New since ${formatDateTime(since)}`}</h2>
        <FilterMenu label="Kind" options={options} selected={kinds.map(kindOption)} onChange={setKinds} />
        {count > 0 && (
          <>
            <Button
              size="small"
              variant="outlined"
              startIcon={<IconFileSpreadsheet />}
              href={newIndexAddress(tree.id, folderId, kinds)}
              target="_blank"
              rel="noreferrer"
            >
              Index
            </Button>
            <BusyButton
              size="small"
              variant="outlined"
              busy={reading.busy}
              startIcon={<IconChecks />}
              onClick={() => void reading.act({ treeId: tree.id, folderId })}
            >
              Mark all as read
            </BusyButton>
          </>
        )}
      </Bar>
      <Table
        label="New"
        columnsKeptAs={`${viewer.id}.new`}
        columns={columns}
        rows={list.rows}
        getRowId={rowId}
        loading={list.waiting}
        virtual
        onNeedRange={list.need}
        glyph={glyph}
        phoneRow={phoneRow}
        rowMenu={(row) =>
          inOrder([
            ...actions.rowMenu(row),
            {
              key: 'place',
              label: 'Show in folder',
              icon: <IconFolderSearch />,
              to: folderAddress(place, row),
            },
          ])
        }
        shortcuts={actions.shortcuts}
        onOpen={(row) => navigate(place.addresses.to(row.id))}
        selection={{ ...selection, readRows }}
        strip={<span role="status">{list.waiting ? '' : `${formatNumber(count)} new`}</span>}
        {...(list.error && { error: list.error })}
        empty={
          <EmptyState
            title={kinds.length > 0 ? 'Nothing of these kinds is new.' : 'Nothing is new here.'}
            hint="What is published after your last visit stands here until you open it."
          />
        }
      />
      {actions.dialogs}
    </>
  )
}
