import { useNavigate } from 'react-router'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { reportingAddress } from '../../../addresses.ts'
import { seesReporting } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type Column, EmptyState, Link, PageBody, Redirect, Table, usePageTitle } from '../../../ui/index.ts'
import { AreaHead } from '../core/AreaHead.tsx'
import { ReportingPageDocument, type ReportingPageQuery } from '../core/operations.generated.ts'
import { figuresOf } from '../core/yearToDate.ts'

type Company = ReportingPageQuery['holdingCompanies'][number]

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
  const { data, error, loading } = useReading(ReportingPageDocument, { orgSlug, limit: 200, offset: 0 })
  const companies = data?.holdingCompanies ?? []
  const [only, second] = companies
  const addressOf = (company: Company) => reportingAddress(orgSlug, company.slug)
  if (only && !second) return <Redirect to={addressOf(only)} />

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
        <Table
          label="Reports"
          columns={columns}
          rows={companies}
          getRowId={({ id }) => id}
          rowHeight={42}
          loading={loading && !data}
          {...(error && { error })}
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
          empty={
            <EmptyState
              title="No reporting data."
              hint="Companies appear here as soon as their reports are opened to you."
            />
          }
        />
      </PageBody>
    </>
  )
}
