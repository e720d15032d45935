import { createHash } from 'node:crypto'
import { type Archive, createArchive, type Write } from '../../platform/archive/index.ts'
import { abortUnder } from '../../platform/storage/index.ts'
import { trueNow } from '../../platform/trueTime.ts'
import { type ArchivedRecord, archivedRecord } from '../record/index.ts'
import { type ArchiveAsked, type ArchivesDeps, MADE_ON, UNTOLD } from './asked.ts'
import { NotArchived, writeContent } from './content.ts'
import { callText, canonicalJson } from './json.ts'
import { type FileState, writeLists } from './lists.ts'
import type { ArchiveFacts } from './plan.ts'
import {
  type AddedFile,
  type ArchiveFile,
  beginPart,
  bytesOf,
  deleteParts,
  endPart,
  filesToAdd,
  keyOfPart,
  partIds,
  partsOf,
  placeFiles,
  rowsAfter,
} from './store.ts'

/** Bytes of files in a part; beside them lists and headers have room in 50 GB. */
export const PART_BYTES = 48_000_000_000
/** Bytes that an entry takes beside its content, roughly. */
const ENTRY_BYTES = 700
/** Bytes from which an entry says that it may have 4 GiB. */
const LARGE_BYTES = 4_000_000_000
const PORTION = 200

/** How far the making is, as it goes on. */
export interface MakingRun {
  signal: AbortSignal
  /** Called often. @throws where it was cancelled or another run goes on with it */
  onProgress(fraction: number): Promise<void>
}

export class NoRecord extends Error {
  override name = 'NoRecord'
}

const nameOfPart = ({ portfolio }: ArchiveAsked, number: number): string =>
  `${portfolio.slug}-archive-${String(number).padStart(3, '0')}.zip`

/** Makes the parts of a planned archive that are not there yet (ARCH-05). @throws NoRecord, what `run` throws */
export async function makeParts(
  deps: ArchivesDeps,
  asked: ArchiveAsked,
  run: MakingRun,
  partBytes = PART_BYTES,
): Promise<void> {
  const { db } = deps
  const { proofId, room } = asked
  const { rows } = await rowsAfter<ArchiveFacts>(db, proofId, 'facts', { after: 0, limit: 1 })
  const [facts] = rows
  if (!facts) throw new Error('The archive has no plan.')
  const record = await archivedRecord(
    db,
    {
      organisationId: room.organisationId,
      treeIds: facts.treeIds,
      subjectIds: facts.subjectIds,
      untold: UNTOLD,
    },
    () => deps.record.sign(room.organisationId),
  )
  if (!record) throw new NoRecord()
  const whole = (await partsOf(db, [proofId])).get(proofId) ?? []
  const { bytes, done } = await bytesOf(db, proofId)
  const work: Work = { deps, asked, facts, record, progress: progressOf(run, bytes, done) }
  for (let number = whole.length + 1; ; number += 1) {
    if (await makePart(work, number, partBytes)) return
  }
}

interface Work {
  deps: ArchivesDeps
  asked: ArchiveAsked
  facts: ArchiveFacts
  record: ArchivedRecord
  progress: (bytes: number) => Promise<void>
}

function progressOf({ onProgress, signal }: MakingRun, bytes: number, done: number) {
  let written = done
  return async (count: number): Promise<void> => {
    signal.throwIfAborted()
    written += count
    await onProgress(Math.min(0.99, written / Math.max(1, bytes)))
  }
}

/** @returns whether it is the last one */
async function makePart(work: Work, number: number, partBytes: number): Promise<boolean> {
  const { deps, asked } = work
  const { db, storage } = deps
  const { proofId, room } = asked
  // What a run that was cut off had begun.
  const begun = await partIds(db, proofId, number)
  for (const id of begun) await abortUnder(storage, keyOfPart(id))
  await storage.remove(begun.map(keyOfPart))
  await deleteParts(db, begun)
  const name = nameOfPart(asked, number)
  const id = await beginPart(db, { proofId, organisationId: room.organisationId, number, name })
  const { bytes, done } = await bytesOf(db, proofId)
  let filled: FilledPart | null = null
  const stored = await storage.put(
    keyOfPart(id),
    async (write) => {
      filled = await fillPart(work, { number, partBytes }, write)
    },
    { size: { about: Math.min(partBytes, bytes - done) + 1_000_000 } },
  )
  await storage.head(keyOfPart(id))
  const part = filled as FilledPart | null
  if (!part) throw new Error('A part was filled.')
  await work.progress(0)
  await db.transaction().execute(async (tx) => {
    await placeFiles(tx, proofId, { part: number, last: part.last, added: part.added })
    await endPart(tx, id, stored)
  })
  return part.isLast
}

interface FilledPart {
  isLast: boolean
  /** Position of the last file in it. */
  last: number
  added: AddedFile[]
}

async function fillPart(
  work: Work,
  { number, partBytes }: { number: number; partBytes: number },
  write: Write,
): Promise<FilledPart> {
  const { deps, asked } = work
  const archive = createArchive(write, { passphrase: asked.passphrase })
  const added: AddedFile[] = []
  let last = 0
  let count = 0
  for (;;) {
    const page = await filesToAdd(deps.db, asked.proofId, { after: last, limit: PORTION })
    for (const file of page) {
      if (count > 0 && archive.size() + (file.size ?? 0) + ENTRY_BYTES > partBytes) {
        await endOf(archive, work, number)
        return { isLast: false, last, added }
      }
      const outcome = await addFile(archive, work, file)
      if (outcome) added.push(outcome)
      last = file.position
      count += 1
    }
    if (page.length < PORTION) break
  }
  await addManifest(archive, work, number, stateWith(added, number))
  return { isLast: true, last, added }
}

const stateWith = (added: readonly AddedFile[], number: number): FileState => {
  const byPosition = new Map(added.map((file) => [file.position, file]))
  return (file) => ({ ...file, ...byPosition.get(file.position), part: file.part ?? number })
}

/** @returns what the plan did not know of it; null for a file that is in the part as it was planned */
async function addFile(archive: Archive, work: Work, file: ArchiveFile): Promise<AddedFile | null> {
  const { position, path, modifiedAt } = file
  const isKnown = file.source.kind === 'ORIGINAL'
  const hash = createHash('sha256')
  let size = 0
  const isLarge = (file.size ?? 0) >= LARGE_BYTES
  try {
    await archive.file({ path, modifiedAt, isLarge }, (write) =>
      writeContent(work.deps, work.asked, work.record, file, async (chunk) => {
        // Of an upload its content is compared with what it was.
        if (!isKnown) hash.update(chunk)
        size += chunk.length
        await write(chunk)
        await work.progress(file.size === null ? 0 : chunk.length)
      }),
    )
  } catch (error) {
    if (!(error instanceof NotArchived)) throw error
    return { position, size: null, sha256: null, leftOut: error.message }
  }
  return isKnown ? null : { position, size, sha256: hash.digest('hex'), leftOut: null }
}

const text = (archive: Archive, path: string, content: string): Promise<void> =>
  archive.file({ path, modifiedAt: MADE_ON }, (write) => write(Buffer.from(content)))

/** The same for archives of the same state, room and viewpoint. */
const archiveId = ({ room, group, withVersions }: ArchiveAsked, { checkpoint }: ArchivedRecord): string =>
  createHash('sha256')
    .update(
      canonicalJson({
        room: room.portfolioId,
        group: group?.id,
        withVersions,
        root: checkpoint.root.toString('hex'),
      }),
    )
    .digest('hex')
    .slice(0, 32)

/** What each part ends with: which one it is. */
async function endOf(archive: Archive, work: Work, number: number): Promise<void> {
  await sayPart(archive, work, number)
  await archive.end()
}

const sayPart = (archive: Archive, { asked, record }: Work, number: number): Promise<void> =>
  text(
    archive,
    `parts/part-${String(number).padStart(3, '0')}.json`,
    canonicalJson({
      format: 'helioroom archive part 1',
      archive: archiveId(asked, record),
      number,
      previous: number === 1 ? null : nameOfPart(asked, number - 1),
    }),
  )

/** Lists, manifest and signature, which the last part has. */
async function addManifest(archive: Archive, work: Work, number: number, stateOf: FileState): Promise<void> {
  const { deps, asked, record, facts } = work
  await sayPart(archive, work, number)
  const lists = await writeLists(archive, { deps, asked, facts, record, stateOf }, () => work.progress(0))
  const counts: Record<string, number> = {}
  for (const { kind, rows } of lists) counts[kind] = (counts[kind] ?? 0) + rows
  const id = archiveId(asked, record)
  const manifest = canonicalJson({
    format: 'helioroom archive 1',
    archive: id,
    product: deps.product,
    organisation: asked.organisation,
    room: { id: asked.portfolio.id, name: asked.portfolio.name, slug: asked.portfolio.slug },
    viewpoint: asked.group === null ? { kind: 'EVERYTHING' } : { kind: 'GROUP', group: asked.group.name },
    until: asked.hasEnded ? asked.at : null,
    withVersions: asked.withVersions,
    encrypted: asked.passphrase !== null,
    parts: Array.from({ length: number }, (_, index) => ({
      number: index + 1,
      name: nameOfPart(asked, index + 1),
    })),
    lists,
    counts,
  })
  await text(archive, 'manifest.json', manifest)
  await text(archive, 'data/manifest-0001.js', callText({ kind: 'manifest', text: manifest }))
  const at = new Date(trueNow())
  const sha256 = createHash('sha256').update(manifest).digest('hex')
  const signed = await deps.record.signArchive({ archive: id, manifest: sha256, at })
  const signature = canonicalJson({
    format: 'helioroom archive signature 1',
    archive: id,
    manifest: sha256,
    madeAt: at,
    keyId: signed.keyId,
    publicKey: signed.publicKey.toString('base64'),
    signature: signed.signature.toString('base64'),
  })
  await text(archive, 'signature.json', signature)
  await text(archive, 'data/signature-0001.js', callText({ kind: 'signature', text: signature }))
  await text(archive, 'timestamps.json', canonicalJson({ timestamps: await timeStamps(record, asked) }))
  await archive.end()
}

async function timeStamps(record: ArchivedRecord, { group }: ArchiveAsked) {
  const stamped = ({ signature, timeStamp }: ArchivedRecord['checkpoint']) =>
    timeStamp === null
      ? []
      : [{ signature: signature.toString('base64'), token: timeStamp.toString('base64') }]
  if (group !== null) return stamped(record.checkpoint)
  const all: { signature: string; token: string }[] = []
  for await (const portion of record.checkpoints()) all.push(...portion.flatMap(stamped))
  return all
}
