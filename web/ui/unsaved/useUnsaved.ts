import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { join } from './page.ts'
import { UnsavedWork, type Work, WorkGroup } from './work.ts'

/** All that is unsaved in the page. */
export const PAGE = new UnsavedWork()

/** The part of the page in which one stands; null where it is the page. */
export const GroupContext = createContext<WorkGroup | null>(null)

/** Leaves what it belongs to, after the question where something of it is unsaved. */
export type Leave = (then: () => void, stay?: () => void) => void

function useEntered(work: Work): Leave {
  const group = useContext(GroupContext) ?? PAGE
  useEffect(() => {
    join(PAGE)
    return group.enter(work)
  }, [group, work])
  const [leave] = useState((): Leave => (then, stay) => PAGE.leave(work, then, stay))
  return leave
}

/** A part of the page that is closed as one; what is typed in it joins it by `GroupContext`. */
export function useWorkGroup(): { group: WorkGroup; leave: Leave } {
  const [group] = useState(() => new WorkGroup())
  return { group, leave: useEntered(group) }
}

/**
 * Tells the page of typed work that is held outside of a `Form`, so that it isn't lost unasked.
 * @param settle where it is being sent, or saves itself: resolves once that has been tried
 * @returns leaves this work, after the question where it is unsaved
 */
export function useUnsaved(isUnsaved: boolean | (() => boolean), settle?: Work['settle']): Leave {
  const [latest] = useState({ isUnsaved, settle })
  Object.assign(latest, { isUnsaved, settle })
  const [work] = useState(
    (): Work => ({
      isUnsaved: () => (typeof latest.isUnsaved === 'function' ? latest.isUnsaved() : latest.isUnsaved),
      settle: () => latest.settle?.(),
    }),
  )
  return useEntered(work)
}

/** Leaves the part of the page in which one stands, after the question where something of it is unsaved. */
export function useLeave(): Leave {
  const group = useContext(GroupContext) ?? PAGE
  return useCallback((then, stay) => PAGE.leave(group, then, stay), [group])
}
