import { useMemo } from 'react'
import {
  FileGlyph,
  FolderGlyph,
  Loading,
  MiddleEllipsis,
  SkeletonBar,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isFolder } from '../place/place.ts'
import { ScrolledList } from '../place/ScrolledList.tsx'
import type { Affected, DryRun } from './useDryRun.ts'

const Place = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  flex: '0 1 auto',
  maxWidth: '45%',
  marginLeft: 'auto',
  color: theme.vars.palette.ink3,
}))

/**
 * The way to each entry from the first ones, which have none, nor has what lies in the only one. Folders come before
 * what is in them, but not right before: all that a folder holds comes together, so that an entry must tell by itself
 * where it lies.
 */
function placesOf(entries: readonly Affected[]): ReadonlyMap<string, string> {
  const inside = new Map<string, string>()
  const places = new Map<string, string>()
  const ids = new Set(entries.map(({ id }) => id))
  const [first, ...others] = entries.filter(({ parentId }) => parentId === null || !ids.has(parentId))
  // Below one document alone all that is named lies in that, and need not say so.
  if (first && others.length === 0) inside.set(first.id, '')
  for (const { id, name, parentId } of entries) {
    const place = parentId === null ? undefined : inside.get(parentId)
    if (place) places.set(id, place)
    if (!inside.has(id)) inside.set(id, place ? `${place} / ${name}` : name)
  }
  return places
}

/** The names of all that a deletion would take, in a list that loads on as it is scrolled (DOP-08). */
export function AffectedList({ dryRun: { count, entries, more } }: { dryRun: DryRun }) {
  const places = useMemo(() => placesOf(entries), [entries])
  return (
    <ScrolledList label="Affected" busy={count === undefined} onNearEnd={more}>
      {count === undefined ? (
        <Loading active skeleton={<Waiting />} />
      ) : (
        entries.map((entry) => {
          const place = places.get(entry.id)
          return (
            <li key={entry.id}>
              {isFolder(entry) ? <FolderGlyph /> : <FileGlyph name={entry.name} />}
              <MiddleEllipsis text={entry.name} />
              {place !== undefined && (
                <Place>
                  <VisuallyHidden>in </VisuallyHidden>
                  <MiddleEllipsis text={place} tail={24} />
                </Place>
              )}
            </li>
          )
        })
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
