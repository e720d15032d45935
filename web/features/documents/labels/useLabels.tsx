import { IconTag } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { lazily, type MenuEntry } from '../../../ui/index.ts'
import { usePlace } from '../place.ts'
import type { Labelled } from './LabelsDialog.tsx'

const LabelsDialog = lazily(async () => (await import('./LabelsDialog.tsx')).LabelsDialog)

/** The way to set labels, for whoever may. */
export interface Labelling {
  /** In the menu of one document: nothing for whoever may not, or without the feature (DOC-07, PERM-16). */
  readonly entries: (document: Labelled) => MenuEntry[]
  readonly dialog: ReactNode
}

/** @param refresh reads the list again */
export function useLabels(refresh: () => Promise<unknown>): Labelling {
  const { tree } = usePlace()
  const [staged, setStaged] = useState<Labelled>()
  const allowed = tree.canEditPermissions && tree.org.featureFlags.documentLabels
  return {
    entries: (document) =>
      allowed
        ? [{ key: 'labels', label: 'Labels', icon: <IconTag />, onSelect: () => setStaged(document) }]
        : [],
    dialog: staged && (
      <LabelsDialog
        document={staged}
        onClose={() => setStaged(undefined)}
        onChanged={() => void refresh().catch(() => {})}
      />
    ),
  }
}
