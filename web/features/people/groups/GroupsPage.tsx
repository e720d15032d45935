import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount, formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { groupsAddress, removedAddress } from '../../../addresses.ts'
import { administers } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { usePagedList } from '../../../graphql/usePagedList.ts'
import {
  type Column,
  Link,
  ListTools,
  MiddleEllipsis,
  PagedTable,
  SearchField,
  sortsOf,
  useBreakpoint,
  useListState,
  usePageTitle,
} from '../../../ui/index.ts'
import { OrgGroupsDocument, type OrgGroupsQuery } from '../core/operations.generated.ts'
import { useAdminCounts } from '../core/useAdminCounts.ts'
import { DeleteGroupDialog } from './DeleteGroupDialog.tsx'
import { GroupDialog } from './GroupDialog.tsx'

type Group = OrgGroupsQuery['groupPages']['groups'][number]

/** GRP-01 */
const columnsOf = (orgSlug: string): readonly Column<Group>[] => [
  {
    key: 'name',
    header: 'Name',
    flex: 3,
    sortable: true,
    cell: ({ id, name }) => (
      <Link to={groupsAddress(orgSlug, id)} sx={{ fontWeight: 600, minWidth: 0 }}>
        <MiddleEllipsis text={name} />
      </Link>
    ),
  },
  {
    key: 'role__name',
    header: 'Role',
    flex: 2,
    sortable: true,
    cell: ({ role }) => <MiddleEllipsis text={role?.name ?? MISSING} />,
  },
  {
    key: 'member_count',
    header: 'Members',
    width: 120,
    align: 'right',
    sortable: true,
    cell: ({ memberCount }) => formatNumber(memberCount),
  },
]

const LIST = {
  filters: {},
  sorts: sortsOf(columnsOf('')),
  sort: { key: 'name', direction: 'asc' },
  // GRP-02
  perPage: 25,
} as const

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
  const groups = usePagedList(OrgGroupsDocument, list, (page) => ({ orgSlug, ...page }), {
    pageOf: ({ groupPages: { count, groups: rows } }) => ({ count, rows }),
  })
  const refresh = () => Promise.all([groups.refetch(), counts.refetch()])
  const close = () => setOpened(undefined)
  const add = () => setOpened({ what: 'add' })
  return (
    <>
      <ListTools>
        <Link to={removedAddress(orgSlug)}>Recycle bin</Link>
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
      </ListTools>
      <PagedTable
        label="Groups"
        list={list}
        page={groups}
        noun="groups"
        columns={columns}
        getRowId={({ id }) => id}
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
        onOpen={({ id }) => navigate(groupsAddress(orgSlug, id))}
        phoneRow={({ name, role, memberCount }) => ({
          title: name,
          strong: true,
          facts: [role?.name ?? MISSING, formatCount(memberCount, 'member')],
        })}
        // GRP-03
        empty={{
          title: 'No groups found.',
          hint: 'A group gives its members a role in the deal rooms that you choose.',
        }}
      />
      {opened?.what === 'add' && <GroupDialog onClose={close} onDone={refresh} />}
      {opened?.what === 'edit' && <GroupDialog groupId={opened.group.id} onClose={close} onDone={refresh} />}
      {opened?.what === 'delete' && (
        <DeleteGroupDialog group={opened.group} onClose={close} onDone={refresh} />
      )}
    </>
  )
}
