import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { administers } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  type Column,
  EmptyState,
  Link,
  MiddleEllipsis,
  Pagination,
  SearchField,
  Table,
  useBreakpoint,
  useExistingPage,
  useListState,
  usePageTitle,
} from '../../../ui/index.ts'
import { Foot, rangeText, Tools } from '../layout.tsx'
import { OrgGroupsDocument, type OrgGroupsQuery } from '../operations.generated.ts'
import { useAdminCounts } from '../useAdminCounts.ts'
import { DeleteGroupDialog } from './DeleteGroupDialog.tsx'
import { GroupDialog } from './GroupDialog.tsx'

type Group = OrgGroupsQuery['groupPages']['groups'][number]

/** GRP-02 */
const PER_PAGE = 25
const LIST = {
  filters: {},
  sorts: ['name', 'role__name', 'member_count'],
  sort: { key: 'name', direction: 'asc' },
  perPage: PER_PAGE,
} as const

const addressOf = (orgSlug: string, id: string): string => `/${orgSlug}/admin/groups/${id}`

/** GRP-01 */
const columnsOf = (orgSlug: string): readonly Column<Group>[] => [
  {
    key: 'name',
    header: 'Name',
    flex: 3,
    sortable: true,
    cell: ({ id, name }) => (
      <Link to={addressOf(orgSlug, id)} sx={{ fontWeight: 600, minWidth: 0 }}>
        <MiddleEllipsis text={name} />
      </Link>
    ),
  },
  {
    key: 'role__name',
    header: 'Role',
    flex: 2,
    sortable: true,
    cell: ({ role }) => <MiddleEllipsis text={role?.name ?? '–'} />,
  },
  {
    key: 'member_count',
    header: 'Members',
    width: 120,
    align: 'right',
    sortable: true,
    cell: ({ memberCount }) => memberCount.toLocaleString('en-US'),
  },
]

type Opened = { what: 'add'; group?: undefined } | { what: 'edit' | 'delete'; group: Group }

/** The groups of an organisation (GRP-01 to GRP-03, GRP-21). */
export function GroupsPage() {
  const { slug: orgSlug } = useArea(administers)
  usePageTitle('Groups')
  const list = useListState(LIST)
  const navigate = useNavigate()
  const counts = useAdminCounts(orgSlug)
  const [opened, setOpened] = useState<Opened>()
  const columns = useMemo(() => columnsOf(orgSlug), [orgSlug])
  const wide = useBreakpoint('md')
  const { data, loading, stale, error, refetch } = useReading(
    OrgGroupsDocument,
    { orgSlug, ordering: list.ordering, search: list.term || null, offset: list.offset },
    { keep: true, every: 60_000 },
  )
  const { count = 0, groups = [] } = data?.groupPages ?? {}
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(list.page, data && !stale ? pageCount : undefined, list.replacePage)
  const refresh = () => Promise.all([refetch(), counts.refetch()])
  const close = () => setOpened(undefined)
  const add = () => setOpened({ what: 'add' })
  return (
    <>
      <Tools>
        <div data-end="">
          <SearchField label="Search groups" width={260} value={list.text} onChange={list.setText} />
          {wide ? (
            <Button variant="contained" startIcon={<IconPlus />} onClick={add}>
              Add group
            </Button>
          ) : (
            <IconButton aria-label="Add group" color="primary" onClick={add}>
              <IconPlus />
            </IconButton>
          )}
        </div>
      </Tools>
      <Table
        label="Groups"
        columns={columns}
        rows={groups}
        getRowId={({ id }) => id}
        sort={list.sort}
        onSort={list.setSort}
        rowHeight={36}
        minHeight={500}
        rowName={({ name }) => name}
        rowMenu={(group) => [
          {
            key: 'edit',
            label: 'Edit',
            icon: <IconPencil />,
            onSelect: () => setOpened({ what: 'edit', group }),
          },
          {
            key: 'delete',
            label: 'Delete',
            icon: <IconTrash />,
            tone: 'danger',
            divider: true,
            onSelect: () => setOpened({ what: 'delete', group }),
          },
        ]}
        onOpen={({ id }) => navigate(addressOf(orgSlug, id))}
        phoneRow={({ name, role, memberCount }) => ({
          title: name,
          strong: true,
          facts: [role?.name ?? '–', `${memberCount} ${memberCount === 1 ? 'member' : 'members'}`],
        })}
        loading={loading}
        stale={stale && !error}
        {...(error && { error })}
        empty={
          <EmptyState
            title="No groups found."
            {...(list.term !== '' && {
              action: (
                <Button variant="outlined" onClick={() => list.setText('')}>
                  Clear search
                </Button>
              ),
            })}
          />
        }
      />
      <Foot>
        <span>{rangeText(list.offset, groups.length, count)}</span>
        <Pagination page={list.page} pageCount={pageCount} onChange={list.setPage} label="Pages of groups" />
      </Foot>
      {opened?.what === 'add' && <GroupDialog onClose={close} onDone={refresh} />}
      {opened?.what === 'edit' && <GroupDialog groupId={opened.group.id} onClose={close} onDone={refresh} />}
      {opened?.what === 'delete' && (
        <DeleteGroupDialog group={opened.group} onClose={close} onDone={refresh} />
      )}
    </>
  )
}
