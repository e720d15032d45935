import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconPlus, IconSettings } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { portfolioAddress, removedAddress } from '../../../addresses.ts'
import { administers, grants } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { usePagedList } from '../../../graphql/usePagedList.ts'
import type { ViewerOrganisation } from '../../../graphql/viewer.ts'
import {
  Chip,
  type Column,
  Link,
  ListTools,
  lazily,
  MenuButton,
  MiddleEllipsis,
  PagedTable,
  RelativeTime,
  SearchField,
  sortsOf,
  Tooltip,
  useListState,
  usePageTitle,
} from '../../../ui/index.ts'
import { STATUS_LOOKS, statusLabel } from '../core/statuses.ts'
import { AdminRoomsDocument, type AdminRoomsQuery } from './operations.generated.ts'
import { OFFERED } from './settings.ts'

type Room = AdminRoomsQuery['dealRooms']['portfolios'][number]

const NewRoomDialog = lazily(async () => (await import('./NewRoomDialog.tsx')).NewRoomDialog)
const RoomSettingsDialog = lazily(async () => (await import('./RoomSettingsDialog.tsx')).RoomSettingsDialog)

/** Whether the room's settings are the person's to change (DRM-24, DRM-27). */
const isSetUpBy = (room: Room): boolean => grants(room, 'DEALROOM_ADMIN')

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
    shownFrom: 'lg',
    cell: ({ projectCount }) => formatNumber(projectCount),
  },
  {
    key: 'createdDate',
    header: 'Created',
    width: 120,
    shownFrom: 'xl',
    sortable: true,
    cell: ({ createdDate }) => <RelativeTime at={createdDate} />,
  },
  {
    key: 'settings',
    header: 'Settings',
    unheaded: true,
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

/** What to do where no room is listed. */
const emptyHint = (status: (typeof FILTERS.status)[number]) =>
  status === 'ALL'
    ? 'A deal room holds the documents and projects of one portfolio.'
    : 'Choose another status to see the others.'

const FILTERS = { status: ['ALL', ...OFFERED] } as const

/** The deal rooms of an organisation (DRM-01). */
export function RoomsPage() {
  const organisation = useArea(administers)
  const { slug: orgSlug, statusLabels } = organisation
  usePageTitle('Deal Rooms')
  const [isNew, setNew] = useState(false)
  const [opened, setOpened] = useState<Room>()
  const columns = useMemo(() => columnsOf(organisation, setOpened), [organisation])
  const list = useListState({
    filters: FILTERS,
    sorts: sortsOf(columns),
    sort: { key: 'name', direction: 'asc' },
    perPage: 25,
  })
  const shown = list.filters.status
  const client = useApolloClient()
  const rooms = usePagedList(
    AdminRoomsDocument,
    list,
    (page) => ({ orgSlug, workflowStatus: shown === 'ALL' ? null : shown, ...page }),
    { pageOf: ({ dealRooms: { count, portfolios: rows } }) => ({ count, rows }) },
  )
  // The number beside the tab goes with the list: whatever in view shows deal rooms is read again.
  const refresh = () =>
    client.refetchQueries({ updateCache: (cache) => cache.evict({ fieldName: 'dealRooms' }) })
  const wordOf = (status: (typeof FILTERS.status)[number]) =>
    status === 'ALL' ? 'All' : statusLabel(statusLabels, status)
  return (
    <>
      <ListTools>
        <MenuButton
          label={`Status: ${wordOf(shown)}`}
          entries={FILTERS.status.map((status) => ({
            key: status,
            label: wordOf(status),
            selected: status === shown,
            onSelect: () => list.setFilter('status', status),
          }))}
        />
        <Link to={removedAddress(orgSlug)}>Recycle bin</Link>
        <div data-end="">
          <SearchField label="Search deal rooms" width={260} value={list.text} onChange={list.setText} />
          {grants(organisation, 'ORG_ADMIN') && (
            <Button variant="contained" startIcon={<IconPlus />} onClick={() => setNew(true)}>
              New deal room
            </Button>
          )}
        </div>
      </ListTools>
      <PagedTable
        label="Deal rooms"
        list={list}
        page={rooms}
        noun="deal rooms"
        columns={columns}
        getRowId={({ id }) => id}
        rowHeight={42}
        minHeight={500}
        phoneRow={(room) => ({
          // In one line, which all rows have room for.
          title: (
            <Link to={portfolioAddress(room.slug)} sx={{ minWidth: 0 }}>
              <MiddleEllipsis text={room.name} />
            </Link>
          ),
          strong: true,
          facts: [statusOf(room, organisation), formatSystemSize(room.systemSize, organisation.displayStyle)],
          action: isSetUpBy(room) && <SettingsButton room={room} onOpen={setOpened} />,
        })}
        // DRM-26
        empty={{ title: 'No portfolios found.', hint: emptyHint(shown) }}
      />
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
