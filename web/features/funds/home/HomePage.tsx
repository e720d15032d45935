import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { BACK_OFFICE, DEAL_ROOM } from '../../../addresses.ts'
import { grants, seesDealRoom } from '../../../graphql/access.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useViewer, type Viewer } from '../../../graphql/viewer.ts'
import { EmptyState, ErrorState, Loading, PageBody, Panel, usePageTitle } from '../../../ui/index.ts'
import { CardGrid, CardSkeletons, EntityCard } from '../core/EntityCard.tsx'
import { HomePageDocument } from '../core/operations.generated.ts'
import { POLL_EVERY } from '../core/polling.ts'
import { HomeBanners } from './HomeBanners.tsx'
import { Waiting } from './Waiting.tsx'
import { WelcomeBanner } from './WelcomeBanner.tsx'

/** Home: the welcome, what waits for the person (NEW-04), and what they visited last (HOME-01, HOME-11 to HOME-15). */
export function HomePage() {
  const viewer = useViewer()
  usePageTitle('Home')
  // Both banners belong to the first organisation by name that the person administers (HOME-05 to HOME-07).
  const organisation = [...viewer.organizations]
    .sort((one, other) => one.name.localeCompare(other.name))
    .find((one) => grants(one, 'ORG_ADMIN'))
  const { data, error, loading } = useReading(
    HomePageDocument,
    { orgSlug: organisation?.slug ?? null, withBanners: organisation !== undefined },
    { every: POLL_EVERY },
  )
  return (
    <>
      <WelcomeBanner fullName={viewer.fullName} company={viewer.company} />
      <PageBody>
        <Waiting />
        {organisation && viewer.organizations.length > 1 && (
          <Typography component="h2" variant="h3">
            {organisation.name}
          </Typography>
        )}
        {organisation && (
          <HomeBanners
            organisation={organisation}
            data={data ?? null}
            showAdmin={viewer.isSuperUser}
            showUsersGroups={grants(organisation, 'USERS_ADMIN')}
          />
        )}
        <Typography component="h2" variant="h3">
          Recently visited
        </Typography>
        {error && !data && <ErrorState {...error} />}
        <Loading active={loading} skeleton={<CardSkeletons />}>
          {data && data.recentlyVisited.length > 0 && (
            <CardGrid>
              {data.recentlyVisited.map((entity) => (
                <li key={entity.id}>
                  <EntityCard entity={entity} />
                </li>
              ))}
            </CardGrid>
          )}
          {data?.recentlyVisited.length === 0 && (
            <Panel>
              <NothingVisited viewer={viewer} />
            </Panel>
          )}
        </Loading>
      </PageBody>
    </>
  )
}

/** Where to begin: in the deal rooms, or in the back office of an installation that has none yet. */
function NothingVisited({ viewer }: { viewer: Viewer }) {
  const next = viewer.organizations.some(seesDealRoom)
    ? {
        hint: 'Deal rooms that you open appear here, the most recent first.',
        to: DEAL_ROOM,
        label: 'Open the deal rooms',
      }
    : viewer.isSuperUser
      ? {
          hint: 'Organisations, their portfolios and first people are added in the back office.',
          to: BACK_OFFICE,
          label: 'Open the back office',
        }
      : { hint: 'Ask the person who invited you for access to a portfolio.' }
  return (
    <EmptyState
      title="Nothing visited yet"
      hint={next.hint}
      action={
        next.to && (
          <Button component={Link} to={next.to}>
            {next.label}
          </Button>
        )
      }
    />
  )
}
