import { useApolloClient } from '@apollo/client/react'
import { useParams } from 'react-router'
import { portfolioAddress } from '../addresses.ts'
import DocumentBrowser from '../features/documents/DocumentBrowser.tsx'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { isReadOnly } from '../features/funds/portfolios/roomState.ts'
import { grants } from '../graphql/access.ts'
import { lazily } from '../ui/index.ts'

/** Few portfolios are met without a tree. */
const NewTreePage = lazily(
  async () => (await import('../features/documents/frame/NewTreePage.tsx')).default,
  null,
  true,
)

/** The Documents tab of a portfolio: the document browser on its documents tree. */
export function PortfolioDocuments() {
  const room = useOpenPortfolio()
  const { id, name, slug, org, documentsTree, enableQAndA } = room
  const asks = enableQAndA && !isReadOnly(room) && grants(room, 'QUESTIONS_VIEW', 'QUESTIONS_EDIT')
  const { documentId } = useParams()
  const client = useApolloClient()
  if (!documentsTree) {
    return (
      <NewTreePage
        orgSlug={org.slug}
        portfolioId={id}
        name={name}
        onCreated={() => client.refetchQueries({ include: ['PortfolioPage'] })}
      />
    )
  }
  return (
    <DocumentBrowser
      treeId={documentsTree.id}
      basePath={`${portfolioAddress(slug)}/storage/documents`}
      documentId={documentId ?? null}
      isReadOnly={isReadOnly(room)}
      readinessAddress={grants(room, 'DEALROOM_ADMIN') ? `${portfolioAddress(slug)}/readiness` : null}
      questionsAddress={asks ? `${portfolioAddress(slug)}/q-and-a` : null}
    />
  )
}

/** The Reports tab of a portfolio: the document browser on its reports tree (PORT-47). */
export function PortfolioReports() {
  const room = useOpenPortfolio()
  const { slug, reportsTree } = room
  const { documentId } = useParams()
  if (!reportsTree) return null
  return (
    <DocumentBrowser
      treeId={reportsTree.id}
      basePath={`${portfolioAddress(slug)}/storage/reports`}
      documentId={documentId ?? null}
      isReadOnly={isReadOnly(room)}
    />
  )
}
