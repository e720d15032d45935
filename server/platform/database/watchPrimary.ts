import { StandbyError } from './away.ts'
import type { Primary } from './primary.ts'

/** Milliseconds between two looks at whether the database answers. */
const LOOK_MS = 1000
/** Milliseconds between two looks at the other hosts: for so long a former primary may be read and written beside a new one. */
const OTHERS_MS = 2000
/** Milliseconds of silence after which connections are cut: what waits on them would wait for as long as the network does. */
const SILENT_MS = 7000

/**
 * Watches the host that takes writes, so that nobody waits on connections to one that is gone without a word, has become
 * a standby, or is a former primary beside a new one (SCALE-12).
 * @param ping answers when the database does, and fails within seconds
 * @param say says once that it is away, and that it is back
 * @returns ends it
 */
export function watchPrimary(
  primary: Primary,
  ping: () => Promise<void>,
  say: (sentence: string) => void,
): () => void {
  let answeredAt = performance.now()
  let othersAt = answeredAt
  let isAway = false
  let ended = false
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    const now = performance.now()
    try {
      await ping()
      if (isAway) say('The database answers again.')
      isAway = false
      answeredAt = performance.now()
      if (primary.hasOthers && now - othersAt >= OTHERS_MS) {
        othersAt = now
        await primary.lookAtOthers()
      }
    } catch (error) {
      if (!isAway) say(`The database does not answer: ${error instanceof Error ? error.message : error}`)
      isAway = true
      if (primary.hasOthers && (await primary.lookAgain())) answeredAt = performance.now()
      const takesNone = error instanceof StandbyError
      if (takesNone || performance.now() - answeredAt >= SILENT_MS) {
        primary.cut(takesNone ? 'it takes no writes' : 'the database does not answer')
        answeredAt = performance.now()
      }
    }
  }
  const next = () => {
    timer = setTimeout(() => {
      void look().then(() => {
        if (!ended) next()
      })
    }, LOOK_MS)
    timer.unref()
  }
  next()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
