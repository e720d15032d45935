import Button from '@mui/material/Button'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  BorderedList,
  Chip,
  ErrorState,
  Loading,
  RelativeTime,
  SkeletonLines,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { SettingsPanel } from '../core/SettingsPanel.tsx'
import { EndOtherSessionsDocument, EndSessionDocument, SessionsDocument } from './operations.generated.ts'

const Row = styled('li')(({ theme }) => ({
  justifyContent: 'space-between',
  gap: 12,
  padding: '8px 12px',
  minHeight: 54,
  boxSizing: 'border-box',
  '& > div > strong': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontWeight: 600 },
  '& > div > span': theme.typography.note,
}))

/** Where the person is signed in, and the end of it. */
export function SessionsSection() {
  const { data, error, refetch } = useReading(SessionsDocument, {})
  const ending = useAction(EndSessionDocument, { refresh: refetch })
  const endingOthers = useAction(EndOtherSessionsDocument, { refresh: refetch })
  const sessions = data?.sessions ?? []
  const problem = ending.problem ?? endingOthers.problem
  return (
    <SettingsPanel
      title="Sessions"
      beside={
        sessions.length > 1 && (
          <Button
            size="small"
            variant="outlined"
            disabled={endingOthers.busy}
            onClick={() => void endingOthers.act({})}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && <ErrorState {...error} />}
      {problem && <Alert tone="danger">{problem.message}</Alert>}
      {!data && <Loading active={!error} skeleton={<SkeletonLines count={2} />} />}
      {sessions.length > 0 && (
        <BorderedList aria-label="Sessions">
          {sessions.map(({ id, device, lastSeenAt, createdAt, isCurrent }) => {
            const name = device ?? 'Unknown browser'
            return (
              <Row key={id}>
                <div>
                  <strong>
                    {name}
                    {isCurrent && <Chip tone="accent">This session</Chip>}
                  </strong>
                  <span>
                    Last seen <RelativeTime at={lastSeenAt} />, signed in <RelativeTime at={createdAt} />
                  </span>
                </div>
                {!isCurrent && (
                  <Button
                    size="small"
                    variant="text"
                    aria-label={`Sign out: ${name}`}
                    disabled={ending.busy}
                    onClick={() => void ending.act({ id })}
                  >
                    Sign out
                  </Button>
                )}
              </Row>
            )
          })}
        </BorderedList>
      )}
    </SettingsPanel>
  )
}
