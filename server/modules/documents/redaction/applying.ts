import { Readable } from 'node:stream'
import { DomainError } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { defineJob, type JobRun, pendingKeys } from '../../../platform/jobs/index.ts'
import type { RedactedPdf, Redactor } from '../../../platform/pages/index.ts'
import { StorageFullError } from '../../../platform/storage/index.ts'
import { defineStoredFile, type Files } from '../../files/index.ts'
import { defineNotification, notify } from '../../notifications/index.ts'
import { recordChanges } from '../core/record.ts'
import type { DrawnFiles } from '../pages/drawnFiles.ts'
import { awaitRenditionText } from '../texts/renditionTexts.ts'
import { openRedactableVersion } from './redactable.ts'
import {
  applyingNow,
  changeOf,
  type RedactionRow,
  redactionById,
  setApplied,
  setFailed,
} from './redactionStore.ts'

/** Removes the areas of one redaction. */
export const redactionJob = defineJob<{ redactionId: string }>('redact', { lane: 'long', attempts: 4 })

/**
 * A redaction was applied, or failed (REDACT-29). Whoever applied it is told, whatever their toggles say, of several that end
 * one after the other together.
 */
export const redactionOver = defineNotification<{ redactionId: string }>('REDACTION_OVER', {
  always: true,
  quietMs: 30_000,
})

/** PDFs without what lies in areas; nobody sends them. */
export const RENDITION = defineStoredFile({ name: 'redacted_rendition', maxBytes: 0, types: [], refusal: '' })

const PRODUCER = 'Helioroom'
const NO_ACCESS = 'You may no longer redact this document. Nothing was made.'
const NO_SPACE =
  'There is not enough space on the server. Nothing was made. Please contact your administrator.'
const BROKEN = 'It could not be redacted right now. Nothing was made. Please try again later.'

/** It is no longer being applied: it was taken over, or its document has gone. */
class Superseded extends Error {
  override name = 'Superseded'
}

export interface ApplyingDependencies {
  db: Database
  drawnFiles: Pick<DrawnFiles, 'of'>
  files: Pick<Files, 'keep'>
  redactor: Redactor
}

/**
 * Applies a redaction that waits for it, once however often it runs: what was made is kept with the state, and without it is
 * swept.
 */
export async function applyRedaction(
  deps: ApplyingDependencies,
  id: string,
  { signal, last }: Pick<JobRun, 'signal' | 'last'>,
): Promise<void> {
  const { db } = deps
  const redaction = await redactionById(db, id)
  if (redaction?.state !== 'APPLYING') return
  try {
    const made = await redacted(deps, redaction)
    signal.throwIfAborted()
    if (made.pdf === null) return await fail(db, redaction, made.reason)
    await keep(deps, redaction, made)
  } catch (error) {
    if (error instanceof Superseded) return
    if (error instanceof DomainError) return await fail(db, redaction, NO_ACCESS)
    if (error instanceof StorageFullError) return await fail(db, redaction, NO_SPACE)
    if (last && !signal.aborted) await fail(db, redaction, BROKEN)
    throw error
  }
}

/** On whose behalf; it goes on where the session has ended in which it was begun. */
const holderOf = ({ appliedBy, sessionId }: RedactionRow) => ({
  personId: appliedBy ?? '',
  sessionId: sessionId ?? '',
  sessionBound: false,
})

async function redacted(
  { db, drawnFiles, redactor }: ApplyingDependencies,
  redaction: RedactionRow,
): Promise<RedactedPdf> {
  const { treeId, documentId, versionId, organisationId, marks } = redaction
  const { node, size } = await reauthorise(db, holderOf(redaction), (actor) =>
    openRedactableVersion(db, actor, { treeId, documentId, versionId }),
  )
  const version = { versionId, organisationId, extension: node.extension, size }
  const drawn = await drawnFiles.of(version, redaction.appliedBy ?? '')
  if (!drawn.file) return { pdf: null, reason: drawn.reason }
  return redactor.redact(drawn.file, {
    marks: marks.map(({ page, boxes, words, reason }) => ({ page, boxes, words, reason })),
    producer: PRODUCER,
    at: Date.now(),
  })
}

async function keep(
  { files }: ApplyingDependencies,
  redaction: RedactionRow,
  { pdf, remarks }: Extract<RedactedPdf, { pdf: Buffer }>,
): Promise<void> {
  const { id, treeId, documentId, versionId } = redaction
  const bytes = { size: pdf.length, stream: () => Readable.from([pdf]) }
  await files.keep(RENDITION, { ownerId: id, name: 'redacted.pdf', bytes }, async (tx, fileId) => {
    // To make it takes a while, in which the right may have gone.
    const { node } = await reauthorise(tx, holderOf(redaction), (actor) =>
      openRedactableVersion(tx, actor, { treeId, documentId, versionId }),
    )
    if (!(await setApplied(tx, redaction, { fileId, size: pdf.length, remarks }))) throw new Superseded()
    await recordChanges(tx, [changeOf(node, redaction, false)])
    await awaitRenditionText(tx, id)
    await tell(tx, redaction)
  })
}

async function fail(db: Database, redaction: RedactionRow, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await setFailed(tx, redaction.id, reason)) await tell(tx, redaction)
  })
}

const tell = (tx: Tx, { id, treeId, appliedBy }: RedactionRow): Promise<void> =>
  notify(tx, redactionOver, {
    subject: { kind: 'document_tree', id: treeId },
    by: null,
    candidates: appliedBy === null ? [] : [appliedBy],
    digest: `${treeId} ${appliedBy}`,
    data: { redactionId: id },
  })

/** The key of the job that applies one. */
export const jobKey = (id: string): string => `redaction:${id}`

/** Ends those whose job was dropped, such as by a process that died each time: they can be applied again. */
export async function failLost(db: Database): Promise<void> {
  const applying = await applyingNow(db)
  const pending = await pendingKeys(
    db,
    applying.map(({ id }) => jobKey(id)),
  )
  for (const redaction of applying) if (!pending.has(jobKey(redaction.id))) await fail(db, redaction, BROKEN)
}
