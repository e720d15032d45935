import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { STAGE_LABELS } from '../../../shared/enumerations.ts'
import { MISSING } from '../../../shared/format/number.ts'
import { formatSystemSize } from '../../../shared/format/systemSize.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  Chip,
  type Column,
  EmptyState,
  Link,
  ListTools,
  MiddleEllipsis,
  SearchField,
  Table,
  useListState,
} from '../../ui/index.ts'
import { portfolioAddress } from './addresses.ts'
import { useOpenCompany } from './HoldingCompanyPage.tsx'
import { CompanyPortfoliosDocument, type CompanyPortfoliosQuery } from './operations.generated.ts'
import { PageBody } from './PageFrame.tsx'
import { STATUS_LOOKS, statusLabel } from './statuses.ts'

type Row = CompanyPortfoliosQuery['portfolios'][number]

/** More than a holding company has; the list says where it ends. */
const MAX_ROWS = 200
const LIST = {
  filters: {},
  sorts: ['name'],
  sort: { key: 'name', direction: 'asc' },
  perPage: MAX_ROWS,
} as const

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
    from: 'lg',
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
  const columns = useMemo(() => COLUMNS, [])
  const { data, loading, stale, error } = useReading(
    CompanyPortfoliosDocument,
    { holdingCompanyId: id, search: list.term || null, limit: MAX_ROWS, offset: 0 },
    { keep: true },
  )
  return (
    <PageBody>
      <div>
        <ListTools>
          <SearchField label="Search portfolios" width={240} value={list.text} onChange={list.setText} />
        </ListTools>
        <Table
          label="Portfolios"
          columns={columns}
          rows={data?.portfolios ?? []}
          getRowId={(row) => row.id}
          onOpen={({ slug }) => navigate(portfolioAddress(slug))}
          phoneRow={(row) => ({
            title: row.name,
            strong: true,
            facts: [<StatusOf key="status" {...row} />, sizeOf(row)],
          })}
          loading={loading}
          stale={stale && !error}
          {...(error && { error })}
          empty={<EmptyState title="No portfolios found." />}
        />
      </div>
    </PageBody>
  )
}
