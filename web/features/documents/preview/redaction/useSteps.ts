import { useRef } from 'react'

/** Steps that can be taken back. */
const MAX_STEPS = 200

/** Taking changes of a value back, and making them again. */
export interface Steps<Value> {
  /** To be called with the value before each change. */
  keep(before: Value): void
  undo(now: Value): Value | undefined
  redo(now: Value): Value | undefined
}

export function useSteps<Value>(): Steps<Value> {
  const steps = useRef<{ before: Value[]; after: Value[] }>({ before: [], after: [] })
  return {
    keep: (before) => {
      steps.current = { before: [...steps.current.before, before].slice(-MAX_STEPS), after: [] }
    },
    undo: (now) => {
      const last = steps.current.before.pop()
      if (last !== undefined) steps.current.after.push(now)
      return last
    },
    redo: (now) => {
      const next = steps.current.after.pop()
      if (next !== undefined) steps.current.before.push(now)
      return next
    },
  }
}
