import { styled } from '@mui/material/styles'
import { formatCount } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { BorderedList, ConfirmContent, Loading, SkeletonLines } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { filesText } from '../place/sizes.ts'
import { PermissionDifferenceDocument, type PermissionDifferenceQuery } from './operations.generated.ts'
import type { PlannedChange } from './useToggles.ts'

type Difference = PermissionDifferenceQuery['permissionDifference']
type Principals = Difference['gaining']

const List = styled(BorderedList)(({ theme }) => ({
  maxHeight: 280,
  '& > li': { justifyContent: 'space-between', gap: 12, minHeight: 36, padding: '0 12px' },
  '& > li > span': { minWidth: 0, overflowWrap: 'anywhere' },
  '& > li > small': { flex: 'none', ...theme.typography.caption, color: theme.vars.palette.ink2 },
  '& > li[data-loses] > small': { color: theme.vars.palette.danger.text },
}))

const Lead = styled('p')({ margin: '0 0 10px' })

/** Lists longer than this are shown as far as it goes, and counted. */
const MAX_LISTED = 200

/** "31 files and 2 folders" */
const contentsText = ({ files, folders }: { files: number; folders: number }): string =>
  [files > 0 ? filesText(files) : '', folders > 0 ? formatCount(folders, 'folder') : '']
    .filter((part) => part !== '')
    .join(' and ') || 'nothing'

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
  busy,
  error,
  onApply,
  onCancel,
}: {
  documentIds: readonly string[]
  planned: PlannedChange
  busy: boolean
  error: string | undefined
  onApply: () => void
  onCancel: () => void
}) {
  const { tree } = usePlace()
  const {
    data,
    error: failed,
    refetch,
  } = useReading(
    PermissionDifferenceDocument,
    { treeId: tree.id, documentIds: [...documentIds], ...planned },
    { fetchPolicy: 'no-cache' },
  )
  const difference = data?.permissionDifference
  const kind = tree.permissionsType === 'ROLE' ? 'role' : 'group'
  const message = error ?? failed?.message
  const loses = (difference?.losing.length ?? 0) > 0
  return (
    <ConfirmContent
      danger={loses}
      action="Apply"
      busy={busy}
      disabled={!difference}
      onConfirm={onApply}
      onCancel={onCancel}
      {...(message !== undefined && { error: message })}
      {...(failed && { onRetry: () => void refetch().catch(() => {}) })}
    >
      {difference ? (
        <>
          <Lead>
            <strong>{differenceText(difference, kind)}</strong>
          </Lead>
          <Changes difference={difference} />
          <Lead style={{ margin: '10px 0 0' }}>
            {difference.undoable
              ? 'Applied in one step. You can undo it for a day.'
              : 'Applied in one step. There is too much here with permissions of its own for this to be undone.'}
          </Lead>
        </>
      ) : (
        !failed && <Loading active skeleton={<SkeletonLines />} />
      )}
    </ConfirmContent>
  )
}

function Changes({ difference: { losing, gaining } }: { difference: Difference }) {
  const all = [
    ...losing.map((each) => ({ ...each, verb: 'loses' })),
    ...gaining.map((each) => ({ ...each, verb: 'gains' })),
  ]
  if (all.length === 0) return null
  return (
    <List aria-label="What changes" tabIndex={0}>
      {all.slice(0, MAX_LISTED).map(({ principal, verb, ...contents }) => (
        <li key={principal.id} data-loses={verb === 'loses' ? '' : undefined}>
          <span>{principal.name}</span>
          <small>
            {verb} {contentsText(contents)}
          </small>
        </li>
      ))}
      {all.length > MAX_LISTED && <li>and {all.length - MAX_LISTED} more</li>}
    </List>
  )
}
