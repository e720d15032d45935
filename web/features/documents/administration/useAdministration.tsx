import { type ReactNode, useEffect, useState } from 'react'
import type { MenuEntry } from '../../../ui/index.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'
import type { AdministrationKey } from './administration.tsx'

/**
 * The index numbers of a room and of a folder, how its pages are marked and the tracing of marks, for those who administer its documents
 * (INDEX-01, INDEX-04, MARK-13): loaded for them alone, once the page shows.
 */
export function useAdministration(
  folder: OpenDocument,
  refresh: () => Promise<unknown>,
): { entries: MenuEntry[]; dialog: ReactNode } {
  const { tree, isReadOnly } = usePlace()
  const [asked, setAsked] = useStaged<AdministrationKey>(null)
  const [parts, setParts] = useState<typeof import('./administration.tsx')>()
  const isAdmin = tree.canEditPermissions
  useEffect(() => {
    if (isAdmin) import('./administration.tsx').then(setParts, () => {})
  }, [isAdmin])
  if (!isAdmin || !parts) return { entries: [], dialog: null }
  return {
    entries: parts.entriesOf(folder, { tree, isReadOnly }, setAsked),
    dialog: asked && (
      <parts.AskedDialog asked={asked} folder={folder} onClose={() => setAsked(null)} onChanged={refresh} />
    ),
  }
}
