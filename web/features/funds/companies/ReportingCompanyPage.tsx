import { Outlet, useParams } from 'react-router'
import { reportingAddress } from '../../../addresses.ts'
import { seesReporting } from '../../../graphql/access.ts'
import { PageNotFound } from '../../../graphql/errors.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  EmptyState,
  LedgerTiles,
  Link,
  PageBody,
  PageHead,
  PageHeading,
  Panel,
  usePageTitle,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { EntityOpening } from '../core/EntityOpening.tsx'
import { HoldingCompanyPageDocument } from '../core/operations.generated.ts'
import { type OpenCompany, seesReports } from './companyTabs.ts'
import { companyTiles } from './companyTiles.ts'

/** Black in both schemes (REP-04): the tokens of the dark one hold inside. */
const Black = styled(PageHead)(({ theme }) => ({
  backgroundColor: theme.vars.palette.sunken,
  color: theme.vars.palette.ink,
  '& h1': { color: theme.vars.palette.ink, overflowWrap: 'anywhere' },
}))

const TitleRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '0 16px',
  padding: '14px 0 12px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

/** The reports of one holding company under its figures (REP-03, REP-04). */
export function ReportingCompanyPage() {
  const organisation = useArea(seesReporting)
  const { slug = '' } = useParams()
  const reading = useReading(HoldingCompanyPageDocument, { slug, withOverview: false })
  const company = reading.data?.holdingCompanyBySlug
  if (!company) return <EntityOpening reading={reading} />
  // Of another organisation, or without reports for this person (REP-06, REP-09).
  if (company.org.slug !== organisation.slug || !seesReports(company)) throw new PageNotFound()
  return <Reports key={company.id} company={company} />
}

function Reports({ company }: { company: OpenCompany }) {
  const { name, org, reportsTree } = company
  usePageTitle(`Reports · ${name}`)
  return (
    <>
      <Black data-theme="dark">
        <TitleRow>
          <PageHeading>{name}</PageHeading>
          <Link to={reportingAddress(org.slug)}>All reporting</Link>
        </TitleRow>
        <LedgerTiles label="Figures" tiles={companyTiles(company)} />
      </Black>
      {reportsTree ? (
        <Outlet context={[company]} />
      ) : (
        // REP-07
        <PageBody>
          <Panel>
            <EmptyState title="No reports yet." hint="They appear here as soon as there are any." />
          </Panel>
        </PageBody>
      )}
    </>
  )
}
