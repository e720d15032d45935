import type { ReactNode } from 'react'
import { GroupContext, useUnsaved, useWorkGroup } from './useUnsaved.ts'
import type { Work } from './work.ts'

export interface UnsavedPartProps {
  /** Whether something of it is unsaved; asked when it is about to be left. */
  unsaved: boolean | (() => boolean)
  /** Where it is being sent, or saves itself: resolves once that has been tried. */
  settle?: Work['settle']
  children: ReactNode
}

/** A part of the page with work of its own, such as an editor that is no `Form`: `CancelButton` in it asks about that. */
export function UnsavedPart({ unsaved, settle, children }: UnsavedPartProps) {
  const { group } = useWorkGroup()
  return (
    <GroupContext value={group}>
      <OwnWork unsaved={unsaved} settle={settle} />
      {children}
    </GroupContext>
  )
}

/** The work of the part itself, beside that of the parts in it. */
export function OwnWork({ unsaved, settle }: Omit<UnsavedPartProps, 'children'>) {
  useUnsaved(unsaved, settle)
  return null
}
