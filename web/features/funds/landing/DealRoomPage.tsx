import { useParams } from 'react-router'
import { formatNumber } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { adminAddress, categoryAddress, DEAL_ROOM, entityAddress } from '../../../addresses.ts'
import { administers, seesDealRoom } from '../../../graphql/access.ts'
import { PageNotFound } from '../../../graphql/errors.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  EmptyState,
  ErrorState,
  LedgerTiles,
  Link,
  Loading,
  PageBody,
  PageHead,
  PageHeading,
  Panel,
  Redirect,
  Tabs,
  usePageTitle,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { CardGrid, CardSkeletons, EntityCard } from '../core/EntityCard.tsx'
import { DealRoomsDocument, type DealRoomsQuery, OnlyEntityDocument } from '../core/operations.generated.ts'
import { POLL_EVERY } from '../core/polling.ts'
import { type StatusLabelRows, statusLabel } from '../core/statuses.ts'
import { CATEGORIES, type Category, categoryOf, emptyText, landingTarget } from './dealRoom.ts'

const TitleRow = styled('div')({ padding: '14px 0 8px' })

/** The deal-room landing: the entities of one category, or on to a category or the only entity (LAND-01 to LAND-15). */
export function DealRoomPage() {
  const { category: slug } = useParams()
  const organisation = useViewer().organizations.find(seesDealRoom)
  // LAND-11
  if (!organisation) throw new PageNotFound()
  const category = slug === undefined ? undefined : categoryOf(slug)
  if (slug !== undefined && !category) return <Redirect to={DEAL_ROOM} />
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
  if (data && !category) return <ToCategory onMarket={data.market.count} />
  const tabs = CATEGORIES.map((one) => ({
    key: one.slug,
    label: data
      ? `${statusLabel(labels, one.status)} (${formatNumber(data[one.slug].count)})`
      : statusLabel(labels, one.status),
    to: categoryAddress(one.slug),
  }))
  const shown = category && data?.[category.slug]
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
          {shown && shown.entities.length > 0 && <CategoryFigures collection={shown} />}
          {shown && <Entities entities={shown.entities} empty={emptyText(category, labels)} />}
        </Loading>
      </PageBody>
    </>
  )
}

/** LAND-02, LAND-03 */
function ToCategory({ onMarket }: { onMarket: number }) {
  const { data, error } = useReading(OnlyEntityDocument, {}, { fetchPolicy: 'network-only' })
  if (data) {
    return <Redirect to={landingTarget([...data.portfolios, ...data.companies], onMarket, entityAddress)} />
  }
  return (
    <PageBody>{error ? <ErrorState {...error} /> : <Loading active skeleton={<CardSkeletons />} />}</PageBody>
  )
}

type Collection = DealRoomsQuery['market']

/** How many projects the category has and how large they are, each counted once (LAND-10). */
function CategoryFigures({ collection: { stats, entities } }: { collection: Collection }) {
  const style = entities[0]?.org.displayStyle ?? 'KW'
  // Beside the number of projects these would be taken for projects, too.
  const whose = (size: number | null) => {
    const found = entities.find(({ systemSize }) => size !== null && systemSize === size)
    return found && { foot: found.__typename === 'Portfolio' ? 'One deal room' : 'One holding company' }
  }
  return (
    <Panel>
      <div style={{ padding: '0 20px' }}>
        <LedgerTiles
          label="Figures"
          tiles={[
            { key: 'projects', label: 'Projects', value: formatNumber(stats.projectCount) },
            {
              key: 'smallest',
              label: 'Smallest',
              value: formatSystemSize(stats.minSize, style),
              ...whose(stats.minSize),
            },
            {
              key: 'largest',
              label: 'Largest',
              value: formatSystemSize(stats.maxSize, style),
              ...whose(stats.maxSize),
            },
            {
              key: 'total',
              label: 'Total size',
              value: formatSystemSize(stats.totalSize, style),
              // Sizes of deal rooms that were entered count here, and not where projects are counted, as on Home.
              ...(stats.totalSize !== stats.projectsSize && {
                foot: `The projects have ${formatSystemSize(stats.projectsSize, style)}`,
              }),
            },
          ]}
        />
      </div>
    </Panel>
  )
}

function Entities({ entities, empty }: { entities: Collection['entities']; empty: string }) {
  const { organizations } = useViewer()
  const ofSeveral = organizations.length > 1
  if (entities.length === 0) {
    // Nobody opens a deal room to whoever administers: theirs are drafts.
    const own = organizations.find(administers)
    return (
      <Panel>
        {own ? (
          <EmptyState
            title={empty}
            hint="Drafts appear here as soon as their status is changed."
            action={<Link to={adminAddress(own.slug, 'deal-rooms')}>Deal rooms in Admin</Link>}
          />
        ) : (
          <EmptyState title={empty} hint="Deal rooms appear here as soon as they are opened to you." />
        )}
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
