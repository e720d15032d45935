import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { grants, seesDealRoom } from '../../graphql/access.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import { EmptyState, ErrorState, Loading, Panel, usePageTitle } from '../../ui/index.ts'
import { CardGrid, CardSkeletons, EntityCard } from './EntityCard.tsx'
import { HomeBanners } from './HomeBanners.tsx'
import { HomePageDocument } from './operations.generated.ts'
import { PageBody } from './PageFrame.tsx'
import { POLL_EVERY } from './polling.ts'
import { WelcomeBanner } from './WelcomeBanner.tsx'

/** Home: the welcome, and what the person visited last (HOME-01, HOME-11 to HOME-15). */
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
              <NothingVisited hasDealRoom={viewer.organizations.some(seesDealRoom)} />
            </Panel>
          )}
        </Loading>
      </PageBody>
    </>
  )
}

function NothingVisited({ hasDealRoom }: { hasDealRoom: boolean }) {
  return hasDealRoom ? (
    <EmptyState
      title="Nothing visited yet"
      hint="Deal rooms that you open appear here, the most recent first."
      action={
        <Button component={Link} to="/dealroom">
          Open the deal rooms
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="Nothing visited yet"
      hint="Ask the person who invited you for access to a portfolio."
    />
  )
}
