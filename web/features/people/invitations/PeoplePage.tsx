import { administers } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Avatar,
  EmptyState,
  Pagination,
  SearchField,
  Segments,
  Table,
  useExistingPage,
  useListState,
  usePageTitle,
} from '../../../ui/index.ts'
import { Foot, rangeText, Tools } from '../layout.tsx'
import { InvitationsDocument } from '../operations.generated.ts'
import { useAdminCounts } from '../useAdminCounts.ts'
import { PEOPLE_COLUMNS, PEOPLE_SORTS, stateDot } from './peopleColumns.tsx'
import { emailOf, nameOf } from './person.ts'

/** PPL-04 */
const PER_PAGE = 25
const LIST = {
  filters: { show: ['all', 'accepted', 'waiting'] },
  sorts: PEOPLE_SORTS,
  // PPL-05
  sort: { key: 'name', direction: 'asc' },
  perPage: PER_PAGE,
} as const

/** PPL-06 */
const ACCEPTED = { all: null, accepted: true, waiting: false } as const

/** Everybody whom an organisation has invited or has as a member (PPL-03). */
export function PeoplePage() {
  const { slug: orgSlug } = useArea(administers)
  usePageTitle('People')
  const list = useListState(LIST)
  const { show } = list.filters
  const counts = useAdminCounts(orgSlug)?.invitationCounts
  const { data, loading, stale, error } = useReading(
    InvitationsDocument,
    {
      orgSlug,
      ordering: list.ordering,
      search: list.term || null,
      accepted: ACCEPTED[show],
      offset: list.offset,
    },
    { keep: true, every: 60_000 },
  )
  const { count = 0, invitations: people = [] } = data?.invitationPages ?? {}
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(list.page, data && !stale ? pageCount : undefined, list.replacePage)
  const segment = (value: 'all' | 'accepted' | 'waiting', label: string, number: number | undefined) => ({
    value,
    label,
    ...(number !== undefined && { count: number }),
  })
  return (
    <>
      <Tools>
        <Segments
          label="Show"
          segments={[
            segment('all', 'All', counts && counts.accepted + counts.waiting),
            segment('accepted', 'Accepted', counts?.accepted),
            segment('waiting', 'Waiting', counts?.waiting),
          ]}
          value={show}
          onChange={(value) => list.setFilter('show', value)}
        />
        <div data-end="">
          <SearchField label="Search people" width={260} value={list.text} onChange={list.setText} />
        </div>
      </Tools>
      <Table
        label="People"
        columns={PEOPLE_COLUMNS}
        rows={people}
        getRowId={({ token }) => token}
        glyph={(person) => <Avatar name={nameOf(person)} />}
        sort={list.sort}
        onSort={list.setSort}
        rowHeight={54}
        minHeight={500}
        phoneRow={(person) => ({
          title: nameOf(person),
          strong: true,
          facts: [person.accepted && !person.deactivated ? emailOf(person) : stateDot(person)],
        })}
        loading={loading}
        stale={stale && !error}
        {...(error && { error })}
        empty={<EmptyState title="No users found." />}
      />
      <Foot>
        <span>{rangeText(list.offset, people.length, count)}</span>
        <Pagination page={list.page} pageCount={pageCount} onChange={list.setPage} label="Pages of people" />
      </Foot>
    </>
  )
}
