import type { ApolloClient } from '@apollo/client'
import { createUploadEngine, type UploadEngine } from './engine.ts'
import { createFindTaken } from './findTaken.ts'
import { createHashing } from './hashing.ts'
import { createHttpPort } from './httpPort.ts'
import { createMemory, remember } from './memory.ts'
import type { UploadEntry, UploadTarget } from './plan.ts'
import { settleTaken, type Taken, type TakenAnswer } from './taken.ts'
import type { Settle } from './UploadContext.ts'

/* What sends files, and asks before where names are taken; loaded with the first upload. */

/** What a person is asked of files whose names are taken. */
export interface TakenQuestion {
  readonly taken: Taken
  /** Null where they would rather not upload. */
  readonly answer: (answer: TakenAnswer | null) => void
}

/** Asks by `show` what becomes of files whose names are taken; shows nothing once that is answered. */
export const settle = (
  client: ApolloClient,
  target: UploadTarget,
  entries: readonly UploadEntry[],
  show: (question: TakenQuestion | undefined) => void,
): ReturnType<Settle> =>
  settleTaken(target, entries, {
    find: createFindTaken(client),
    ask: (taken) =>
      new Promise((resolve) => {
        const answer = (given: TakenAnswer | null) => {
          show(undefined)
          resolve(given)
        }
        show({ taken, answer })
      }),
  })

/** Ms between tries while there is no network; browsers don't always notice that it is back. */
const RESUME_AFTER = [5000, 10_000, 20_000, 40_000, ...Array<number>(30).fill(60_000)]

/** The engine of a page, with what the page before left of this person's uploads (INDEX-11). */
export function openUploads(
  client: ApolloClient,
  { maxBytes, viewerId, isDirect }: { maxBytes: number; viewerId: string; isDirect: boolean },
): UploadEngine {
  const engine = createUploadEngine({
    port: createHttpPort({
      mutate: (mutation, variables) => client.mutate({ mutation, variables, fetchPolicy: 'no-cache' }),
      hash: isDirect ? createHashing() : undefined,
    }),
    maxBytes,
    resumeAfter: RESUME_AFTER,
  })
  remember(
    engine,
    createMemory(viewerId, () => sessionStorage),
  )
  return engine
}
