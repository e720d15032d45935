import { styled } from '@mui/material/styles'
import { useMemo } from 'react'
import { FileGlyph, FolderGlyph, Loading, MiddleEllipsis, SkeletonBar } from '../../../ui/index.ts'
import { isFolder } from '../place.ts'
import type { Affected, DryRun } from './useDryRun.ts'

/** Height of one entry in px; the list shows a little over six. */
const ENTRY = 36
/** Entries further in than this stand below each other. */
const DEEPEST = 6

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  maxHeight: 240,
  overflowY: 'auto',
  listStyle: 'none',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    height: ENTRY,
    padding: '0 12px',
    // What is scrolled out of thousands of entries is not drawn.
    contentVisibility: 'auto',
    containIntrinsicHeight: ENTRY,
  },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.line}` },
  '& > li > span:last-child': { minWidth: 0 },
}))

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
    <List
      // In the Tab order, so that a long list can be scrolled by keyboard.
      tabIndex={0}
      aria-label="Affected"
      aria-busy={count === undefined || undefined}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 20 * ENTRY) more()
      }}
    >
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
    </List>
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
