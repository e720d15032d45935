import { createHash } from 'node:crypto'
import { abortUnder, wholeFile } from '../../platform/storage/index.ts'
import { trueNow } from '../../platform/trueTime.ts'
import type { ArchiveAsked, ArchivesDeps } from './asked.ts'
import { type MakingRun, makeParts } from './making.ts'
import { planArchive } from './plan.ts'
import {
  type ArchivePart,
  archivesWithParts,
  deleteParts,
  deletePlan,
  keyOfPart,
  partById,
  partIds,
  partsOf,
} from './store.ts'

export type { ArchiveAsked, ArchivedCertificate, ArchivedGroup, ArchivesDeps } from './asked.ts'
export { NoRecord, PART_BYTES } from './making.ts'
export { type ArchivePart, keyOfPart } from './store.ts'

/** Closing archives of deal rooms (ARCH): what is in them, and their parts. Who may have them says whoever asks. */
export interface Archives {
  /** Puts down what goes into an archive, once all that was done by now is in the record. */
  plan(asked: ArchiveAsked, signal: AbortSignal): Promise<void>
  /** Makes the parts of a planned archive that are not whole yet. @returns bytes of all, and the hash of the first one */
  make(asked: ArchiveAsked, run: MakingRun): Promise<{ size: number; sha256: Buffer }>
  /** For a loader, in the order of the archives: the parts that are whole. */
  parts(proofIds: readonly string[]): Promise<ArchivePart[][]>
  part(id: string): Promise<(ArchivePart & { proofId: string }) | null>
  /** Whether all parts are in the storage as they were written. */
  isIntact(proofId: string, signal: AbortSignal): Promise<boolean>
  /** Removes all of an archive but what was asked for. */
  drop(proofId: string): Promise<void>
  /** Ids of those that have parts, whole or not. */
  withParts(): Promise<string[]>
}

export function createArchives(deps: ArchivesDeps & { partBytes?: number }): Archives {
  const { db, storage } = deps
  const parts: Archives['parts'] = async (proofIds) => {
    const found = await partsOf(db, proofIds)
    return proofIds.map((id) => found.get(id) ?? [])
  }
  const drop = async (proofId: string): Promise<void> => {
    const ids = await partIds(db, proofId)
    for (const id of ids) await abortUnder(storage, keyOfPart(id))
    await storage.remove(ids.map(keyOfPart))
    await deleteParts(db, ids)
    await deletePlan(db, proofId)
  }
  return {
    plan: async (asked, signal) => {
      await deps.record.covers(new Date(trueNow()), signal)
      await planArchive(deps, asked, signal)
    },
    make: async (asked, run) => {
      await makeParts(deps, asked, run, deps.partBytes)
      await deletePlan(db, asked.proofId)
      const [made = []] = await parts([asked.proofId])
      const [first] = made
      if (!first) throw new Error('An archive has a part.')
      return { size: made.reduce((sum, { size }) => sum + size, 0), sha256: first.sha256 }
    },
    parts,
    part: (id) => partById(db, id),
    isIntact: async (proofId, signal) => {
      const [made = []] = await parts([proofId])
      for (const { id, size, sha256 } of made) {
        const hash = createHash('sha256')
        await wholeFile(storage, keyOfPart(id), size).source(async (chunk) => {
          signal.throwIfAborted()
          hash.update(chunk)
        })
        if (!hash.digest().equals(sha256)) return false
      }
      return made.length > 0
    },
    drop,
    withParts: () => archivesWithParts(db),
  }
}
