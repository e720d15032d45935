import { formatCount } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { BorderedList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { contentsText } from './contentsText.ts'
import { DifferenceFrame, Lead, type Planning } from './DifferenceFrame.tsx'
import { PermissionDifferenceDocument, type PermissionDifferenceQuery } from './operations.generated.ts'
import type { PlannedChange } from './useToggles.ts'

type Difference = PermissionDifferenceQuery['permissionDifference']
type Principals = Difference['gaining']

const Differences = styled(BorderedList)(({ theme }) => ({
  maxHeight: 280,
  '& > li': { justifyContent: 'space-between', gap: 12, minHeight: 36, padding: '0 12px' },
  '& > li > span': { minWidth: 0, overflowWrap: 'anywhere' },
  '& > li > small': { flex: 'none', ...theme.typography.caption, color: theme.vars.palette.ink2 },
  '& > li[data-loses] > small': { color: theme.vars.palette.danger.text },
}))

/** Lists longer than this are shown as far as it goes, and counted. */
const MAX_LISTED = 200

/** Who it is about: the name of a single one, else how many. */
const whoText = (those: Principals, kind: 'group' | 'role'): string =>
  those.length === 1 ? (those[0]?.principal.name ?? '') : formatCount(those.length, kind)

const most = (those: Principals): { files: number; folders: number } => ({
  files: Math.max(...those.map(({ files }) => files)),
  folders: Math.max(...those.map(({ folders }) => folders)),
})

const alike = (those: Principals): boolean =>
  new Set(those.map(({ files, folders }) => `${files}:${folders}`)).size <= 1

/** "10 groups lose 31 files, Lenders gains 2 files." */
function differenceText({ losing, gaining }: Difference, kind: 'group' | 'role'): string {
  const part = (those: Principals, one: string, many: string): string =>
    those.length === 0
      ? ''
      : `${whoText(those, kind)} ${those.length === 1 ? one : many} ${alike(those) ? '' : 'up to '}${contentsText(most(those))}`
  const parts = [part(losing, 'loses', 'lose'), part(gaining, 'gains', 'gain')].filter((text) => text !== '')
  return parts.length === 0 ? 'Nobody gains or loses anything.' : `${parts.join(', ')}.`
}

/** What a sweeping change of permissions would do, in place of the toggles, before it is made. */
export function DifferenceContent({
  documentIds,
  planned,
  ...planning
}: Planning & { planned: PlannedChange }) {
  const { tree } = usePlace()
  const { data, error } = useReading(
    PermissionDifferenceDocument,
    { treeId: tree.id, documentIds: [...documentIds], ...planned },
    { fetchPolicy: 'no-cache' },
  )
  const kind = tree.permissionsType === 'ROLE' ? 'role' : 'group'
  return (
    <DifferenceFrame
      planning={planning}
      difference={data?.permissionDifference}
      failed={error}
      takesAway={({ losing }) => losing.length > 0}
    >
      {(difference) => (
        <>
          <Lead>
            <strong>{differenceText(difference, kind)}</strong>
          </Lead>
          <Changes difference={difference} />
        </>
      )}
    </DifferenceFrame>
  )
}

function Changes({ difference: { losing, gaining } }: { difference: Difference }) {
  const all = [
    ...losing.map((each) => ({ ...each, verb: 'loses' })),
    ...gaining.map((each) => ({ ...each, verb: 'gains' })),
  ]
  if (all.length === 0) return null
  return (
    <Differences aria-label="What changes" tabIndex={0}>
      {all.slice(0, MAX_LISTED).map(({ principal, verb, ...contents }) => (
        <li key={principal.id} data-loses={verb === 'loses' ? '' : undefined}>
          <span>{principal.name}</span>
          <small>
            {verb} {contentsText(contents)}
          </small>
        </li>
      ))}
      {all.length > MAX_LISTED && <li>and {all.length - MAX_LISTED} more</li>}
    </Differences>
  )
}
