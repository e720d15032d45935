import { IconTrashX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '../../../../shared/format/number.ts'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  type Command,
  ConfirmContent,
  Dialog,
  stripActions,
  type TableSelection,
  useToast,
} from '../../../ui/index.ts'
import { useMoveStaging } from '../moving/index.ts'
import { inOrder, moveCommand } from '../operations/index.ts'
import { usePermissions } from '../permissions/index.ts'
import { usePlace } from '../place/place.ts'
import { TOO_MANY } from '../place/sizes.ts'
import { DropStagedChangesDocument, DropStagedDocument } from './operations.generated.ts'
import type { StagedRow } from './stagedColumns.tsx'
import type { Chosen } from './useChosen.ts'

const isNew = ({ stagedChanges }: StagedRow): boolean => stagedChanges.length === 0

/**
 * What is done with all that is chosen of what is staged (STAGE-04): permissions, a move, and dropping it.
 * Of more than one operation takes it is said why not.
 */
export function useChosenActions(
  { rows, count }: Pick<Chosen<StagedRow>, 'rows' | 'count'>,
  onChanged: () => Promise<unknown>,
): { actions: TableSelection<StagedRow>['actions']; dialogs: ReactNode } {
  const { tree, addresses, isReadOnly } = usePlace()
  const navigate = useNavigate()
  const [dropping, setDropping] = useState<readonly StagedRow[]>()
  const permissions = usePermissions(onChanged)
  const tooMany = count > MAX_SELECTED ? TOO_MANY : undefined
  const parents = new Set(rows?.map(({ parentId }) => parentId))
  const parentId = parents.size === 1 ? ([...parents][0] ?? null) : null
  const moving = useMoveStaging(parentId)
  const mayDrop = ({ stagedChanges }: StagedRow): boolean =>
    stagedChanges.length === 0 ? tree.canDelete : stagedChanges.every(({ canDrop }) => canDrop)
  const commands: readonly Command<StagedRow>[] = [
    ...permissions.commands.filter(({ key }) => key === 'permissions'),
    {
      ...moveCommand<StagedRow>(!isReadOnly, (chosen) => {
        moving.stage(chosen)
        if (parentId !== null) navigate(addresses.to(parentId))
      }),
      refusal: () => (moving.allowed ? undefined : 'Choose entries of one folder to move them.'),
    },
    {
      key: 'delete',
      label: 'Drop',
      icon: <IconTrashX />,
      tone: 'danger',
      many: true,
      allowed: !isReadOnly,
      refusal: (chosen) => (chosen.every(mayDrop) ? undefined : 'Some of these are not yours to drop.'),
      run: setDropping,
    },
  ]
  return {
    actions:
      rows === null && tooMany === undefined
        ? []
        : inOrder(
            stripActions(
              commands.map((command) => ({
                ...command,
                refusal: (chosen: readonly StagedRow[]) => tooMany ?? command.refusal?.(chosen),
              })),
              rows ?? [],
            ),
          ),
    dialogs: (
      <>
        {permissions.dialog}
        {dropping && (
          <DropDialog
            rows={dropping}
            onClose={() => setDropping(undefined)}
            onDropped={async () => {
              setDropping(undefined)
              await onChanged()
            }}
          />
        )}
      </>
    ),
  }
}

interface DropDialogProps {
  rows: readonly StagedRow[]
  onClose: () => void
  onDropped: () => Promise<unknown>
}

function DropDialog({ rows, onClose, onDropped }: DropDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const dropping = useAction(DropStagedChangesDocument)
  const removing = useAction(DropStagedDocument)
  const [problem, setProblem] = useState<string>()
  const busy = dropping.busy || removing.busy
  const words = formatCount(rows.length, 'entry', 'entries')
  const drop = async () => {
    const ids = rows.flatMap(({ stagedChanges }) => stagedChanges.map(({ id }) => id))
    const documentIds = rows.filter(isNew).map(({ id }) => id)
    const answers = [
      ids.length > 0 ? await dropping.attempt({ treeId: tree.id, ids }) : {},
      documentIds.length > 0 ? await removing.attempt({ treeId: tree.id, documentIds }) : {},
    ]
    const failed = answers.find((answer) => 'problem' in answer && answer.problem)
    if (failed && 'problem' in failed && failed.problem) return setProblem(failed.problem.message)
    toast.success(`${words} ${rows.length === 1 ? 'is' : 'are'} no longer staged.`)
    await onDropped()
  }
  return (
    <Dialog open onClose={onClose} title={`Drop ${words}`} busy={busy}>
      <ConfirmContent
        action={`Drop ${words}`}
        danger
        busy={busy}
        {...(problem !== undefined && { error: problem })}
        onConfirm={() => void drop()}
        onCancel={onClose}
      >
        What was published stays as it is. New files and folders, and files of new versions, go to the recycle
        bin.
      </ConfirmContent>
    </Dialog>
  )
}
