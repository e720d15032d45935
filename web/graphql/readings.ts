import { ApolloLink } from '@apollo/client'
import { defer, finalize, mergeMap, type Observable, of, tap } from 'rxjs'

/** Context of a mutation that changes nothing which is read, such as a dry run or a download: no reading is repeated for it. */
export const CHANGES_NOTHING = { changesNothing: true }

/** Times that a reading is repeated because of changes: while changes never end, its answer must come all the same. */
const MAX_REPEATED = 3

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
 * Nothing that shows goes back to how it was:
 * - an answer to a reading that began before a change and comes after it may not know of the change, and is read again;
 * - where the same is read several times at the same time, an answer to an older reading that comes late says what the newer
 *   one said.
 */
export function readingsLink(): ApolloLink {
  const known = new Map<string, Readings>()
  /** Changes that have ended, well or not: what failed to answer may have been done. */
  let changes = 0

  const change = (answers: Observable<ApolloLink.Result>) => {
    const ended = () => {
      changes += 1
    }
    return answers.pipe(tap({ next: ended, error: ended }))
  }
  const read = (
    begin: () => Observable<ApolloLink.Result>,
    readings: Readings,
    repeats: number,
  ): Observable<ApolloLink.Result> =>
    defer(() => {
      const seen = changes
      readings.begun += 1
      const reading = readings.begun
      return begin().pipe(
        mergeMap((result) => {
          if (seen !== changes && repeats > 0) return read(begin, readings, repeats - 1)
          if (readings.newest && readings.newest.reading > reading) return of(readings.newest.result)
          readings.newest = { reading, result }
          return of(result)
        }),
      )
    })

  return new ApolloLink((operation, forward) => {
    if (operation.operationType === 'mutation' && !operation.getContext().changesNothing) {
      return change(forward(operation))
    }
    if (operation.operationType !== 'query') return forward(operation)
    const key = JSON.stringify([operation.operationName, operation.variables])
    const readings = known.get(key) ?? { begun: 0, open: 0, newest: null }
    known.set(key, readings)
    readings.open += 1
    return read(() => forward(operation), readings, MAX_REPEATED).pipe(
      finalize(() => {
        readings.open -= 1
        if (readings.open === 0) known.delete(key)
      }),
    )
  })
}
