import { IconDownload, IconTrashX } from '@tabler/icons-react'
import { useAction } from '../../../graphql/useAction.ts'
import { type MenuEntry, useToast } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { DropStagedChangesDocument } from './operations.generated.ts'

/** A staged change of something published. */
interface Change {
  readonly id: string
  readonly kind: 'VERSION' | 'MOVE' | 'PERMISSION'
  readonly text: string
  readonly fileUrl: string | null
  readonly canDrop: boolean
}

/** What one may do with what is staged of a published entry: look at a new version, and drop it, when the entry stays as it is (STAGE-04). */
export function useStagedMenu(refresh: () => Promise<unknown>): {
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
      stagedChanges.flatMap((change) => [
        ...(change.fileUrl === null
          ? []
          : [
              {
                key: 'download-staged',
                label: 'Download new version',
                icon: <IconDownload />,
                href: change.fileUrl,
                download: true,
              },
            ]),
        ...(change.canDrop
          ? [
              {
                key: `drop-${change.kind.toLowerCase()}`,
                label: `Drop ${change.text[0]?.toLowerCase()}${change.text.slice(1)}`,
                icon: <IconTrashX />,
                onSelect: () => void drop(name, change),
              },
            ]
          : []),
      ]),
  }
}
