import { useOpenCompany } from '../features/funds/companies/HoldingCompanyPage.tsx'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { QuestionsPage } from '../features/questions/QuestionsPage.tsx'
import { PageBody } from '../ui/index.ts'

/** Q&A of a portfolio (PORT-06). */
export function PortfolioQuestions() {
  const { id, slug, permissions, org } = useOpenPortfolio()
  return (
    <PageBody>
      <QuestionsPage entity={{ type: 'PORTFOLIO', id, slug, permissions, orgSlug: org.slug }} />
    </PageBody>
  )
}

/** Q&A of a holding company (HOLD-10). */
export function CompanyQuestions() {
  const { id, slug, permissions, org } = useOpenCompany()
  return (
    <PageBody>
      <QuestionsPage entity={{ type: 'HOLDING_COMPANY', id, slug, permissions, orgSlug: org.slug }} />
    </PageBody>
  )
}
