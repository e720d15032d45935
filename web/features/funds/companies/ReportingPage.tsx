import { useNavigate } from 'react-router'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { reportingAddress } from '../../../addresses.ts'
import { seesReporting } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { pageBeforeMore, usePagedList } from '../../../graphql/usePagedList.ts'
import {
  type Column,
  Link,
  PageBody,
  PagedTable,
  Redirect,
  useListState,
  usePageTitle,
} from '../../../ui/index.ts'
import { AreaHead } from '../core/AreaHead.tsx'
import { ReportingPageDocument, type ReportingPageQuery } from '../core/operations.generated.ts'
import { figuresOf } from '../core/yearToDate.tsx'

type Company = ReportingPageQuery['holdingCompanies'][number]

const LIST = { filters: {}, sorts: [], sort: { key: 'name', direction: 'asc' }, perPage: 50 } as const

const NO_FIGURES = {
  actualRevenueYtd: null,
  forecastRevenueYtd: null,
  actualExpensesYtd: null,
  forecastExpensesYtd: null,
  actualProductionYtd: null,
  forecastProductionYtd: null,
}

const sizeOf = ({ systemSize, org }: Company) => formatSystemSize(systemSize, org.displayStyle)

/** An organisation's reporting: its holding companies, or on to the only one (REP-01, REP-02, REP-08, REP-09). */
export function ReportingPage() {
  const { slug: orgSlug, name } = useArea(seesReporting)
  const navigate = useNavigate()
  usePageTitle(`Reporting · ${name}`)
  const list = useListState(LIST)
  const companies = usePagedList(
    ReportingPageDocument,
    list,
    // One more than a page has says whether there is another page.
    ({ limit, offset }) => ({ orgSlug, limit: limit + 1, offset }),
    { pageOf: ({ holdingCompanies: found }) => pageBeforeMore(found, list) },
  )
  const [only, second] = companies.rows
  const addressOf = (company: Company) => reportingAddress(orgSlug, company.slug)
  if (only && !second && list.page === 1) return <Redirect to={addressOf(only)} />

  const nameOf = (company: Company) => (
    <Link to={addressOf(company)} sx={{ fontWeight: 500 }}>
      {company.name}
    </Link>
  )
  const columns: Column<Company>[] = [
    {
      key: 'name',
      header: 'Holding company',
      cell: nameOf,
    },
    { key: 'size', header: 'Total size', width: 110, align: 'right', cell: sizeOf },
    ...figuresOf(NO_FIGURES).map(({ key, label }, at) => ({
      key,
      header: label,
      width: 140,
      align: 'right' as const,
      cell: (company: Company) => {
        const figure = figuresOf(company)[at]
        return figure?.format(figure.actual)
      },
    })),
  ]
  return (
    <>
      <AreaHead title="Reporting" of={name} />
      <PageBody>
        <div>
          <PagedTable
            label="Reports"
            list={list}
            page={companies}
            noun="reports"
            columns={columns}
            getRowId={({ id }) => id}
            rowHeight={42}
            onOpen={(company) => navigate(addressOf(company))}
            phoneRow={(company) => ({
              title: nameOf(company),
              facts: [
                sizeOf(company),
                ...figuresOf(company)
                  .slice(0, 1)
                  .map(({ label, actual, format }) => `${label} ${format(actual)}`),
              ],
            })}
            empty={{
              title: 'No reporting data.',
              hint: 'Companies appear here as soon as their reports are opened to you.',
            }}
          />
        </div>
      </PageBody>
    </>
  )
}
