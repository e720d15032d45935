import { DEAL_ROOM, portfolioAddress } from '../../../addresses.ts'
import { startOf } from '../../../graphql/access.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import { ErrorState, Loading, PageBody, Redirect } from '../../../ui/index.ts'
import { CardSkeletons } from '../core/EntityCard.tsx'
import { PrimaryPortfolioDocument } from '../core/operations.generated.ts'
import { HomePage } from './HomePage.tsx'

/** Where / leads this person (SHELL-01 to SHELL-06). */
export function StartPage() {
  const start = startOf(useViewer().organizations)
  if (start === 'deal-room') return <Redirect to={DEAL_ROOM} />
  return start === 'primary-portfolio' ? <ToPrimaryPortfolio /> : <HomePage />
}

/** Without any portfolio to open, home says what to do next (SHELL-07). */
function ToPrimaryPortfolio() {
  // Which portfolio is the primary one may have changed since the last time.
  const { data, error } = useReading(PrimaryPortfolioDocument, {}, { fetchPolicy: 'network-only' })
  if (data?.primaryPortfolio) return <Redirect to={portfolioAddress(data.primaryPortfolio.slug)} />
  if (data) return <HomePage />
  return (
    <PageBody>{error ? <ErrorState {...error} /> : <Loading active skeleton={<CardSkeletons />} />}</PageBody>
  )
}
