import MuiLink from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { useReading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  Avatar,
  type Column,
  EmptyState,
  MiddleEllipsis,
  Pagination,
  RelativeTime,
  SearchField,
  StatusDot,
  Table,
  useExistingPage,
  useListState,
} from '../../../ui/index.ts'
import { Foot, rangeText, Tools } from '../layout.tsx'
import { TeamMembersDocument, type TeamMembersQuery } from '../operations.generated.ts'

type Membership = TeamMembersQuery['userGroupMembers']['memberships'][number]

/** TEAM-04 */
const PER_PAGE = 50
const NONE = '–'

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
    cell: ({ user }) => <MiddleEllipsis text={user.companyName ?? NONE} />,
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
    cell: ({ userGroup }) => <MiddleEllipsis text={userGroup.role?.name ?? NONE} />,
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
  sorts: COLUMNS.map(({ key }) => key),
  sort: { key: 'name', direction: 'asc' },
  perPage: PER_PAGE,
} as const

export interface TeamTableProps {
  /** Whose memberships these are; without one those of every organisation whose people the viewer administers. */
  entity?: { id: string; type: 'PORTFOLIO' | 'HOLDING_COMPANY' }
}

/** The memberships of deal teams (TEAM-01 to TEAM-12). */
export function TeamTable({ entity }: TeamTableProps) {
  const { isSuperUser } = useViewer()
  const list = useListState(LIST)
  const { data, loading, stale, error } = useReading(
    TeamMembersDocument,
    {
      fundEntityId: entity?.id ?? null,
      fundEntityType: entity?.type ?? null,
      ordering: list.ordering,
      search: list.term || null,
      offset: list.offset,
    },
    { keep: true, every: 60_000 },
  )
  const { count = 0, memberships = [] } = data?.userGroupMembers ?? {}
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(list.page, data && !stale ? pageCount : undefined, list.replacePage)
  return (
    <>
      <Tools>
        {isSuperUser && (
          // TEAM-06, TEAM-07: the back office is an application of its own.
          <Links>
            <MuiLink href="/tagauks/users/user/">Manage users</MuiLink>
            <MuiLink href="/tagauks/users/usergroup/">Manage user groups</MuiLink>
          </Links>
        )}
        <div data-end="">
          <SearchField label="Search team members" width={260} value={list.text} onChange={list.setText} />
        </div>
      </Tools>
      <Table
        label="Users & Groups"
        columns={COLUMNS}
        rows={memberships}
        getRowId={({ id }) => id}
        glyph={({ user }) => <Avatar name={user.fullName} />}
        sort={list.sort}
        onSort={list.setSort}
        minHeight={500}
        phoneRow={({ user, userGroup }) => ({
          title: user.fullName,
          strong: true,
          facts: [userGroup.name, userGroup.role?.name ?? NONE],
        })}
        loading={loading}
        stale={stale && !error}
        {...(error && { error })}
        empty={<EmptyState title="No team members found." />}
      />
      <Foot>
        <span>{rangeText(list.offset, memberships.length, count)}</span>
        <Pagination page={list.page} pageCount={pageCount} onChange={list.setPage} label="Pages of members" />
      </Foot>
    </>
  )
}
