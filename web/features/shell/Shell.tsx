import { useApolloClient } from '@apollo/client/react'
import { useEffect, useMemo } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { SEARCH } from '../../addresses.ts'
import { ViewerDocument } from '../../graphql/operations.generated.ts'
import { usePage } from '../../graphql/page.ts'
import { useSession } from '../../graphql/session.ts'
import { goToSignIn, rememberSession } from '../../graphql/signedOut.ts'
import { useReading } from '../../graphql/useReading.ts'
import { ViewerProvider } from '../../graphql/viewer.ts'
import { ErrorState, Loading, lazily, SkeletonLines, SkipLink } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { Footer } from './Footer.tsx'
import { TopBar } from './TopBar.tsx'

const FurtherOrganisation = lazily(
  async () => (await import('./FurtherOrganisation.tsx')).FurtherOrganisation,
)
const ViewBar = lazily(async () => (await import('./ViewBar.tsx')).ViewBar)

/** Pixels above the top bar, where a room is seen as others see it. */
const VIEW_BAR = 48

const Frame = styled('div')({
  // Height of the top bar: what else sticks to the top of the window stands under it.
  '--sticky-top': '52px',
  '--view-bar': '0px',
  '&[data-viewing]': { '--sticky-top': `${52 + VIEW_BAR}px`, '--view-bar': `${VIEW_BAR}px` },
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100dvh',
  // While the page that the browser opened waits, its foot is below the window: what comes would push it out of sight.
  '&[data-opening] > main:has([data-waiting])': { minHeight: 'calc(100dvh - var(--sticky-top))' },
})

/** The key of the address that the browser opened; each that the person goes to has one of its own. */
const FIRST_ADDRESS = 'default'

const Main = styled('main')({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 })

const Waiting = styled('div')(({ theme }) => ({
  padding: 24,
  [theme.breakpoints.down('md')]: { padding: 16 },
}))

/** Milliseconds before the end of the session is watched for: what a page shows comes first, and many are left before. */
const WATCH_AFTER_MS = 4000

function useSessionWatch() {
  const session = useSession()
  const client = useApolloClient()
  useEffect(() => {
    if (!session) return
    let watching: Promise<() => void> | undefined
    const timer = setTimeout(() => {
      watching = import('./sessionWatch.ts').then(({ rereading, watchSession }) =>
        watchSession(session, { onHeldChanged: rereading(client) }),
      )
      // Without the script the page ends with what it asks for next.
      watching.catch(() => {})
    }, WATCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      watching?.then((stop) => stop()).catch(() => {})
    }
  }, [session, client])
}

/** What stands around every page of a signed-in person. */
export function Shell() {
  const { user, view } = usePage()
  const { key, pathname } = useLocation()
  const isOpening = key === FIRST_ADDRESS
  const { orgSlug } = useParams()
  const { data, error } = useReading(ViewerDocument, {}, { skip: !user, fetchPolicy: 'cache-first' })
  // Who sees a room as others do finds no back office: staff have it again once they leave the view.
  const viewer = useMemo(
    () => (data?.viewer && view ? { ...data.viewer, isSuperUser: false } : (data?.viewer ?? null)),
    [data, view],
  )
  const further =
    viewer?.isSuperUser && orgSlug && !viewer.organizations.some(({ slug }) => slug === orgSlug)
      ? orgSlug
      : null
  useEffect(() => {
    if (user) rememberSession()
    else goToSignIn()
  }, [user])
  useSessionWatch()
  const navigate = useNavigate()
  // FIND-14
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void navigate(SEARCH, { state: pathname })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, pathname])
  if (!user) return null
  return (
    <Frame data-viewing={view ? '' : undefined} data-opening={isOpening ? '' : undefined}>
      <SkipLink />
      {view && <ViewBar view={view} />}
      <TopBar viewer={viewer} />
      <Main id="main" tabIndex={-1}>
        {viewer ? (
          <ViewerProvider value={viewer}>
            {further ? (
              <FurtherOrganisation viewer={viewer} slug={further}>
                <Outlet />
              </FurtherOrganisation>
            ) : (
              <Outlet />
            )}
          </ViewerProvider>
        ) : (
          <Waiting>
            {error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines />} />}
          </Waiting>
        )}
      </Main>
      <Footer isSuperUser={viewer?.isSuperUser ?? false} />
    </Frame>
  )
}
