import { MISSING } from '../../../../shared/format/number.ts'
import { recordsAddress } from '../../../addresses.ts'
import { usePagedList } from '../../../graphql/usePagedList.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  Avatar,
  type Column,
  Link,
  ListTools,
  MiddleEllipsis,
  PagedTable,
  RelativeTime,
  SearchField,
  StatusDot,
  sortsOf,
  useListState,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { TeamMembersDocument, type TeamMembersQuery } from '../core/operations.generated.ts'

type Membership = TeamMembersQuery['userGroupMembers']['memberships'][number]

const Links = styled('div')({ display: 'flex', gap: 16 })

const notifications = ({ user }: Membership) =>
  user.notificationsEnabled ? (
    <StatusDot color="success">On</StatusDot>
  ) : (
    <StatusDot color="ink2" hollow>
      Off
    </StatusDot>
  )

/** TEAM-03, TEAM-08 */
const COLUMNS: readonly Column<Membership>[] = [
  {
    key: 'name',
    header: 'User',
    flex: 2,
    sortable: true,
    cell: ({ user }) => <MiddleEllipsis text={user.fullName} />,
  },
  {
    key: 'company',
    header: 'Company',
    flex: 2,
    sortable: true,
    cell: ({ user }) => <MiddleEllipsis text={user.companyName ?? MISSING} />,
  },
  {
    key: 'group',
    header: 'Group',
    flex: 2,
    sortable: true,
    cell: ({ userGroup }) => <MiddleEllipsis text={userGroup.name} />,
  },
  {
    key: 'role',
    header: 'Role',
    flex: 1,
    sortable: true,
    cell: ({ userGroup }) => <MiddleEllipsis text={userGroup.role?.name ?? MISSING} />,
  },
  { key: 'notifications', header: 'Notifications', width: 130, sortable: true, cell: notifications },
  {
    key: 'last_login',
    header: 'Last login',
    width: 140,
    sortable: true,
    // TEAM-12
    cell: ({ user }) => <RelativeTime at={user.lastLogin} />,
  },
]

const LIST = {
  filters: {},
  sorts: sortsOf(COLUMNS),
  sort: { key: 'name', direction: 'asc' },
  // TEAM-04
  perPage: 50,
} as const

interface TeamTableProps {
  /** Whose memberships these are; without one those of every organisation whose people the viewer administers. */
  entity?: { id: string; type: 'PORTFOLIO' | 'HOLDING_COMPANY' }
}

/** The memberships of deal teams (TEAM-01 to TEAM-12). */
export function TeamTable({ entity }: TeamTableProps) {
  const { isSuperUser } = useViewer()
  const list = useListState(LIST)
  const members = usePagedList(
    TeamMembersDocument,
    list,
    (page) => ({ fundEntityId: entity?.id ?? null, fundEntityType: entity?.type ?? null, ...page }),
    { pageOf: ({ userGroupMembers: { count, memberships: rows } }) => ({ count, rows }) },
  )
  return (
    <>
      <ListTools>
        {isSuperUser && (
          // TEAM-06, TEAM-07
          <Links>
            <Link to={recordsAddress('users/user')}>Manage users</Link>
            <Link to={recordsAddress('users/usergroup')}>Manage user groups</Link>
          </Links>
        )}
        <div data-end="">
          <SearchField label="Search team members" width={260} value={list.text} onChange={list.setText} />
        </div>
      </ListTools>
      <PagedTable
        label="Users & Groups"
        list={list}
        page={members}
        noun="members"
        columns={COLUMNS}
        getRowId={({ id }) => id}
        glyph={({ user }) => <Avatar name={user.fullName} />}
        minHeight={500}
        phoneRow={({ user, userGroup }) => ({
          title: user.fullName,
          strong: true,
          facts: [userGroup.name, userGroup.role?.name ?? MISSING],
        })}
        // TEAM-05
        empty={{ title: 'No team members found.', hint: 'Members of its groups are listed here.' }}
      />
    </>
  )
}
