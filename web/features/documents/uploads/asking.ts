import { pause } from '../place/pause.ts'
import { TransferFailure, UploadRefusal } from './port.ts'
import { reasons } from './reasons.ts'

/** Times that one call is repeated when the server says when to come back. */
const MAX_WAITS = 5

/** The words for an item that this error ended. */
export const reasonOf = (error: unknown): string =>
  error instanceof UploadRefusal || error instanceof TransferFailure ? error.message : reasons.connectionLost

/**
 * Calls the server, and calls again after the pause that it asks for where the person's rate of calls is used
 * up: many small files reach it, and failing them would only make the person press Retry.
 */
export async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call()
    } catch (error) {
      const seconds = error instanceof UploadRefusal ? error.retryAfter : null
      if (seconds === null || waits === MAX_WAITS) throw error
      await pause(seconds * 1000, signal)
      if (signal.aborted) throw error
    }
  }
}

/** The items that a refusal names by input paths such as `files.3.name`, with the text for each. */
function namedItems<Item>(items: readonly Item[], error: unknown): Map<Item, string> {
  const named = new Map<Item, string>()
  if (!(error instanceof UploadRefusal)) return named
  for (const [path, text] of Object.entries(error.fields)) {
    const index = /(?:^|\.)(?:files|folderPaths)\.(\d+)(?:\.|$)/.exec(path)?.[1]
    const item = index === undefined ? undefined : items[Number(index)]
    if (item !== undefined && !named.has(item)) named.set(item, text)
  }
  return named
}

interface ListCall<Item, Answer> {
  /** Which of the items may be asked for; called before each request, as a refusal can take others along. */
  readonly choose: (items: readonly Item[]) => Item[]
  readonly ask: (items: readonly Item[]) => Promise<readonly Answer[]>
  readonly fail: (item: Item, reason: string) => void
  readonly signal: AbortSignal
}

/**
 * Asks the server for a list of items, answered in the order asked. It refuses a request as a whole; where it
 * names the items it refuses, they fail with its text and the rest is asked for again. Where it names none,
 * or no answer comes, all fail.
 */
export async function askForAll<Item, Answer>(
  wanted: readonly Item[],
  { choose, ask, fail, signal }: ListCall<Item, Answer>,
): Promise<[Item, Answer | undefined][]> {
  let items = choose(wanted)
  while (items.length > 0 && !signal.aborted) {
    const asked = items
    try {
      const answers = await patiently(() => ask(asked), signal)
      return asked.map((item, index) => [item, answers[index]])
    } catch (error) {
      const named = namedItems(asked, error)
      for (const item of asked) {
        if (named.size === 0) fail(item, reasonOf(error))
        else if (named.has(item)) fail(item, named.get(item) ?? reasonOf(error))
      }
      items = named.size === 0 ? [] : choose(asked.filter((item) => !named.has(item)))
    }
  }
  return []
}
