import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useLatest } from '../../text/useLatest.ts'
import { useFailures } from '../problem.ts'
import { DraftsContext } from './AutosaveScope.tsx'
import { type AutosaveState, Draft, type SaveOutcome } from './draft.ts'

interface AutosaveOptions<Value> {
  /** What is edited, once in its scope: 'answer:7'. Closed and opened again, it has what could not be saved. */
  key: string
  /** The value as the server has it, with its revision. */
  value: Value
  revision: number
  /** Sends a value with the revision that it was made from; what it throws is a failure, and logged. */
  save: (value: Value, revision: number) => Promise<SaveOutcome<Value>>
  /** Pause in ms after the last change before it is sent; 800 by default. */
  delay?: number
  /** Sent each `delay` while one types, rather than after a pause. */
  throttled?: boolean
  /** Whether two values say the same; `Object.is` by default. */
  isEqual?: (one: Value, other: Value) => boolean
}

export interface Autosave<Value> {
  /** What the field shows. */
  value: Value
  edit: (value: Value) => void
  state: AutosaveState<Value>
  /** Sends what is unsaved immediately, such as on leaving the field; whether nothing is any more. */
  flush: () => Promise<boolean>
  /** After a failure. */
  retry: () => void
  /** Of a conflict: saves this value over the other person's. */
  keepMine: () => void
  /** Of a conflict: gives this value up for the other person's. */
  takeTheirs: () => void
}

/**
 * A value that saves itself while one edits it: changes are coalesced, an older one never covers a newer one, two people
 * never overwrite each other silently, and nothing typed is lost. Stands in an `AutosaveScope`.
 */
export function useAutosave<Value>(options: AutosaveOptions<Value>): Autosave<Value> {
  const { key, value, revision, delay = 800, throttled = false, isEqual = Object.is } = options
  const drafts = useContext(DraftsContext)
  if (drafts === null) throw new Error('useAutosave stands outside AutosaveScope')
  const failures = useFailures()
  const make = () => {
    const kept = drafts.get(key)
    return kept instanceof Draft
      ? { key, draft: kept as Draft<Value> }
      : { key, draft: new Draft<Value>({ base: { value, revision }, delay, throttled, isEqual }) }
  }
  const [held, setHeld] = useState(make)
  const own = held.key === key ? held : make()
  if (own !== held) setHeld(own)
  const { draft } = own

  const latest = useLatest(options.save)
  useEffect(() => {
    draft.save = async (sent, of) => {
      try {
        return await latest.current(sent, of)
      } catch (error) {
        failures.log(error)
        return { kind: 'failed', message: failures.problemOf(error).message ?? '' }
      }
    }
    return drafts.enter(key, draft)
  }, [drafts, key, draft, failures])
  useEffect(() => draft.receive({ value, revision }), [draft, value, revision])

  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return {
    value: draft.value,
    edit: (next) => draft.edit(next),
    state,
    flush: () => draft.flush(),
    retry: () => void draft.flush(),
    keepMine: () => draft.keepMine(),
    takeTheirs: () => draft.takeTheirs(),
  }
}
