import { portfolioAddress } from '../addresses.ts'
import { ChecklistPage } from '../features/checklists/ChecklistPage.tsx'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { isReadOnly } from '../features/funds/portfolios/roomState.ts'
import { grants } from '../graphql/access.ts'
import { lazily } from '../ui/index.ts'

const DocumentPicker = lazily(
  async () => (await import('../features/documents/picking/DocumentPicker.tsx')).DocumentPicker,
)

/** The Checklist tab of a portfolio: its links may lead to documents of the portfolio. */
export function PortfolioChecklist() {
  const room = useOpenPortfolio()
  const { id, slug, org, documentsTree } = room
  const treeId = grants(room, 'DOCUMENTS_VIEW') ? documentsTree?.id : undefined
  return (
    <ChecklistPage
      key={id}
      portfolioId={id}
      displayStyle={org.displayStyle}
      mayEdit={grants(room, 'CHECKLISTS_ADMIN') && !isReadOnly(room)}
      mayComment={!isReadOnly(room)}
      picker={
        treeId
          ? ({ onPick, onCancel }) => (
              <DocumentPicker
                treeId={treeId}
                basePath={`${portfolioAddress(slug)}/storage/documents`}
                onPick={({ link }) => onPick(link)}
                onCancel={onCancel}
              />
            )
          : null
      }
    />
  )
}
