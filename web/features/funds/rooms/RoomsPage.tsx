import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { administers, grants } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import type { ViewerOrganisation } from '../../../graphql/viewer.ts'
import {
  Chip,
  type Column,
  EmptyState,
  Link,
  ListFoot,
  ListTools,
  lazily,
  MenuButton,
  MiddleEllipsis,
  Pagination,
  RelativeTime,
  rangeText,
  SearchField,
  Table,
  Tooltip,
  useExistingPage,
  useListState,
  usePageTitle,
} from '../../../ui/index.ts'
import { portfolioAddress } from '../addresses.ts'
import { STATUS_LOOKS, statusLabel } from '../statuses.ts'
import { AdminRoomsDocument, type AdminRoomsQuery } from './operations.generated.ts'
import { OFFERED } from './settings.ts'

type Room = AdminRoomsQuery['dealRooms']['portfolios'][number]

const NewRoomDialog = lazily(async () => (await import('./NewRoomDialog.tsx')).NewRoomDialog)
const RoomSettingsDialog = lazily(async () => (await import('./RoomSettingsDialog.tsx')).RoomSettingsDialog)

const PER_PAGE = 25
const LIST = {
  filters: { status: ['ALL', ...OFFERED] },
  sorts: ['name', 'status', 'createdDate'],
  sort: { key: 'name', direction: 'asc' },
  perPage: PER_PAGE,
} as const

/** Whether the room's settings are the person's to change (DRM-24, DRM-27). */
const isSetUpBy = ({ permissions }: Room): boolean => permissions.includes('DEALROOM_ADMIN')

const statusOf = ({ status }: Room, { statusLabels }: ViewerOrganisation) => {
  const { tone, dot, hollow } = STATUS_LOOKS[status]
  return (
    <Chip tone={tone} dot={dot} hollow={hollow}>
      {statusLabel(statusLabels, status)}
    </Chip>
  )
}

const columnsOf = (organisation: ViewerOrganisation, open: (room: Room) => void): readonly Column<Room>[] => [
  {
    key: 'name',
    header: 'Name',
    flex: 2,
    sortable: true,
    // DRM-02
    cell: ({ name, slug }) => (
      <Link to={portfolioAddress(slug)}>
        <MiddleEllipsis text={name} />
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 170,
    sortable: true,
    cell: (room) => statusOf(room, organisation),
  },
  {
    key: 'dealManager',
    header: 'Deal manager',
    cell: ({ dealManager }) => (dealManager ? <MiddleEllipsis text={dealManager.fullName} /> : MISSING),
  },
  {
    key: 'systemSize',
    header: 'System size',
    width: 120,
    align: 'right',
    cell: ({ systemSize }) => formatSystemSize(systemSize, organisation.displayStyle),
  },
  {
    key: 'projectCount',
    header: 'Projects',
    width: 90,
    align: 'right',
    from: 'lg',
    cell: ({ projectCount }) => formatNumber(projectCount),
  },
  {
    key: 'createdDate',
    header: 'Created',
    width: 120,
    from: 'xl',
    sortable: true,
    cell: ({ createdDate }) => <RelativeTime at={createdDate} />,
  },
  {
    key: 'settings',
    header: '',
    width: 52,
    cell: (room) => isSetUpBy(room) && <SettingsButton room={room} onOpen={open} />,
  },
]

function SettingsButton({ room, onOpen }: { room: Room; onOpen: (room: Room) => void }) {
  return (
    <Tooltip title="Settings">
      <IconButton aria-label={`Settings of ${room.name}`} onClick={() => onOpen(room)}>
        <IconSettings />
      </IconButton>
    </Tooltip>
  )
}

/** The deal rooms of an organisation (DRM-01). */
export function RoomsPage() {
  const organisation = useArea(administers)
  const { slug: orgSlug, statusLabels } = organisation
  usePageTitle('Deal Rooms')
  const [isNew, setNew] = useState(false)
  const [opened, setOpened] = useState<Room>()
  const columns = useMemo(() => columnsOf(organisation, setOpened), [organisation])
  const list = useListState(LIST)
  const shown = list.filters.status
  const client = useApolloClient()
  const { data, loading, stale, error } = useReading(
    AdminRoomsDocument,
    {
      orgSlug,
      search: list.term || null,
      workflowStatus: shown === 'ALL' ? null : shown,
      ordering: list.ordering,
      offset: list.offset,
    },
    { keep: true, every: 60_000 },
  )
  const { count = 0, portfolios: rooms = [] } = data?.dealRooms ?? {}
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(list.page, data && !stale ? pageCount : undefined, list.replacePage)
  // The number beside the tab goes with the list.
  const refresh = () => client.refetchQueries({ include: ['AdminRooms', 'AdminCounts'] })
  const wordOf = (status: (typeof LIST.filters.status)[number]) =>
    status === 'ALL' ? 'All' : statusLabel(statusLabels, status)
  return (
    <>
      <ListTools>
        <MenuButton
          label={`Status: ${wordOf(shown)}`}
          entries={LIST.filters.status.map((status) => ({
            key: status,
            label: wordOf(status),
            selected: status === shown,
            onSelect: () => list.setFilter('status', status),
          }))}
        />
        <div data-end="">
          <SearchField label="Search deal rooms" width={260} value={list.text} onChange={list.setText} />
          {grants(organisation, 'ORG_ADMIN') && (
            <Button variant="contained" startIcon={<IconPlus />} onClick={() => setNew(true)}>
              New deal room
            </Button>
          )}
        </div>
      </ListTools>
      <Table
        label="Deal rooms"
        columns={columns}
        rows={rooms}
        getRowId={({ id }) => id}
        sort={list.sort}
        onSort={list.setSort}
        rowHeight={42}
        minHeight={500}
        phoneRow={(room) => ({
          title: <Link to={portfolioAddress(room.slug)}>{room.name}</Link>,
          strong: true,
          facts: [statusOf(room, organisation), formatSystemSize(room.systemSize, organisation.displayStyle)],
          action: isSetUpBy(room) && <SettingsButton room={room} onOpen={setOpened} />,
        })}
        loading={loading}
        stale={stale && !error}
        {...(error && { error })}
        empty={<EmptyState title="No portfolios found." />}
      />
      <ListFoot>
        <span>{rangeText(list.offset, rooms.length, count)}</span>
        <Pagination
          page={list.page}
          pageCount={pageCount}
          onChange={list.setPage}
          label="Pages of deal rooms"
        />
      </ListFoot>
      {isNew && <NewRoomDialog orgSlug={orgSlug} onClose={() => setNew(false)} onCreated={refresh} />}
      {opened && (
        <RoomSettingsDialog
          portfolioId={opened.id}
          onClose={() => setOpened(undefined)}
          onSaved={refresh}
          onRemoved={refresh}
        />
      )}
    </>
  )
}
