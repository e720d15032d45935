import { IconTrashX } from '@tabler/icons-react'
import { useAction } from '../../../graphql/useAction.ts'
import { type MenuEntry, useToast } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { DropStagedChangesDocument } from './operations.generated.ts'

/** A staged change of something published. */
interface Change {
  readonly id: string
  readonly kind: 'VERSION' | 'MOVE' | 'PERMISSION'
  readonly text: string
  readonly canDrop: boolean
}

/** Drops what is staged of a published entry, which stays as it is (STAGE-04). */
export function useDropStaged(refresh: () => Promise<unknown>): {
  menuOf: (row: { name: string; stagedChanges: readonly Change[] }) => readonly MenuEntry[]
} {
  const { tree } = usePlace()
  const toast = useToast()
  const { attempt } = useAction(DropStagedChangesDocument, { refresh })
  const drop = async (name: string, { id, kind, text }: Change) => {
    const { data, problem } = await attempt({ treeId: tree.id, ids: [id] })
    if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
    if (!data) return
    toast.success(
      kind === 'VERSION'
        ? `The new version of ${name} was dropped. Its file is in the bin.`
        : `${text} of ${name} was dropped.`,
    )
  }
  return {
    menuOf: ({ name, stagedChanges }) =>
      stagedChanges.flatMap((change) =>
        change.canDrop
          ? {
              key: `drop-${change.kind.toLowerCase()}`,
              label: `Drop ${change.text[0]?.toLowerCase()}${change.text.slice(1)}`,
              icon: <IconTrashX />,
              onSelect: () => void drop(name, change),
            }
          : [],
      ),
  }
}
