import { IconTag } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazily, type MenuEntry, type StripAction } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'
import type { Labelled } from './LabelsDialog.tsx'

const LabelsDialog = lazily(async () => (await import('./LabelsDialog.tsx')).LabelsDialog)

/** The way to set labels, for whoever may. */
export interface Labelling {
  /** In the menu of one document: nothing for whoever may not, or without the feature (DOC-07, PERM-16). */
  readonly entries: (document: Labelled) => MenuEntry[]
  /** For a selection; nothing as above. */
  readonly actions: (documents: readonly Labelled[]) => StripAction[]
  readonly dialog: ReactNode
}

const NOTHING_STAGED: readonly Labelled[] = []

/** @param refresh reads the list again */
export function useLabels(refresh: () => Promise<unknown>): Labelling {
  const { tree } = usePlace()
  const [staged, setStaged] = useStaged(NOTHING_STAGED)
  const allowed = tree.canEditPermissions && tree.org.featureFlags.documentLabels
  const actions = (documents: readonly Labelled[]): StripAction[] =>
    allowed
      ? [{ key: 'labels', label: 'Labels', icon: <IconTag />, onSelect: () => setStaged(documents) }]
      : []
  return {
    entries: (document) => actions([document]),
    actions,
    dialog: staged.length > 0 && (
      <LabelsDialog
        documents={staged}
        onClose={() => setStaged(NOTHING_STAGED)}
        onChanged={() => void refresh().catch(() => {})}
      />
    ),
  }
}
