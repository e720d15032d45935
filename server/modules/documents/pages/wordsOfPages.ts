import { MAX_PLACED_TEXT, MIN_PLACED_TEXT } from '../../../../shared/pageText.ts'
import { busy, rateLimited } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  type FairQueue,
  type PageDrawer,
  type PagedFile,
  type PagePlace,
  QueueBusy,
} from '../../../platform/pages/index.ts'
import { countSearch } from './openings.ts'

/** Places of one text that are answered. */
export const MAX_PLACES = 500

/** Places of a text, in order of page. */
export interface FoundPlaces {
  places: readonly PagePlace[]
  /** Whether there are more than are answered. */
  more: boolean
}

const NOWHERE: FoundPlaces = { places: [], more: false }

/** Finds what a file's pages are drawn from; null for one without pages. */
type FindFile = () => Promise<PagedFile | null>

interface Searched {
  db: Database
  drawer: Pick<PageDrawer, 'places'>
  queue: FairQueue
}

/**
 * Where a text stands in a file's pages, without the words around it.
 * @throws RATE_LIMITED for whoever searches too much, and where too many pages wait
 */
export async function placesOf(
  { db, drawer, queue }: Searched,
  personId: string,
  find: FindFile | null,
  typed: string,
): Promise<FoundPlaces> {
  const text = typed.trim()
  const length = [...text].length
  if (!find || length < MIN_PLACED_TEXT || length > MAX_PLACED_TEXT) return NOWHERE
  const seconds = await countSearch(db, personId)
  if (seconds !== null) {
    throw rateLimited(seconds, `You are searching very often. Please wait ${seconds} seconds.`)
  }
  const places = await inTurn(queue, { find, personId }, (file) =>
    drawer.places(file, { text, most: MAX_PLACES + 1 }),
  )
  return { places: places.slice(0, MAX_PLACES), more: places.length > MAX_PLACES }
}

/** Pages whose words are read together. */
const BLOCK = 20

/** The words of a file's pages, each block of them read once. @returns what reads those of a page, from 1 */
export function wordsOf(
  { drawer, queue }: { drawer: Pick<PageDrawer, 'words'>; queue: FairQueue },
  personId: string,
  find: FindFile,
): (number: number) => Promise<string> {
  const blocks = new Map<number, Promise<readonly string[]>>()
  return async (number) => {
    const at = Math.floor((number - 1) / BLOCK)
    const block =
      blocks.get(at) ??
      inTurn(queue, { find, personId }, (file) =>
        drawer.words(file, { from: at * BLOCK + 1, to: (at + 1) * BLOCK }),
      )
    blocks.set(at, block)
    return (await block)[(number - 1) % BLOCK] ?? ''
  }
}

/** Reads what pages are drawn from, in its person's turn; nothing of a file without pages. @throws RATE_LIMITED */
async function inTurn<Found>(
  queue: FairQueue,
  { find, personId }: { find: FindFile; personId: string },
  read: (file: PagedFile) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  try {
    const file = await find()
    return file ? await queue.run(personId, () => read(file)) : []
  } catch (error) {
    if (error instanceof QueueBusy) throw busy('Many pages are being drawn. Please try again in a moment.')
    throw error
  }
}
