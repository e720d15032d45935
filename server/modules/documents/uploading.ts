import type { Actor } from '../../access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AnnouncedPart, DirectPart, DirectTransfers } from '../../platform/storage/index.ts'
import { removeAll } from './changes/remove.ts'
import type { DocumentNode } from './core/nodes.ts'
import { stageVersions } from './staging/stageVersions.ts'
import { type Arrivals, createArrivals } from './uploads/arrivals.ts'
import { type ConfirmedUploads, confirmUploads } from './uploads/confirm.ts'
import { presignParts, type UploadAddress, uploadAddressOf } from './uploads/direct.ts'
import { type AnnouncedFile, announceUploads, sweepUploads } from './uploads/uploads.ts'

/** The external dependencies of uploads: signed addresses and the size of stored bytes. */
export interface UploadsDependencies {
  db: Database
  /** Bytes under a key, safe from a power cut by then; null for none. */
  storedSize: (key: string) => Promise<number | null>
  /** Where browsers may reach the store itself (STORE-21). */
  direct?: DirectTransfers | undefined
  /** The address for the PUT of one announced file by one person (transport.md 4). */
  uploadAddress: (upload: { version: string; personId: string; size: number }) => string
  /** Bytes of the largest upload (UPL-41). */
  maxUploadBytes: number
  /** Called when the arrival of bytes could not be recorded; it is tried again. */
  onError: (error: unknown) => void
}

/** Files on their way into a tree. */
export interface DocumentUploads {
  announce(
    actor: Actor,
    treeId: string,
    files: readonly AnnouncedFile[],
  ): Promise<({ file: DocumentNode; version: string } & UploadAddress)[]>
  /** @throws as presignParts */
  presignParts(
    actor: Actor,
    input: { treeId: string; version: string; parts: readonly AnnouncedPart[] },
  ): Promise<DirectPart[]>
  confirm(
    actor: Actor,
    input: {
      treeId: string
      uploads: readonly { version: string; documentId: string }[]
      at?: Date
      /** For editors alone, until a publication (STAGE-03). */
      staged?: boolean
    },
  ): Promise<ConfirmedUploads>
  /** For the PUT and GET handlers; see arrivals.ts and downloads.ts. */
  arrivals: Arrivals
  /** Deletes uploads announced before that moment; returns the keys whose bytes may be removed (UPL-38). */
  sweep(before: Date): Promise<string[]>
}

export function createUploading(deps: UploadsDependencies): DocumentUploads {
  const { db } = deps
  const arrivals = createArrivals(db, deps.onError)
  return {
    arrivals,
    announce: async (actor, treeId, files) => {
      const { personId } = actor
      const uploads = await announceUploads(db, actor, { treeId, files, maxBytes: deps.maxUploadBytes })
      // Of one that goes on, the database knows whether it has been received since.
      arrivals.expect(
        uploads.flatMap(({ version, size, isNew }) => (isNew ? [{ version, personId, size }] : [])),
      )
      return Promise.all(
        uploads.map(async ({ file, version, size, sha256 }) => ({
          file,
          version,
          ...(await uploadAddressOf(
            deps.direct,
            { version, size, sha256 },
            deps.uploadAddress({ version, personId, size }),
          )),
        })),
      )
    },
    presignParts: (actor, input) => presignParts(db, deps.direct, actor, input),
    confirm: (actor, { staged = false, ...input }) =>
      confirmUploads(db, actor, {
        ...input,
        staged,
        drop: removeAll,
        stageVersions,
        arrivals,
        storedSize: deps.storedSize,
        direct: deps.direct,
      }),
    sweep: async (before) => {
      const versions = await sweepUploads(db, before)
      arrivals.forget(versions)
      return versions
    },
  }
}
