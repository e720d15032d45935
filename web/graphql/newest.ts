import { ApolloLink } from '@apollo/client'
import { finalize, map } from 'rxjs'

/** The readings of one thing that are under way. */
interface Readings {
  /** How many were begun. */
  begun: number
  /** How many have not ended. */
  open: number
  /** The answer to the one that was begun last, of those that have one. */
  newest: { readonly reading: number; readonly result: ApolloLink.Result } | null
}

/**
 * Where the same is read several times at once, an answer to an older reading that comes late says what the newer one
 * said: nothing that shows goes back to how it was.
 */
export function newestLink(): ApolloLink {
  const known = new Map<string, Readings>()
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== 'query') return forward(operation)
    const key = JSON.stringify([operation.operationName, operation.variables])
    const readings = known.get(key) ?? { begun: 0, open: 0, newest: null }
    known.set(key, readings)
    readings.begun += 1
    readings.open += 1
    const reading = readings.begun
    return forward(operation).pipe(
      map((result) => {
        if (readings.newest && readings.newest.reading > reading) return readings.newest.result
        readings.newest = { reading, result }
        return result
      }),
      finalize(() => {
        readings.open -= 1
        if (readings.open === 0) known.delete(key)
      }),
    )
  })
}
