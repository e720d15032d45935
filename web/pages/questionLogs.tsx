import { companyAddress, portfolioAddress } from '../addresses.ts'
import { useOpenCompany } from '../features/funds/companies/HoldingCompanyPage.tsx'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { isReadOnly } from '../features/funds/portfolios/roomState.ts'
import type { QuestionDocuments } from '../features/questions/entity.ts'
import { CompanyLogsDocument, PortfolioLogsDocument } from '../features/questions/operations.generated.ts'
import { QuestionsPage } from '../features/questions/QuestionsPage.tsx'
import { grants } from '../graphql/access.ts'
import type { ReadAhead } from '../loadAhead.ts'
import { lazily, PageBody } from '../ui/index.ts'

const DocumentPicker = lazily(
  async () => (await import('../features/documents/picking/DocumentPicker.tsx')).DocumentPicker,
)

/** Where documents that questions name are, and how they are chosen by who sees documents there (QA-50). */
const documentsIn = (
  base: string,
  entity: Pick<ReturnType<typeof useOpenPortfolio>, 'permissions' | 'documentsTree'>,
): QuestionDocuments => {
  const { documentsTree } = entity
  const treeId = grants(entity, 'DOCUMENTS_VIEW') ? documentsTree?.id : undefined
  const basePath = `${base}/storage/documents`
  return {
    addressOf: (document) =>
      `${document.treeId === documentsTree?.id ? basePath : `${base}/storage/reports`}/${document.id}`,
    picker: treeId ? (picking) => <DocumentPicker treeId={treeId} basePath={basePath} {...picking} /> : null,
  }
}

/** Which logs there are; their questions are asked for with them known. */
export const portfolioLogsAhead: ReadAhead = (client, { slug = '' }) =>
  client.query({ query: PortfolioLogsDocument, variables: { slug } })
export const companyLogsAhead: ReadAhead = (client, { slug = '' }) =>
  client.query({ query: CompanyLogsDocument, variables: { slug } })

/** Q&A of a portfolio (PORT-06). */
export function PortfolioQuestions() {
  const portfolio = useOpenPortfolio()
  const { id, slug, permissions, org } = portfolio
  return (
    <PageBody>
      <QuestionsPage
        entity={{
          type: 'PORTFOLIO',
          id,
          slug,
          permissions,
          orgSlug: org.slug,
          isReadOnly: isReadOnly(portfolio),
        }}
        documents={documentsIn(portfolioAddress(slug), portfolio)}
      />
    </PageBody>
  )
}

/** Q&A of a holding company (HOLD-10). */
export function CompanyQuestions() {
  const company = useOpenCompany()
  const { id, slug, permissions, org } = company
  return (
    <PageBody>
      <QuestionsPage
        entity={{ type: 'HOLDING_COMPANY', id, slug, permissions, orgSlug: org.slug }}
        documents={documentsIn(companyAddress(slug), company)}
      />
    </PageBody>
  )
}
