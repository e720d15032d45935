import { type RefObject, useState } from 'react'
import { set, type UseFormReturn } from 'react-hook-form'
import type { OpenConflict, Side } from './ConflictPanel.tsx'
import { compare } from './compare.ts'
import { type ProjectValues, type SavedForm, valuesOf } from './values.ts'

type Path = Parameters<UseFormReturn<ProjectValues>['setValue']>[0]

/** What somebody else saved while the form was filled in, and what comes of it in the form. */
export function useConflict(form: UseFormReturn<ProjectValues>, base: RefObject<ProjectValues>) {
  const [conflict, setConflict] = useState<OpenConflict>()
  const put = (path: string, value: unknown) =>
    form.setValue(path as Path, value as never, { shouldDirty: true, shouldValidate: true })

  /** Takes over what only the other person changed, and leaves the rest to be chosen. */
  const meet = (newer: SavedForm) => {
    const mine = form.getValues()
    const theirs = valuesOf(newer)
    const { conflicts, takenOver } = compare(base.current, mine, theirs)
    const merged = structuredClone(mine)
    for (const { path, after } of takenOver) set(merged, path, after)
    base.current = theirs
    // What this person has and the newer state hasn't is unsaved.
    form.reset(theirs)
    for (const [path, value] of Object.entries(merged)) put(path, value)
    setConflict({
      by: newer.savedBy?.fullName ?? 'Somebody',
      at: newer.savedAt,
      conflicts,
      takenOver,
      choices: new Map(),
    })
  }
  const choose = (paths: readonly string[], side: Side) => {
    for (const { path, mine, theirs } of conflict?.conflicts ?? []) {
      if (paths.includes(path)) put(path, side === 'mine' ? mine : theirs)
    }
    setConflict(
      (now) =>
        now && { ...now, choices: new Map([...now.choices, ...paths.map((path) => [path, side] as const)]) },
    )
  }
  const isOpen = conflict !== undefined && conflict.choices.size < conflict.conflicts.length
  return { conflict, meet, choose, isOpen }
}
