import Button from '@mui/material/Button'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, BusyButton, DialogFoot, ErrorState, SkeletonBar } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { levelChangeText } from './levelChange.ts'
import { LevelDifferenceDocument } from './operations.generated.ts'
import type { StagedChange } from './useToggles.ts'

/** Lines of what a change would do; the others are counted. */
const MAX_LINES = 4

const Panel = styled('section')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  gap: 2,
  padding: '12px 24px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.hover,
  '& > *': { margin: 0 },
  '& > h3': { ...theme.typography.body2, fontWeight: 600 },
  '& > small': { ...theme.typography.caption, color: theme.vars.palette.ink3 },
  [theme.breakpoints.down('md')]: { padding: '12px 16px' },
}))

const LinedFoot = styled(DialogFoot)(({ theme }) => ({
  paddingTop: 12,
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

/** What the chosen levels would do, and whether they are to be set (VIEW-08). */
export function StagedFoot({
  documentIds,
  changes,
  busy,
  error,
  onApply,
  onStage,
  onCancel,
}: {
  documentIds: readonly string[]
  changes: ReadonlyMap<string, StagedChange>
  busy: boolean
  /** Why it could not be set. */
  error: string | undefined
  onApply: () => void
  /** Keeps it for a publication (STAGE-03). */
  onStage: () => void
  onCancel: () => void
}) {
  const { tree } = usePlace()
  const asked = [...changes].map(([principalId, change]) => ({ principalId, ...change }))
  const { data, error: failed } = useReading(
    LevelDifferenceDocument,
    { treeId: tree.id, documentIds: [...documentIds], changes: asked },
    { fetchPolicy: 'no-cache', skip: asked.length === 0 },
  )
  const difference = data?.levelDifference
  const lines = difference && [...difference.lowered, ...difference.raised].map(levelChangeText)
  return (
    <>
      <Panel role="status">
        <h3>What this would do</h3>
        {error !== undefined && <Alert tone="danger">{error}</Alert>}
        {failed && <ErrorState message={failed.message} onRetry={failed.onRetry} />}
        {asked.length === 0 && (
          <p>Choose levels above. What you stage holds once it is published, and nobody sees it before.</p>
        )}
        {lines?.length === 0 && <p>Nobody’s level changes.</p>}
        {lines?.slice(0, MAX_LINES).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {lines && lines.length > MAX_LINES && <p>and {lines.length - MAX_LINES} more</p>}
        {difference && (
          <small>
            {difference.undoable
              ? 'Applied in one step. You can undo it for a day.'
              : 'Applied in one step. There is too much here with permissions of its own for this to be undone.'}
          </small>
        )}
        {asked.length > 0 && !difference && !failed && (
          <>
            <SkeletonBar width="60%" />
            <SkeletonBar width="40%" />
          </>
        )}
      </Panel>
      <LinedFoot>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button variant="outlined" disabled={busy || !difference} onClick={onStage}>
          Stage
        </Button>
        <BusyButton busy={busy} variant="contained" disabled={!difference} onClick={onApply}>
          Apply
        </BusyButton>
      </LinedFoot>
    </>
  )
}
