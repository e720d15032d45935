import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound } from '../../access/errors.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { Signer } from '../../platform/signing.ts'
import { knowsTree } from '../documents/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { startAppender } from './append/appender.ts'
import { appendPending } from './append/appending.ts'
import { type ArchiveSignature, type SignedArchive, signArchive } from './checkpoints/archives.ts'
import { type Checkpoint, checkpointsOf, countCheckpoints, signNow } from './checkpoints/checkpoints.ts'
import { awaitCovered } from './covering.ts'
import { seesRecord } from './policy.ts'
import { type NamedEntry, proveConsistency, proveInclusion } from './proving.ts'
import { appenderLag } from './store.ts'

export { appendPending } from './append/appending.ts'
export { type ArchivedRecord, archivedRecord } from './archived.ts'
export type { Checkpoint } from './checkpoints/checkpoints.ts'
export { verifyRecords } from './verify/allRecords.ts'
export { verifyOrganisation } from './verify/verifying.ts'

/** The record that shows tampering (CHAIN). */
export interface RecordDoor {
  /**
   * Checkpoints of an organisation's record, the newest first.
   * @throws NOT_FOUND for an organisation that the actor is not in, FORBIDDEN without ORG_ADMIN; as all that take an actor
   */
  checkpoints(
    actor: Actor,
    slug: string,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; items: Checkpoint[] }>
  /**
   * Of what was done in a tree, and of versions, for whoever knows the tree whole: a proof has all that the entry says, such as
   * names and hashes (CHAIN-05).
   * @throws NOT_FOUND for an entry that is not in the record up to there, or hidden; BAD_USER_INPUT for no checkpoint's size
   */
  inclusionProof(actor: Actor, slug: string, input: { entryId: string; treeSize: number }): Promise<string>
  /** @throws BAD_USER_INPUT for sizes of no checkpoints, or not in their order */
  consistencyProof(actor: Actor, slug: string, input: { from: number; to: number }): Promise<string>
  /** Appends what is committed and signs a checkpoint of it, for a certificate or an archive; null while there is nothing. */
  sign(organisationId: string): Promise<Checkpoint | null>
  /** Appends what is committed by now, unless another server is doing so. */
  append(): Promise<void>
  /** Seconds for which the oldest row that is no leaf yet has waited; 0 where none waits (CHAIN-07). */
  lag(): Promise<number>
  /**
   * Waits until everything that was done up to the moment is in the record.
   * @throws where the record lags behind for a minute, and the signal's reason
   */
  covers(moment: Date, signal: AbortSignal): Promise<void>
  /** Signs what an archive holds, by the key that signs checkpoints. */
  signArchive(of: SignedArchive): Promise<ArchiveSignature>
  /** Appends as long as the process lives. @returns stops it */
  start(): () => Promise<void>
}

export interface RecordDeps {
  db: Database
  /** For background work. */
  jobsDb: Database
  log: Log
  signer: Signer
  organisations: Organisations
}

/** The kind of opaque ids that histories name their entries by. */
const HISTORY_ENTRY = 'history entry'

export function createRecord({ db, jobsDb, log, signer, organisations }: RecordDeps): RecordDoor {
  /** @throws NOT_FOUND, FORBIDDEN */
  const openTo = async (actor: Actor, slug: string): Promise<string> => {
    const organisation = await organisations.bySlug(actor, slug)
    if (!organisation) throw notFound('Organisation')
    if (!seesRecord(actor, organisation.id)) throw forbidden()
    return organisation.id
  }
  const entryOf = (id: string): NamedEntry | null => {
    if (isId(id)) return { source: 'version', rowId: id }
    const number = signer.numberOfOpaqueId(HISTORY_ENTRY, id)
    return number === null ? null : { source: 'activity', rowId: String(number) }
  }
  const append = async (): Promise<void> => void (await appendPending(jobsDb))
  return {
    checkpoints: async (actor, slug, page) => {
      const id = await openTo(actor, slug)
      return { count: await countCheckpoints(db, id), items: await checkpointsOf(db, id, page) }
    },
    inclusionProof: async (actor, slug, { entryId, treeSize }) =>
      proveInclusion(db, await openTo(actor, slug), {
        entry: entryOf(entryId),
        treeSize,
        isKnown: (treeId) => knowsTree(db, actor, treeId),
      }),
    consistencyProof: async (actor, slug, input) => proveConsistency(db, await openTo(actor, slug), input),
    sign: async (organisationId) => {
      await append()
      return signNow(jobsDb, signer, organisationId)
    },
    append,
    lag: () => appenderLag(db),
    covers: (moment, signal) => awaitCovered({ append, lag: () => appenderLag(db) }, moment, signal),
    signArchive: (of) => signArchive(jobsDb, signer, of),
    start: () => startAppender(jobsDb, log),
  }
}
