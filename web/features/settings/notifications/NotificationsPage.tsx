import { useState } from 'react'
import { useParams } from 'react-router'
import { PageNotFound } from '../../../graphql/errors.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  Alert,
  ErrorState,
  Loading,
  SkeletonLines,
  Stack,
  usePageTitle,
  useSearchTerm,
} from '../../../ui/index.ts'
import { NotificationPageDocument, UpdateNotificationSettingsDocument } from './operations.generated.ts'
import { Columns, TogglePanel } from './parts.tsx'
import { SentMailsHint } from './SentMailsHint.tsx'
import { Toggle, useSwitching } from './Toggle.tsx'
import { type GroupState, PER_PAGE, ToggleGroup } from './ToggleGroup.tsx'

/** What of a group is in view. A new search starts at the first page. */
function useGroupState(): GroupState {
  const { text, setText, term } = useSearchTerm()
  const [page, setPage] = useState(1)
  return { text, setText, term, page: term === '' ? page : 1, setPage }
}

const asked = ({ term, page }: GroupState) => ({
  search: term === '' ? null : term,
  offset: (page - 1) * PER_PAGE,
})

/** The notifications of one organisation (NOTIF-01). */
export function NotificationsPage() {
  usePageTitle('Notifications')
  const { orgSlug = '' } = useParams()
  // Another organisation is another page: nothing of the former one is kept.
  return <Organisation key={orgSlug} orgSlug={orgSlug} />
}

function Organisation({ orgSlug }: { orgSlug: string }) {
  const { id: userId, organizations } = useViewer()
  const place = { userId, orgSlug }
  const portfolios = useGroupState()
  const companies = useGroupState()
  const { search: portfolioSearch, offset: portfolioOffset } = asked(portfolios)
  const { search: companySearch, offset: companyOffset } = asked(companies)
  const { data, error, refetch } = useReading(
    NotificationPageDocument,
    { ...place, limit: PER_PAGE, portfolioSearch, portfolioOffset, companySearch, companyOffset },
    { keep: true },
  )
  const [problem, setProblem] = useState<ActionProblem>()
  const organisation = organizations.find(({ slug }) => slug === orgSlug)
  // SHELL-19
  if (!organisation) throw new PageNotFound()
  if (error && !data) return <ErrorState {...error} />
  const counts = data?.notificationCounts
  const group = {
    place,
    active: data?.notificationSettings?.enabled === true,
    refresh: refetch,
    onProblem: setProblem,
  }
  return (
    <Columns>
      <Stack>
        {/* What was read last stays; why a toggle went back is said once. */}
        {error && !problem && <ErrorState {...error} />}
        {problem && (
          <Alert tone="danger" onClose={() => setProblem(undefined)}>
            {problem.message}
          </Alert>
        )}
        <Master
          {...group}
          name={organisation.name}
          email={data?.user?.email ?? ''}
          loaded={data !== undefined}
        />
        <Loading active={!counts} skeleton={<Skeleton />}>
          {counts && counts.portfolios > 0 && (
            <ToggleGroup
              {...group}
              kind="PORTFOLIOS"
              entries={data.portfolioNotifications}
              count={counts.portfolios}
              on={counts.portfoliosOn}
              state={portfolios}
            />
          )}
          {counts && counts.holdingCompanies > 0 && (
            <ToggleGroup
              {...group}
              kind="HOLDING_COMPANIES"
              entries={data.holdCoNotifications}
              count={counts.holdingCompanies}
              on={counts.holdingCompaniesOn}
              state={companies}
            />
          )}
          {counts && counts.portfolios + counts.holdingCompanies === 0 && (
            <TogglePanel>
              <header>
                <p>No portfolios or holding companies</p>
              </header>
            </TogglePanel>
          )}
        </Loading>
      </Stack>
      <SentMailsHint />
    </Columns>
  )
}

function Master({
  place,
  active,
  name,
  email,
  loaded,
  refresh,
  onProblem,
}: {
  place: { userId: string; orgSlug: string }
  active: boolean
  name: string
  email: string
  loaded: boolean
  refresh: () => Promise<unknown>
  onProblem: (problem: ActionProblem | undefined) => void
}) {
  const { attempt } = useAction(UpdateNotificationSettingsDocument, { refresh })
  const { next, change } = useSwitching((enabled) => attempt({ ...place, enabled }), onProblem)
  const on = next ?? active
  const title = `Notifications from ${name}`
  return (
    <TogglePanel as="section" aria-label={title}>
      <header data-master="">
        <div>
          <h2>{title}</h2>
          {loaded && (
            <p>
              {on
                ? `E-mails to ${email} about the entities below.`
                : 'Off: no e-mail about the entities below. Your individual settings are restored when you switch this on.'}
            </p>
          )}
        </div>
        {loaded && <Toggle label={title} checked={on} saving={next !== undefined} onChange={change} />}
      </header>
    </TogglePanel>
  )
}

function Skeleton() {
  return (
    <Stack>
      {['Portfolios', 'Holding companies'].map((title) => (
        <TogglePanel key={title}>
          <header>
            <div>
              <h2>{title}</h2>
            </div>
          </header>
          <ul>
            <li>
              <SkeletonLines count={3} />
            </li>
          </ul>
        </TogglePanel>
      ))}
    </Stack>
  )
}
