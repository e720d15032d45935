import { useMemo } from 'react'
import { FileGlyph, FolderGlyph, Loading, MiddleEllipsis, SkeletonBar } from '../../../ui/index.ts'
import { isFolder } from '../place.ts'
import { ScrolledList } from '../ScrolledList.tsx'
import type { Affected, DryRun } from './useDryRun.ts'

/** Entries further in than this stand below each other. */
const DEEPEST = 6

/** How deep each entry lies below the first ones; folders come before what is in them. */
function depthsOf(entries: readonly Affected[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const { id, parentId } of entries) {
    const above = parentId === null ? undefined : depths.get(parentId)
    depths.set(id, above === undefined ? 0 : Math.min(DEEPEST, above + 1))
  }
  return depths
}

/** The names of all that a deletion would take, in a list that loads on as it is scrolled (DOP-08). */
export function AffectedList({ dryRun: { count, entries, more } }: { dryRun: DryRun }) {
  const depths = useMemo(() => depthsOf(entries), [entries])
  return (
    <ScrolledList label="Affected" busy={count === undefined} onNearEnd={more}>
      {count === undefined ? (
        <Loading active skeleton={<Waiting />} />
      ) : (
        entries.map((entry) => (
          <li key={entry.id} style={{ paddingLeft: 12 + 20 * (depths.get(entry.id) ?? 0) }}>
            {isFolder(entry) ? <FolderGlyph /> : <FileGlyph name={entry.name} />}
            <MiddleEllipsis text={entry.name} />
          </li>
        ))
      )}
    </ScrolledList>
  )
}

function Waiting() {
  return (
    <div style={{ display: 'grid', gap: 22, padding: 13 }}>
      <SkeletonBar width="62%" />
      <SkeletonBar width="48%" />
      <SkeletonBar width="56%" />
    </div>
  )
}
