import { setImmediate } from 'node:timers/promises'
import { afterAll } from 'vitest'

// Runs before each file of tests. A busy machine may let a promise fail before the test comes to its expectation of it:
// Vitest fails the whole run for that, though nothing is lost. Here a failure counts that nobody has handled when the
// file is through, and it is the file's.

const unhandled = new Map<Promise<unknown>, unknown>()
const keep = (error: unknown, promise: Promise<unknown>) => void unhandled.set(promise, error)
const drop = (promise: Promise<unknown>) => void unhandled.delete(promise)
process.on('unhandledRejection', keep)
process.on('rejectionHandled', drop)

afterAll(async () => {
  // Node says in the next turn what was handled in this one.
  await setImmediate()
  // From here to the next file they are Vitest's own again.
  process.off('unhandledRejection', keep)
  process.off('rejectionHandled', drop)
  const errors = [...unhandled.values()]
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} failures were not handled.`)
})
