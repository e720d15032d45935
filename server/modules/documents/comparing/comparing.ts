import { LRUCache } from 'lru-cache'
import type { Actor } from '../../../access/actor.ts'
import { badInput, busy, conflict, DomainError, rateLimited } from '../../../access/errors.ts'
import {
  type Comparer,
  type Comparison,
  type Difference,
  isCompared,
} from '../../../platform/comparing/index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type FairQueue, QueueBusy } from '../../../platform/pages/index.ts'
import { sameWork } from '../../../platform/sameWork.ts'
import { type Storage, wholeFile } from '../../../platform/storage/index.ts'
import { accessesOf } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import { countSearch } from '../pages/openings.ts'
import { isGivenWords } from '../policy.ts'
import { type DocumentVersions, opened, type Version } from '../versions/versions.ts'
import { refusalOf } from './refusals.ts'

/** Characters of comparisons that a process keeps, for their further pages. */
const KEPT_TEXT = 16_000_000
const ROW_TEXT = 100

export interface VersionComparing {
  /**
   * How the later of two versions differs from the earlier one (NEW-08).
   * @throws NOT_FOUND for a version that the actor doesn't see, BAD_USER_INPUT for those of two documents, CONFLICT for a
   * withdrawn one and in a sentence why they can't be compared, FORBIDDEN where the words aren't given, RATE_LIMITED
   */
  difference(actor: Actor, input: { versionId: string; withVersionId: string }): Promise<Difference>
}

export interface ComparingDependencies {
  db: Database
  storage: Pick<Storage, 'read'>
  versions: Pick<DocumentVersions, 'byId'>
  comparer: Pick<Comparer, 'compare'>
  /** In turns of persons, so that nobody's comparisons hold up all others. */
  queue: FairQueue
}

interface Pair {
  older: Version
  newer: Version
}

/**
 * Compares versions by what stands in their files. What is kept for the search is not asked: it is there of current
 * versions alone, and words that OCR has read would differ from those of a file that it hasn't.
 */
export function createVersionComparing(deps: ComparingDependencies): VersionComparing {
  const { db, storage, versions, comparer, queue } = deps
  const comparing = sameWork<Comparison>()
  const kept = new LRUCache<string, Difference>({
    maxSize: KEPT_TEXT,
    sizeCalculation: ({ rows }) =>
      rows.reduce(
        (sum, { removed, added }) => sum + ROW_TEXT + (removed?.length ?? 0) + (added?.length ?? 0),
        1,
      ),
  })

  const allowed = async (
    actor: Actor,
    input: { versionId: string; withVersionId: string },
  ): Promise<Pair> => {
    const one = await versions.byId(actor, input.versionId)
    const other = await versions.byId(actor, input.withVersionId)
    if (one.document.id !== other.document.id) {
      throw badInput('Please choose two versions of the same document.')
    }
    if (one.id === other.id) throw badInput('Please choose two different versions.')
    const [access = PASSING] = await accessesOf(db, [one.document])
    if (!isGivenWords(access, one.document.tree)) {
      throw new DomainError('FORBIDDEN', 'You may view this document, not compare its words.')
    }
    return one.number < other.number
      ? { older: opened(one), newer: opened(other) }
      : { older: opened(other), newer: opened(one) }
  }

  const compare = async ({ personId }: Actor, { older, newer }: Pair): Promise<Difference> => {
    const { extension } = newer.document
    if (!isCompared(extension)) throw conflict('Files of this kind can’t be compared.')
    const seconds = await countSearch(db, personId)
    if (seconds !== null) {
      throw rateLimited(seconds, `You are comparing very often. Please wait ${seconds} seconds.`)
    }
    const file = ({ id, size }: Version) => wholeFile(storage, id, size)
    try {
      const compared = await comparing(`${older.id} ${newer.id}`, () =>
        queue.run(personId, () => comparer.compare(extension, { older: file(older), newer: file(newer) })),
      )
      if ('refused' in compared) throw conflict(refusalOf(compared, { older, newer }))
      return compared
    } catch (error) {
      if (!(error instanceof QueueBusy)) throw error
      throw busy('Other versions are being compared. Please try again in a moment.')
    }
  }

  return {
    difference: async (actor, input) => {
      const pair = await allowed(actor, input)
      const key = `${pair.older.id} ${pair.newer.id}`
      const known = kept.get(key)
      if (known) return known
      const found = await compare(actor, pair)
      kept.set(key, found)
      // To compare takes a while, in which the level may have fallen (VIEW-27).
      await allowed(actor, input)
      return found
    },
  }
}
