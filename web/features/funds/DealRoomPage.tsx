import { styled } from '@mui/material/styles'
import { useParams } from 'react-router'
import { seesDealRoom } from '../../graphql/access.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  EmptyState,
  ErrorState,
  Loading,
  PageHeading,
  Panel,
  Redirect,
  Tabs,
  usePageTitle,
} from '../../ui/index.ts'
import { entityAddress } from './addresses.ts'
import { CATEGORIES, type Category, categoryOf, emptyText, landingTarget, listed } from './dealRoom.ts'
import { CardGrid, CardSkeletons, EntityCard } from './EntityCard.tsx'
import { DealRoomsDocument, type DealRoomsQuery } from './operations.generated.ts'
import { PageBody, PageHead } from './PageFrame.tsx'
import { POLL_EVERY } from './polling.ts'
import { type StatusLabelRows, statusLabel } from './statuses.ts'

const TitleRow = styled('div')({ padding: '14px 0 8px' })

/** The deal-room landing: the entities of one category, or on to a category or the only entity (LAND-01 to LAND-15). */
export function DealRoomPage() {
  const { category: slug } = useParams()
  const organisation = useViewer().organizations.find(seesDealRoom)
  // LAND-11
  if (!organisation) throw new PageNotFound()
  const category = slug === undefined ? undefined : categoryOf(slug)
  if (slug !== undefined && !category) return <Redirect to="/dealroom" />
  // With several organisations the words are those of the first (LAND-13).
  return <Landing category={category} labels={organisation.statusLabels} />
}

interface LandingProps {
  /** None at /dealroom itself, which leads on. */
  category: Category | undefined
  labels: StatusLabelRows
}

function Landing({ category, labels }: LandingProps) {
  const label = category && statusLabel(labels, category.status)
  usePageTitle(label ? `${label} · Deal Room` : 'Deal Room')
  const { data, error, loading } = useReading(DealRoomsDocument, {}, { every: POLL_EVERY })
  if (data && !category) return <Redirect to={landingTarget(data.portfolios, entityAddress)} />
  const tabs = CATEGORIES.map((one) => ({
    key: one.slug,
    label: statusLabel(labels, one.status),
    to: `/dealroom/${one.slug}`,
  }))
  return (
    <>
      <PageHead>
        <TitleRow>
          <PageHeading>Deal Room</PageHeading>
        </TitleRow>
        <Tabs label="Categories" tabs={tabs} active={category?.slug ?? null} />
      </PageHead>
      <PageBody>
        {error && !data && <ErrorState {...error} />}
        <Loading active={loading} skeleton={<CardSkeletons />}>
          {data && category && (
            <Entities entities={listed(data.portfolios, category)} empty={emptyText(category, labels)} />
          )}
        </Loading>
      </PageBody>
    </>
  )
}

function Entities({ entities, empty }: { entities: DealRoomsQuery['portfolios']; empty: string }) {
  const ofSeveral = useViewer().organizations.length > 1
  if (entities.length === 0) {
    return (
      <Panel>
        <EmptyState title={empty} hint="Deal rooms show up here as soon as they are opened to you." />
      </Panel>
    )
  }
  return (
    <CardGrid>
      {entities.map((entity) => (
        <li key={entity.id}>
          <EntityCard entity={entity} withOrganisation={ofSeveral} withBuildStatus />
        </li>
      ))}
    </CardGrid>
  )
}
