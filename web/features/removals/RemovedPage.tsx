import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { IconFileText, IconFolders, IconListCheck, IconRestore, IconUsersGroup } from '@tabler/icons-react'
import { formatCount, MISSING } from '../../../shared/format/number.ts'
import { problemOf } from '../../graphql/errors.ts'
import { send } from '../../graphql/useAction.ts'
import { useArea } from '../../graphql/useArea.ts'
import { usePagedList } from '../../graphql/usePagedList.ts'
import {
  type Column,
  MiddleEllipsis,
  Page,
  PagedTable,
  RelativeTime,
  useListState,
  usePageTitle,
  useToast,
} from '../../ui/index.ts'
import {
  RemovedRecordsDocument,
  type RemovedRecordsQuery,
  RestoreRecordDocument,
} from './operations.generated.ts'

type Removed = RemovedRecordsQuery['removedRecords']['items'][number]

const KINDS: Readonly<Record<Removed['kind'], { label: string; icon: typeof IconFileText }>> = {
  PAGE: { label: 'Overview page', icon: IconFileText },
  CHECKLIST: { label: 'Checklist', icon: IconListCheck },
  GROUP: { label: 'Group', icon: IconUsersGroup },
  DEAL_ROOM: { label: 'Deal room', icon: IconFolders },
}

const LIST = {
  filters: {},
  sorts: [],
  sort: { key: 'deletedAt', direction: 'desc' },
  perPage: 50,
} as const

const columnsOf = (restore: (record: Removed) => void): readonly Column<Removed>[] => [
  { key: 'name', header: 'Name', flex: 2, cell: ({ name }) => <MiddleEllipsis text={name} /> },
  { key: 'kind', header: 'What', width: 140, cell: ({ kind }) => KINDS[kind].label },
  {
    key: 'place',
    header: 'Was in',
    flex: 1,
    cell: ({ placeName }) => <MiddleEllipsis text={placeName ?? MISSING} />,
  },
  {
    key: 'deletedBy',
    header: 'Deleted by',
    flex: 1,
    cell: ({ deletedBy }) => <MiddleEllipsis text={deletedBy ?? MISSING} />,
  },
  {
    key: 'deletedAt',
    header: 'Deleted',
    width: 130,
    cell: ({ deletedAt }) => <RelativeTime at={deletedAt} />,
  },
  { key: 'daysLeft', header: 'Left', width: 90, cell: ({ daysLeft }) => formatCount(daysLeft, 'day') },
  {
    key: 'restore',
    header: 'Restore',
    unheaded: true,
    width: 120,
    align: 'right',
    cell: (record) => <RestoreButton record={record} onRestore={restore} />,
  },
]

function RestoreButton({ record, onRestore }: { record: Removed; onRestore: (record: Removed) => void }) {
  return (
    <Button
      size="small"
      startIcon={<IconRestore />}
      aria-label={`Restore ${record.name}`}
      onClick={() => onRestore(record)}
    >
      Restore
    </Button>
  )
}

function glyphOf({ kind }: Removed) {
  const Icon = KINDS[kind].icon
  return <Icon size={18} stroke={1.6} aria-hidden="true" />
}

/** What of an organisation was deleted besides documents and can be restored by the person (BIN-10). */
export function RemovedPage() {
  const { slug: orgSlug, name } = useArea(() => true)
  usePageTitle('Recycle bin')
  const client = useApolloClient()
  const toast = useToast()
  const list = useListState(LIST)
  const records = usePagedList(
    RemovedRecordsDocument,
    list,
    ({ limit, offset }) => ({ orgSlug, limit, offset }),
    { pageOf: ({ removedRecords: { count, items: rows } }) => ({ count, rows }) },
  )
  const restore = async (record: Removed) => {
    const { data, problem } = await send(client, RestoreRecordDocument, { id: record.id })
    const refused = problem ?? problemOf(data?.restoreRecord.errors ?? [])
    if (refused) toast.error(refused.message ?? 'It could not be restored.')
    else toast.success(`${record.name} is back.`)
    // Whatever else shows it is read again when it is opened.
    await client.refetchQueries({ include: 'active' }).catch(() => {})
  }
  const days = records.data?.removedRecords.days
  const kept =
    days === undefined ? undefined : `What is deleted can be restored for ${formatCount(days, 'day')}.`
  return (
    <Page title="Recycle bin" subtitle={name}>
      <PagedTable
        label="Recycle bin"
        list={list}
        page={records}
        noun="the recycle bin"
        columns={columnsOf((record) => void restore(record))}
        getRowId={({ id }) => id}
        glyph={glyphOf}
        rowHeight={42}
        strip={kept && <span>{kept} Documents have a bin in each room.</span>}
        phoneRow={(record) => ({
          title: record.name,
          strong: true,
          facts: [KINDS[record.kind].label, formatCount(record.daysLeft, 'day'), record.placeName ?? name],
          action: <RestoreButton record={record} onRestore={(each) => void restore(each)} />,
        })}
        empty={{ title: 'Nothing to restore.', hint: kept }}
      />
    </Page>
  )
}
