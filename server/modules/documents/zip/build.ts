import { createHash } from 'node:crypto'
import { markedPdfName, redactedName } from '../../../../shared/markedPdfs.ts'
import { numberedName } from '../../../../shared/numberedNames.ts'
import type { Actor } from '../../../access/actor.ts'
import { DomainError, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { type Archive, createArchive, type Write } from '../../../platform/archive/index.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { JobRun } from '../../../platform/jobs/index.ts'
import {
  abortUnder,
  type Storage,
  StorageFullError,
  StorageUnavailableError,
  type WholeFile,
} from '../../../platform/storage/index.ts'
import { type DocumentNode, documentsByIds } from '../core/nodes.ts'
import { numbersOf } from '../core/numbers.ts'
import type { Rendition } from '../core/renditions.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { walk } from '../exports/exportsIndex.ts'
import type { MarkedPdfs } from '../pages/markedPdf.ts'
import { REOPEN_MS, reopenedFor } from '../reading/reopened.ts'
import { MAX_FILE_BYTES, openScopeOfZip, type ZipScope } from './content.ts'
import { MANIFEST, MANIFEST_HEAD, manifestRow } from './manifest.ts'
import { type Entry, type ZipPaths, zipPaths } from './paths.ts'
import {
  deleteFiles,
  holderOf,
  insertFiles,
  manifestLines,
  type Permitted,
  permittedNow,
  removeRevoked,
  updateRun,
  type ZipFile,
  type ZipRun,
} from './store.ts'

export type ZipStorage = Pick<Storage, 'read' | 'put' | 'head' | 'remove' | 'unfinished' | 'abort' | 'direct'>

export interface BuildDependencies {
  db: Database
  storage: ZipStorage
  /** A file as its person's marked PDF. */
  markedPdf: MarkedPdfs['forZip']
  /** The bytes of a redacted rendition; null for an unknown one. */
  rendition: (fileId: string) => Promise<WholeFile | null>
  /** Called for stored files that can't be read; the zip is made without them. */
  onUnreadable: (error: unknown, versionId: string) => void
}

/** Documents that are checked per query. */
const BATCH = 100
/** Milliseconds between two checks whether the zip was cancelled; progress is written with them. */
const TICK_MS = 500
/** Bytes that an entry takes beside its content, roughly; only for the space that is reserved. */
const OVERHEAD = 400
const MANIFEST_PAGE = 1000
/** How often a zip is restarted because a file in it was closed to its person. */
const MAX_RESTARTS = 3

const TOO_LARGE = 'Larger than 512MB. Please download it directly.'
const UNREADABLE = 'The stored file could not be read.'

/** The run was cancelled, or another process has taken it over. */
export class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}

class HoldsRevokedEntry extends Error {
  override name = 'HoldsRevokedEntry'
}

/** One sentence for an error that a retry can't fix; null for everything else. */
export function failureOf(error: unknown): string | null {
  if (error instanceof StorageFullError) {
    return 'There is not enough space on the server for the zip. Please contact your administrator.'
  }
  return error instanceof DomainError ? 'You no longer have access to these documents.' : null
}

/**
 * Builds the zip of a run into the storage, under the zip's id. What the person may read is asked again for each
 * hundred files and at least each second; a zip with a file that has been closed to them since is restarted.
 * @throws RunSuperseded; DomainError where the tree or all of the documents are lost; StorageFullError
 */
export async function buildZip(
  deps: BuildDependencies,
  run: ZipRun,
  job: JobRun,
): Promise<{ size: number; sha256: Buffer }> {
  const { zip } = run
  for (let restarts = 0; ; restarts += 1) {
    await abortUnder(deps.storage, zip.id)
    await deleteFiles(deps.db, zip.id)
    const scope = await openScope(deps.db, run)
    try {
      const { size, sha256 } = await deps.storage.put(zip.id, (write) => fill(deps, run, job, scope, write), {
        size: { about: zip.bytes + zip.fileCount * OVERHEAD },
      })
      await deps.storage.head(zip.id)
      return { size, sha256 }
    } catch (error) {
      if (!(error instanceof HoldsRevokedEntry) || restarts === MAX_RESTARTS) throw error
    }
  }
}

const openScope = (db: Database, { zip }: ZipRun): Promise<ZipScope> =>
  reauthorise(db, holderOf(zip), (actor) => openScopeOfZip(db, actor, zip))

/** An entry with the moment at which it was checked. */
interface TreeEntry extends Entry {
  modifiedAt: Date
}

const byName = new Intl.Collator('en', { numeric: true })

/** Everything that was chosen and all below it, in the order of lists: each folder, then what is in it. */
async function* entriesOf(
  db: Database,
  { topmost }: ZipScope,
  current: () => Promise<OpenTree>,
): AsyncGenerator<TreeEntry[]> {
  const sorted = topmost.toSorted((a, b) => byName.compare(a.name, b.name))
  for (const top of sorted.filter((node) => node.isFolder)) {
    if (top.parentId !== null) yield [top]
    for await (const lines of walk(db, current, { id: top.id, path: '' })) {
      yield lines.map((line) => line.entry)
    }
  }
  yield sorted.filter((node) => !node.isFolder)
}

async function fill(
  deps: BuildDependencies,
  run: ZipRun,
  job: JobRun,
  scope: ZipScope,
  write: Write,
): Promise<void> {
  const { db } = deps
  const open = (actor: Actor) => openTree(db, actor, scope.tree.id)
  const current = reopenedFor(db, scope.tree.actor, scope.tree, open)
  const progress = createProgress(db, run, job)
  const archive = createArchive(write)
  const paths = zipPaths(scope.base.at(-1) ?? scope.tree.id, MANIFEST)
  await announceFoldersAbove(db, scope, paths)
  const files = fileWriter(deps, { run, job, archive, progress, current, paths })
  for await (const entries of entriesOf(db, scope, current)) {
    for (let start = 0; start < entries.length; start += BATCH) {
      await files.add(entries.slice(start, start + BATCH))
    }
  }
  if (files.count() === 0) throw notFound('Document')
  const tree = await reauthorise(db, scope.tree.actor, open)
  if (await removeRevoked(db, tree, run.zip.id)) throw new HoldsRevokedEntry()
  await addManifest(db, run.zip.id, archive)
  await archive.end()
  await progress.write()
}

/** Folders between the top of the zip and what was chosen below it. */
async function announceFoldersAbove(
  db: Database,
  { tree, topmost, base, numbersFirst }: ZipScope,
  paths: ZipPaths,
): Promise<void> {
  const between = new Set(topmost.flatMap((top) => top.path.slice(base.length, -1)))
  const folders = await documentsByIds(db, tree, [...between])
  const numbers = await numbersById(db, numbersFirst ? folders : [])
  for (const folder of folders.toSorted((a, b) => a.path.length - b.path.length)) {
    paths.above({ ...folder, name: numberedName({ ...folder, number: numbers.get(folder.id) }) })
  }
}

/** Numbers as their person sees them, of what has one. */
async function numbersById(
  db: Database,
  nodes: readonly DocumentNode[],
): Promise<Map<string, string | null>> {
  const numbers = await numbersOf(db, nodes)
  return new Map(nodes.map(({ id }, index) => [id, numbers[index] ?? null]))
}

interface Progress {
  file(): void
  /** @throws RunSuperseded, at the latest half a second after the zip was cancelled; when the process stops */
  bytes(count: number): Promise<void>
  write(): Promise<void>
}

function createProgress(db: Database, run: ZipRun, { signal }: JobRun): Progress {
  let filesDone = 0
  let bytesDone = 0
  let writtenAt = 0
  const write = async () => {
    signal.throwIfAborted()
    writtenAt = Date.now()
    if (!(await updateRun(db, run, { files_done: filesDone, bytes_done: bytesDone })))
      throw new RunSuperseded()
  }
  return {
    file: () => {
      filesDone += 1
    },
    bytes: async (count) => {
      bytesDone += count
      if (Date.now() - writtenAt >= TICK_MS) await write()
    },
    write,
  }
}

interface Work {
  run: ZipRun
  job: JobRun
  archive: Archive
  progress: Progress
  current: () => Promise<OpenTree>
  paths: ZipPaths
}

function fileWriter(
  { db, storage, markedPdf, rendition: readRendition, onUnreadable }: BuildDependencies,
  work: Work,
) {
  const { run, job, archive, progress, current, paths } = work
  let position = 0
  let files = 0

  /** The file's bytes into the archive; false where they can't be read. */
  const copy = async (path: string, { versionId, size, modifiedAt }: Permitted): Promise<boolean> => {
    let writing: { error: unknown } | null = null
    try {
      await archive.file({ path, modifiedAt }, (write) =>
        storage.read(versionId ?? '', { start: 0, end: (size ?? 0) - 1 }, async (chunk) => {
          try {
            await write(chunk)
            await progress.bytes(chunk.length)
          } catch (error) {
            writing = { error }
            throw error
          }
        }),
      )
      return true
    } catch (error) {
      // A store that is away for a moment is asked again by the next try of the job: nobody wants a zip with gaps for that.
      if (writing || (error instanceof StorageUnavailableError && !job.last)) throw error
      onUnreadable(error, versionId ?? '')
      return false
    }
  }

  type Added = Pick<ZipFile, 'leftOut' | 'made'>
  /** Of what was not put in, the list tells the size of what would have been. */
  const leftOut = (reason: string, { rendition }: Pick<Permitted, 'rendition'>): Added => ({
    leftOut: reason,
    made: rendition && { size: rendition.size, sha256: null },
  })

  /** The redacted rendition of a file; null where it has just been taken back, or can't be read. */
  const addRendition = async (
    path: string,
    rendition: Rendition,
    modifiedAt: Date,
  ): Promise<Added | null> => {
    const file = await readRendition(rendition.fileId)
    if (!file) return null
    const hash = createHash('sha256')
    await archive.file({ path, modifiedAt }, (write) =>
      file.source(async (chunk) => {
        hash.update(chunk)
        await write(chunk)
        await progress.bytes(chunk.length)
      }),
    )
    return { leftOut: null, made: { size: file.size, sha256: hash.digest() } }
  }

  /** The file as a PDF with its person's mark, whose code is recorded by then. */
  const addMarked = async (path: string, document: Permitted): Promise<Added> => {
    const { id, size, modifiedAt } = document
    const tree = await current()
    const address = run.zip.address ?? ''
    const made = await markedPdf(tree.actor, { treeId: tree.id, documentId: id, address }).catch(
      (error: unknown) => {
        // It was closed meanwhile, or its level has fallen.
        throw error instanceof DomainError ? new HoldsRevokedEntry() : error
      },
    )
    if (made.pdf === null) return leftOut(made.reason, document)
    const { pdf } = made
    await archive.file({ path, modifiedAt }, (write) => write(pdf))
    await progress.bytes(size ?? 0)
    return { leftOut: null, made: { size: pdf.length, sha256: createHash('sha256').update(pdf).digest() } }
  }
  const addContent = async (path: string, document: Permitted): Promise<Added> => {
    if (document.isMarked) return addMarked(path, document)
    const { rendition, modifiedAt } = document
    if (rendition) {
      return (await addRendition(path, rendition, modifiedAt)) ?? leftOut(UNREADABLE, document)
    }
    return (await copy(path, document)) ? { leftOut: null, made: null } : leftOut(UNREADABLE, document)
  }
  const addFile = async (path: string, document: Permitted): Promise<Added> => {
    files += 1
    if ((document.size ?? 0) > MAX_FILE_BYTES) return leftOut(TOO_LARGE, document)
    const added = await addContent(path, document)
    if (added.leftOut === null) progress.file()
    return added
  }

  const addEntry = async (path: string, document: Permitted): Promise<ZipFile> => {
    const { id, versionId, modifiedAt, isMarked, rendition } = document
    await progress.bytes(0)
    let added: Added = { leftOut: null, made: null }
    if (versionId === null) await archive.folder({ path, modifiedAt })
    else added = await addFile(path, document)
    position += 1
    const redactionId = rendition?.redactionId ?? null
    return { position, documentId: id, versionId, path, modifiedAt, isMarked, redactionId, ...added }
  }

  const numbersAmong = async (entries: readonly TreeEntry[]) => {
    if (!run.zip.numbersFirst) return new Map<string, string | null>()
    const ids = entries.map(({ id }) => id)
    return numbersById(db, await documentsByIds(db, await current(), ids))
  }

  return {
    count: () => files,
    async add(entries: readonly TreeEntry[]): Promise<void> {
      const added: ZipFile[] = []
      let permitted = new Map<string, Permitted>()
      let askedAt = Number.NEGATIVE_INFINITY
      const numbers = await numbersAmong(entries)
      for (const [index, entry] of entries.entries()) {
        if (Date.now() - askedAt >= REOPEN_MS) {
          const ids = entries.slice(index).map(({ id }) => id)
          permitted = await permittedNow(db, await current(), ids)
          askedAt = Date.now()
        }
        const document = permitted.get(entry.id)
        // A folder's path is needed for what is in it; only one that may still be seen is an entry of its own.
        const own = document?.rendition
          ? redactedName(entry.name)
          : document?.isMarked
            ? markedPdfName(entry.name)
            : entry.name
        const named = { ...entry, name: numberedName({ name: own, number: numbers.get(entry.id) }) }
        const path = document || entry.isFolder ? paths.of(named) : ''
        if (document) added.push(await addEntry(path, document))
      }
      await insertFiles(db, run.zip.id, added)
    },
  }
}

async function addManifest(db: Database, exportId: string, archive: Archive): Promise<void> {
  await archive.file({ path: MANIFEST, modifiedAt: new Date() }, async (write) => {
    await write(Buffer.from(MANIFEST_HEAD))
    for (let from = 0; ; ) {
      const lines = await manifestLines(db, exportId, from, MANIFEST_PAGE)
      if (lines.length > 0) await write(Buffer.from(lines.map(manifestRow).join('')))
      if (lines.length < MANIFEST_PAGE) return
      from = (lines.at(-1)?.position ?? 0) + 1
    }
  })
}
