import { IconTag } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Command, lazily } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'
import type { Labelled } from './LabelsDialog.tsx'

const LabelsDialog = lazily(async () => (await import('./LabelsDialog.tsx')).LabelsDialog)

/** The way to set labels, for whoever may. */
export interface Labelling {
  /** For nobody who may not, nor without the feature (DOC-07, PERM-16). */
  readonly command: Command<Labelled>
  readonly dialog: ReactNode
}

const NOTHING_STAGED: readonly Labelled[] = []

/** @param refresh reads the list again */
export function useLabels(refresh: () => Promise<unknown>): Labelling {
  const { tree, isReadOnly } = usePlace()
  const [staged, setStaged] = useStaged(NOTHING_STAGED)
  const allowed = tree.canEditPermissions && !isReadOnly && tree.org.featureFlags.documentLabels
  return {
    command: { key: 'labels', label: 'Labels', icon: <IconTag />, many: true, allowed, run: setStaged },
    dialog: staged.length > 0 && (
      <LabelsDialog
        documents={staged}
        onClose={() => setStaged(NOTHING_STAGED)}
        onChanged={() => void refresh().catch(() => {})}
      />
    ),
  }
}
