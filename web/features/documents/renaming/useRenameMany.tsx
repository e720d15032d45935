import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MAX_RENAMED } from '../../../../shared/selections.ts'
import { type Command, lazily } from '../../../ui/index.ts'
import { type Renamable, usePlace } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'

const RenameManyDialog = lazily(async () => (await import('./RenameManyDialog.tsx')).RenameManyDialog)

/** The way to rename a selection in one step (INDEX-09). */
export interface RenamingMany {
  /** For a selection alone: one entry has its field. */
  readonly command: Command<Renamable>
  readonly dialog: ReactNode
}

const NOTHING_STAGED: readonly Renamable[] = []

/** @param onRenamed reads again what shows the names */
export function useRenameMany(onRenamed: () => Promise<unknown>): RenamingMany {
  const { tree } = usePlace()
  const [staged, setStaged] = useStaged(NOTHING_STAGED)
  return {
    command: {
      key: 'rename-many',
      label: 'Rename',
      icon: <IconPencil />,
      many: true,
      allowed: tree.canRename,
      fits: () => false,
      refusal: (chosen) =>
        chosen.length > MAX_RENAMED
          ? `At most ${MAX_RENAMED} entries can be renamed at a time. Please select fewer.`
          : undefined,
      run: setStaged,
    },
    dialog: staged.length > 0 && (
      <RenameManyDialog documents={staged} onClose={() => setStaged(NOTHING_STAGED)} onRenamed={onRenamed} />
    ),
  }
}
