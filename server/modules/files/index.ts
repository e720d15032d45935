import { Readable } from 'node:stream'
import { HOUR_MS } from '../../../shared/durations.ts'
import { PICTURE_UNREADABLE } from '../../../shared/pictureRules.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, busy } from '../../access/errors.ts'
import type { StoredFile } from '../../contracts/storedFiles.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { type Lock, withLock } from '../../platform/database/withLock.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Signer } from '../../platform/signing.ts'
import {
  type Make,
  type Storage,
  type Stored,
  type WholeFile,
  wholeFile,
} from '../../platform/storage/index.ts'
import type { PictureMaker, PictureResult } from '../../platform/thumbnails/index.ts'
import { filesInUse, mayReadFile } from './hooks.ts'
import { checkUploaded, type StoredFileKind } from './kinds.ts'
import type { Pictures } from './pictures.ts'
import { deleteFiles, fileById, fileNames, filesAfter, insertFile, setContent } from './store.ts'

export { type FileOwner, filesInUse, type OwnedFile, ownsFiles } from './hooks.ts'
export {
  checkUploaded,
  definePicture,
  defineStoredFile,
  type PictureKind,
  type StoredFileKind,
} from './kinds.ts'
export { pictureOf, type ShownIn, shownIn } from './pictures.ts'

/** A file to keep. */
export interface NewFile {
  /** What it belongs to. */
  ownerId: string
  /** Its extension decides on the type under which it is served. */
  name: string
  /** As they are, as a stream of so many, or what makes about as many as it comes. */
  bytes: Buffer | { size: number; stream(): Readable } | { about: number; make: Make }
}

export interface FilesDeps {
  db: Database
  storage: Pick<Storage, 'put' | 'head' | 'remove' | 'read'>
  signer: Pick<Signer, 'ownFileUrl' | 'verifyOwnFile'>
  hooks: Hooks
  maker: Pick<PictureMaker, 'make'>
}

/** Files that belong to something of the product other than a tree. */
export interface Files extends Pictures {
  /**
   * Keeps a file. Callers have asked the policy, and looked at what the bytes are.
   * @param attach makes the owner refer to the file, in a transaction; where it fails the file is swept
   * @param lock that `attach` holds, where it counts before it writes
   * @throws StorageFullError, and what `attach` throws; with a lock BusyError
   */
  keep<T>(
    kind: StoredFileKind,
    file: NewFile,
    attach: (tx: Tx, fileId: string, stored: Pick<Stored, 'size' | 'sha256'>) => Promise<T>,
    lock?: Lock,
  ): Promise<T>
  /** The file of an address for whom it was given to, while they may read it; null for everybody else. */
  find(actor: Actor, fileId: string, signature: string): Promise<StoredFile | null>
  /** A file of its owner, who answers for whom it is given to; null for an unknown id. */
  stored(fileId: string): Promise<StoredFile | null>
  /** Names of files of their owner, who answers for whom they are given to, by id. */
  names(fileIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The bytes of a file, for jobs of its owner; null for an unknown one. */
  source(fileId: string): Promise<WholeFile | null>
  /** Removes files that nothing refers to any more. @returns how many */
  sweep(db: Connection, before?: Date): Promise<number>
}

/** Files that are looked up at a time. */
const BATCH = 500
/** Milliseconds in which what is kept must have got its owner. */
const ATTACHED_WITHIN_MS = HOUR_MS
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const keyOf = (fileId: string): string => `file-${fileId}`

export function createFiles({ db, storage, signer, hooks, maker }: FilesDeps): Files {
  /** Bytes go before the row (decision 8): what is left after a crash is found by its row. */
  const remove = async (on: Connection, ids: readonly string[]): Promise<void> => {
    await storage.remove(ids.map(keyOf))
    await deleteFiles(on, ids)
  }
  /** Those that nothing refers to. Of a kind that no module owns nothing is known, and nothing removed. */
  const unusedAmong = async (on: Connection, rows: readonly { id: string; kind: string }[]) => {
    const unused: string[] = []
    for (const kind of new Set(rows.map((row) => row.kind))) {
      const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
      const answers = (await hooks.ask(filesInUse, on, { kind, ids })).filter((answer) => answer !== null)
      if (answers.length === 0) continue
      const used = new Set(answers.flat())
      unused.push(...ids.filter((id) => !used.has(id)))
    }
    return unused
  }

  const keep: Files['keep'] = async (kind, { ownerId, name, bytes }, attach, lock) => {
    const id = newId()
    const [source, size] = sourceOf(bytes)
    // How many they are is known at their end.
    const known = typeof size === 'number' ? size : 1
    await insertFile(db, { id, kind: kind.name, ownerId, name, size: known })
    // From here on everything stays for the sweep: an error may come after the COMMIT, where the connection broke, and the
    // owner refers to the file all the same.
    const stored = await storage.put(keyOf(id), source, { size })
    await storage.head(keyOf(id))
    const attached = async (tx: Tx) => {
      await setContent(tx, id, stored)
      return attach(tx, id, stored)
    }
    return lock ? withLock(db, lock, attached) : db.transaction().execute(attached)
  }

  return {
    keep,

    keepPicture: async (kind, { ownerId, file }, attach) => {
      await checkUploaded(kind, file)
      const made = await maker.make(kind.shape, file.size, async (write) => {
        for await (const chunk of file.stream()) await write(chunk)
      })
      if (made.image === null) throw refusalOf(made)
      return keep(kind, { ownerId, name: `${kind.name}.webp`, bytes: made.image }, attach)
    },

    address: (personId, fileId) => signer.ownFileUrl({ fileId, personId }),

    find: async (actor, fileId, signature) => {
      if (!isId(fileId)) return null
      if (!signer.verifyOwnFile({ fileId, personId: actor.personId }, signature)) return null
      const file = await fileById(db, fileId)
      if (!file) return null
      const { kind, id, ownerId } = file
      const answers = await hooks.ask(mayReadFile, db, { kind, file: { id, ownerId }, actor })
      if (!answers.some((answer) => answer === true)) return null
      return { ...file, key: keyOf(id), logged: false }
    },

    stored: async (fileId) => {
      const file = await fileById(db, fileId)
      return file && { ...file, key: keyOf(file.id), logged: false }
    },

    names: async (fileIds) =>
      new Map((await fileNames(db, fileIds)).map(({ id, name }) => [id, name] as const)),
    source: async (fileId) => {
      const file = await fileById(db, fileId)
      return file && wholeFile(storage, keyOf(fileId), file.size)
    },

    sweep: async (on, before = new Date(Date.now() - ATTACHED_WITHIN_MS)) => {
      let removed = 0
      let after: string | undefined = FIRST_ID
      while (after !== undefined) {
        const rows = await filesAfter(on, { after, before, limit: BATCH })
        const unused = await unusedAmong(on, rows)
        if (unused.length > 0) await remove(on, unused)
        removed += unused.length
        after = rows.at(-1)?.id
      }
      return removed
    },
  }
}

const sourceOf = (bytes: NewFile['bytes']): [Readable | Make, number | { about: number }] => {
  if (Buffer.isBuffer(bytes)) return [Readable.from([bytes]), bytes.length]
  return 'make' in bytes ? [bytes.make, { about: bytes.about }] : [bytes.stream(), bytes.size]
}

function refusalOf({ reason }: Extract<PictureResult, { image: null }>): Error {
  if (reason === 'BUSY') return busy('Too many pictures are being uploaded. Please try again in a moment.')
  return badInput(PICTURE_UNREADABLE, { file: PICTURE_UNREADABLE })
}
