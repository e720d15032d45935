import { useNavigate } from 'react-router'
import { STAGE_LABELS } from '../../../../shared/enumerations.ts'
import { MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { portfolioAddress } from '../../../addresses.ts'
import { pageBeforeMore, usePagedList } from '../../../graphql/usePagedList.ts'
import {
  Chip,
  type Column,
  Link,
  ListTools,
  MiddleEllipsis,
  PageBody,
  PagedTable,
  SearchField,
  useListState,
} from '../../../ui/index.ts'
import { CompanyPortfoliosDocument, type CompanyPortfoliosQuery } from '../core/operations.generated.ts'
import { STATUS_LOOKS, statusLabel } from '../core/statuses.ts'
import { useOpenCompany } from './HoldingCompanyPage.tsx'

type Row = CompanyPortfoliosQuery['portfolios'][number]

const LIST = { filters: {}, sorts: [], sort: { key: 'name', direction: 'asc' }, perPage: 50 } as const

const StatusOf = ({ status, org }: Row) => {
  const { tone, dot, hollow } = STATUS_LOOKS[status]
  return (
    <Chip tone={tone} dot={dot} hollow={hollow}>
      {statusLabel(org.statusLabels, status)}
    </Chip>
  )
}

const sizeOf = ({ systemSize, org }: Row) => formatSystemSize(systemSize, org.displayStyle)

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    flex: 2,
    // HOLD-06
    cell: ({ slug, name }) => (
      <Link to={portfolioAddress(slug)} color="inherit" underline="hover" sx={{ fontWeight: 500 }}>
        <MiddleEllipsis text={name} />
      </Link>
    ),
  },
  { key: 'status', header: 'Status', width: 140, cell: StatusOf },
  {
    key: 'build',
    header: 'Build status',
    width: 140,
    shownFrom: 'lg',
    cell: (row) =>
      row.__typename === 'Portfolio' && row.buildStatus ? STAGE_LABELS[row.buildStatus] : MISSING,
  },
  { key: 'size', header: 'System size', width: 120, align: 'right', cell: sizeOf },
  { key: 'manager', header: 'Deal manager', cell: ({ dealManager }) => dealManager?.fullName ?? MISSING },
]

/** Portfolios of a holding company that the person may open (HOLD-06, HOLD-07). */
export function CompanyPortfoliosPage() {
  const { id } = useOpenCompany()
  const navigate = useNavigate()
  const list = useListState(LIST)
  const portfolios = usePagedList(
    CompanyPortfoliosDocument,
    list,
    // One more than a page has says whether there is another page.
    ({ search, limit, offset }) => ({ holdingCompanyId: id, search, limit: limit + 1, offset }),
    { pageOf: ({ portfolios: found }) => pageBeforeMore(found, list) },
  )
  return (
    <PageBody>
      <div>
        <ListTools>
          <SearchField label="Search portfolios" width={240} value={list.text} onChange={list.setText} />
        </ListTools>
        <PagedTable
          label="Portfolios"
          list={list}
          page={portfolios}
          noun="portfolios"
          columns={COLUMNS}
          getRowId={(row) => row.id}
          onOpen={({ slug }) => navigate(portfolioAddress(slug))}
          phoneRow={(row) => ({
            title: row.name,
            strong: true,
            facts: [<StatusOf key="status" {...row} />, sizeOf(row)],
          })}
          // HOLD-06
          empty={{ title: 'No portfolios found.' }}
        />
      </div>
    </PageBody>
  )
}
