import { ApolloLink } from '@apollo/client'
import { Observable } from 'rxjs'
import { hasNotHappened } from './errors.ts'

/** Milliseconds for which a call that the server could not do is repeated, and between two tries. */
const REPEAT_MS = 30_000
const PAUSE_MS = 2000

/**
 * Repeats readings, and changes of which nothing happened, while the server has no database (SCALE-15): it is back within
 * seconds, and nobody has to press anything again.
 */
export const repeatingLink = (): ApolloLink =>
  new ApolloLink(
    (operation, forward) =>
      new Observable((observer) => {
        const until = Date.now() + REPEAT_MS
        let stop = () => {}
        const attempt = () => {
          const trying = forward(operation).subscribe({
            next: (result) => observer.next(result),
            complete: () => observer.complete(),
            error: (error) => {
              if (Date.now() >= until || !hasNotHappened(error, operation.operationType))
                observer.error(error)
              else {
                const pause = setTimeout(attempt, PAUSE_MS)
                stop = () => clearTimeout(pause)
              }
            },
          })
          stop = () => trying.unsubscribe()
        }
        attempt()
        return () => stop()
      }),
  )
